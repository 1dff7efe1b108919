package dev.sluice.server.payment;

import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Payment;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import dev.sluice.settlement.Orders;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Optional;

/// What providers say of payments.
///
/// A notice may come any number of times, at the same time and late: the order book counts it once.
public final class NoticeRoute {

    private static final Logger LOG = System.getLogger(NoticeRoute.class.getName());

    private final OrderBook book;
    private final Refunds refunds;
    private final Orders orders;
    private final Providers providers;
    private final PaymentTurns turns;
    private final InstantSource clock;

    public NoticeRoute(
            OrderBook book,
            Refunds refunds,
            Orders orders,
            Providers providers,
            PaymentTurns turns,
            InstantSource clock) {
        this.book = book;
        this.refunds = refunds;
        this.orders = orders;
        this.providers = providers;
        this.turns = turns;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.post("/api/v1/payments/notify/{provider}", RouteGroup.PAYMENT, this::hear);
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
                        .flatMap(book::findPayment)
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
        var order = money.order().flatMap(book::findOrder);
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
        return refunds.sendBack(
                new Deposit(
                        provider,
                        reference(notice, payment),
                        payment.map(Payment::id),
                        payment.map(Payment::order),
                        notice.amount(),
                        why,
                        clock.instant()));
    }

    private Deposit credit(Notice notice, Payment payment) {
        var turn = turns.of(payment.order());
        turn.lock();
        try {
            orders.pay(payment.id(), notice.reference());
            return refunds.findDeposit(payment.method(), reference(notice, Optional.of(payment)))
                    .orElseGet(() -> told(notice, payment.id()));
        } finally {
            turn.unlock();
        }
    }

    /// Money that has no reference, for a payment that ended with one, is the same once more.
    private Deposit told(Notice notice, PaymentId id) {
        var payment = book.findPayment(id).orElseThrow();
        return new Deposit(
                payment.method(),
                reference(notice, Optional.of(payment)),
                Optional.of(id),
                Optional.of(payment.order()),
                notice.amount(),
                payment.status() == Payment.Status.PAID ? Fate.PAID : Fate.LATE,
                clock.instant());
    }

    private static String reference(Notice notice, Optional<Payment> payment) {
        var sum = notice.amount();
        return notice.reference()
                .or(() -> payment.map(p -> Deposit.referenceOf(p.id(), sum)))
                .orElse("unknown:" + notice.payment() + ":" + sum.amount() + ":" + sum.currency());
    }

    private Reply refused(Payment payment) {
        book.refusePayment(payment.id());
        var order = book.findOrder(payment.order()).orElseThrow();
        return Reply.json(
                200, out -> out.text("orderId", order.id()).text("status", order.status()));
    }
}
