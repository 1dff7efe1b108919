package dev.sluice.server;

import dev.sluice.sale.BuyerId;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import dev.sluice.sale.PaymentId;
import java.util.concurrent.locks.ReentrantLock;

/// Starting to pay, and what providers say about it afterwards.
///
/// A notice may come any number of times, at the same time and late: the order book counts it once.
final class PaymentRoutes {

    private static final int METHOD_MAX = 64;
    private static final int STRIPES = 64;

    private final Engine engine;
    private final Providers providers;

    /// One order's payments start one after the other, so that two calls get the same payment.
    private final ReentrantLock[] starting = new ReentrantLock[STRIPES];

    PaymentRoutes(Engine engine, Providers providers) {
        this.engine = engine;
        this.providers = providers;
        for (int i = 0; i < STRIPES; i++) starting[i] = new ReentrantLock();
    }

    void register(Routes routes) {
        routes.post("/api/v1/orders/{orderId}/payments", RouteGroup.ORDER, this::start)
                .post("/api/v1/payments/notify/{provider}", RouteGroup.PAYMENT, this::hear);
    }

    private Reply start(Call call) {
        BuyerId buyer = call.buyer();
        if (engine.switches().isOn(Switches.Switch.READ_ONLY)) throw Problem.of(Code.READ_ONLY);
        var body = call.body("method");
        var method = body.text("method", 1, METHOD_MAX);
        var order = OrderRoutes.own(engine, call, buyer);
        var provider =
                providers
                        .find(method)
                        .orElseThrow(() -> body.invalid("method", Flaw.NOT_CONFIGURED));
        if (order.status() != OrderStatus.UNPAID) throw Problem.of(Code.ORDER_NOT_UNPAID);
        var payment = started(order, method);
        return Reply.json(
                201,
                out -> {
                    out.text("paymentId", payment.id());
                    out.text("payUrl", provider.payUrl(payment.id()));
                    out.money("amount", payment.amount());
                });
    }

    private Payment started(Order order, String method) {
        var lock = starting[Math.floorMod(order.id().hashCode(), STRIPES)];
        lock.lock();
        try {
            var open = engine.ports().book().findOpenPayment(order.id(), method);
            return open.orElseGet(() -> insert(order, method));
        } finally {
            lock.unlock();
        }
    }

    private Payment insert(Order order, String method) {
        var payment =
                new Payment(
                        new PaymentId(engine.ids().next()),
                        order.id(),
                        method,
                        order.total(),
                        Payment.Status.STARTED,
                        engine.world().clock().instant());
        engine.ports().book().insertPayment(payment);
        return payment;
    }

    private Reply hear(Call call) {
        var name = call.parameter("provider");
        if (!Call.isIdLike(name)) throw Problem.invalid("provider", Flaw.NOT_ID);
        var provider =
                providers.find(name).orElseThrow(() -> Problem.of(Code.NO_SUCH_PROVIDER));
        var signature = call.header(Providers.SIGNATURE).orElse("");
        if (!provider.hasSigned(call.bytes(), signature)) throw Problem.of(Code.SIGNATURE_WRONG);
        var notice = Notice.of(call);
        var payment =
                PaymentId.parse(notice.payment())
                        .flatMap(engine.ports().book()::findPayment)
                        .filter(found -> found.method().equals(name))
                        .orElseThrow(() -> Problem.of(Code.NO_SUCH_PAYMENT));
        if (!payment.amount().equals(notice.amount())) {
            throw Problem.invalid("amount", Flaw.NOT_OWED);
        }
        var order =
                switch (notice.result()) {
                    case PAID -> engine.orders().pay(payment.id());
                    case REFUSED -> refused(payment);
                };
        return Reply.json(
                200, out -> out.text("orderId", order.id()).text("status", order.status()));
    }

    private Order refused(Payment payment) {
        var book = engine.ports().book();
        book.refusePayment(payment.id());
        return book.findOrder(payment.order()).orElseThrow();
    }
}
