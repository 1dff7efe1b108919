package dev.sluice.server;

import dev.sluice.sale.BuyerId;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderId;
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

    /// What happens to one order's payments happens one after the other on this node, so that two
    /// calls at once start one payment, and two notices at once count once in the funnel.
    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    PaymentRoutes(Engine engine, Providers providers) {
        this.engine = engine;
        this.providers = providers;
        for (int i = 0; i < STRIPES; i++) locks[i] = new ReentrantLock();
    }

    void register(Routes routes) {
        routes.post("/api/v1/orders/{orderId}/payments", RouteGroup.ORDER, this::start)
                .get("/api/v1/payments/methods", RouteGroup.READ, call -> methods())
                .post("/api/v1/payments/notify/{provider}", RouteGroup.PAYMENT, this::hear);
    }

    private Reply methods() {
        var names = providers.names();
        return Reply.json(
                        200, out -> out.list("methods", names, (o, name) -> o.text("method", name)))
                .with("Cache-Control", "public, max-age=60");
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
        var lock = lockOf(order.id());
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
        var provider = providers.find(name).orElseThrow(() -> Problem.of(Code.NO_SUCH_PROVIDER));
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
        var order = record(payment, notice.result());
        return Reply.json(
                200, out -> out.text("orderId", order.id()).text("status", order.status()));
    }

    private Order record(Payment payment, Notice.Result result) {
        var lock = lockOf(payment.order());
        lock.lock();
        try {
            return switch (result) {
                case PAID -> engine.orders().pay(payment.id());
                case REFUSED -> refused(payment);
            };
        } finally {
            lock.unlock();
        }
    }

    private ReentrantLock lockOf(OrderId order) {
        return locks[Math.floorMod(Long.hashCode(order.value()), STRIPES)];
    }

    private Order refused(Payment payment) {
        var book = engine.ports().book();
        book.refusePayment(payment.id());
        return book.findOrder(payment.order()).orElseThrow();
    }
}
