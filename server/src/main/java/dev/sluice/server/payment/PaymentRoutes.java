package dev.sluice.server.payment;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Starting to pay, and what providers say about it afterwards.
///
/// A notice may come any number of times, at the same time and late: the order book counts it once.
public final class PaymentRoutes {

    private static final Logger LOG = System.getLogger(PaymentRoutes.class.getName());
    private static final int METHOD_MAX = 64;
    private static final int STRIPES = 64;

    private final Engine engine;
    private final Providers providers;

    /// What happens to one order's payments happens one after the other on this node, so that two
    /// calls at once start one payment, and two notices at once count once in the funnel.
    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    public PaymentRoutes(Engine engine, Providers providers) {
        this.engine = engine;
        this.providers = providers;
        for (int i = 0; i < STRIPES; i++) locks[i] = new ReentrantLock();
    }

    public void register(Routes routes) {
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
        var notice = read(name, call);
        var payment =
                PaymentId.parse(notice.payment())
                        .flatMap(engine.ports().book()::findPayment)
                        .filter(found -> found.method().equals(name));
        return switch (notice.result()) {
            case PAID -> paid(name, notice, payment);
            case REFUSED -> refused(payment.orElseThrow(() -> Problem.of(Code.NO_SUCH_PAYMENT)));
        };
    }

    /// Somebody has signed what cannot be read: there may be money that is recorded nowhere.
    private static Notice read(String provider, Call call) {
        try {
            return Notice.of(call);
        } catch (Problem unreadable) {
            LOG.log(
                    Level.ERROR,
                    "A notice that {0} has signed cannot be read, so its money is nowhere: {1}",
                    provider,
                    unreadable.detail(Lang.EN));
            throw unreadable;
        }
    }

    /// All money is taken note of, whatever it was for, and the provider hears that it was: one
    /// that was told otherwise would repeat itself for ever, and nobody would send the money back.
    private Reply paid(String provider, Notice notice, Optional<Payment> payment) {
        var money =
                wrong(notice, payment)
                        .map(why -> sendBack(provider, notice, payment, why))
                        .orElseGet(() -> credit(notice, payment.orElseThrow()));
        var order = money.order().flatMap(engine.ports().book()::findOrder);
        return Reply.json(
                200,
                out -> {
                    out.present(order, (o, found) -> o.text("orderId", found.id()));
                    out.present(order, (o, found) -> o.text("status", found.status()));
                    out.text("money", money.fate().goesBack() ? "GOES_BACK" : "TAKEN");
                    out.text("fate", money.fate());
                });
    }

    /// Why the money cannot be for the payment that it names.
    private static Optional<Fate> wrong(Notice notice, Optional<Payment> payment) {
        if (payment.isEmpty()) return Optional.of(Fate.UNKNOWN_PAYMENT);
        var owed = payment.get().amount();
        if (!owed.currency().equals(notice.amount().currency())) {
            return Optional.of(Fate.WRONG_CURRENCY);
        }
        return owed.equals(notice.amount()) ? Optional.empty() : Optional.of(Fate.WRONG_AMOUNT);
    }

    private Deposit sendBack(String provider, Notice notice, Optional<Payment> payment, Fate why) {
        return engine.ports()
                .refunds()
                .sendBack(
                        new Deposit(
                                provider,
                                reference(notice, payment),
                                payment.map(Payment::id),
                                payment.map(Payment::order),
                                notice.amount(),
                                why,
                                engine.world().clock().instant()));
    }

    private Deposit credit(Notice notice, Payment payment) {
        var lock = lockOf(payment.order());
        lock.lock();
        try {
            engine.orders().pay(payment.id(), notice.reference());
            return engine.ports()
                    .refunds()
                    .findDeposit(payment.method(), reference(notice, Optional.of(payment)))
                    .orElseGet(() -> told(notice, payment.id()));
        } finally {
            lock.unlock();
        }
    }

    /// Money that has no reference, for a payment that ended with one, is the same once more.
    private Deposit told(Notice notice, PaymentId id) {
        var payment = engine.ports().book().findPayment(id).orElseThrow();
        return new Deposit(
                payment.method(),
                reference(notice, Optional.of(payment)),
                Optional.of(id),
                Optional.of(payment.order()),
                notice.amount(),
                payment.status() == Payment.Status.PAID ? Fate.PAID : Fate.LATE,
                engine.world().clock().instant());
    }

    private static String reference(Notice notice, Optional<Payment> payment) {
        var sum = notice.amount();
        return notice.reference()
                .or(() -> payment.map(p -> Deposit.referenceOf(p.id(), sum)))
                .orElse("unknown:" + notice.payment() + ":" + sum.amount() + ":" + sum.currency());
    }

    private ReentrantLock lockOf(OrderId order) {
        return locks[Math.floorMod(Long.hashCode(order.value()), STRIPES)];
    }

    private Reply refused(Payment payment) {
        var book = engine.ports().book();
        book.refusePayment(payment.id());
        var order = book.findOrder(payment.order()).orElseThrow();
        return Reply.json(
                200, out -> out.text("orderId", order.id()).text("status", order.status()));
    }
}
