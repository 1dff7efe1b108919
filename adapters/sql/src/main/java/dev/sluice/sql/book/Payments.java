package dev.sluice.sql.book;

import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import dev.sluice.sale.Order;
import dev.sluice.sale.Payment;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// What becomes of money, inside a transaction of the writer. All of it is a deposit, see
/// [Deposits]. A payment that is PAID or REFUNDED has found its end, and asking again only tells
/// it. One that is REFUSED has not: providers have been known to change their mind, and money that
/// is there is never ignored.
final class Payments {

    private static final String INSERT_PAYMENT =
            """
            insert into payments (payment_id, order_id, method, amount, currency, status, at)
            values (?, ?, ?, ?, ?, ?, ?)
                on conflict do nothing
            """;

    private static final String FIND_PAYMENT =
            """
            select payment_id, order_id, method, amount, currency, status, at
              from payments where payment_id = ?
            """;

    private static final String FIND_OPEN_PAYMENT =
            """
            select payment_id, order_id, method, amount, currency, status, at
              from payments where order_id = ? and method = ? and status = 'STARTED'
             order by payment_id desc limit 1
            """;

    private static final String END_PAYMENT =
            """
            update payments set status = ?
             where payment_id = ? and status in ('STARTED', 'REFUSED')
            """;

    private static final String REFUSE_PAYMENT =
            "update payments set status = 'REFUSED' where payment_id = ? and status = 'STARTED'";

    private Payments() {}

    /// Once: a call whose outcome stayed unknown may be repeated.
    static void insert(Link link, Payment payment) throws SQLException {
        link.update(
                INSERT_PAYMENT,
                payment.id().value(),
                payment.order().value(),
                payment.method(),
                payment.amount().amount(),
                payment.amount().currency(),
                payment.status().name(),
                payment.at().toEpochMilli());
    }

    static Optional<Payment> find(Link link, PaymentId payment) throws SQLException {
        return link.find(FIND_PAYMENT, Payments::payment, payment.value());
    }

    static Optional<Payment> findOpen(Link link, OrderId order, String method) throws SQLException {
        return link.find(FIND_OPEN_PAYMENT, Payments::payment, order.value(), method);
    }

    static int refuse(Link link, PaymentId payment) throws SQLException {
        return link.update(REFUSE_PAYMENT, payment.value());
    }

    /// @param reference the provider's own, or nothing when the payment alone names the money
    static Receipt pay(Link link, PaymentId id, Optional<String> reference, Instant at)
            throws SQLException {
        var payment = existing(link, id);
        var order = orderOf(link, payment);
        var money = money(payment, reference, at);
        var known = Deposits.find(link, money.provider(), money.reference());
        if (known.isPresent() && !isOpen(known.get(), id)) return told(known.get().fate(), order);
        return switch (payment.status()) {
            case PAID, REFUNDED ->
                    reference.isPresent() || known.isPresent()
                            ? another(link, money, order)
                            : told(payment, order);
            case STARTED, REFUSED ->
                    switch (order.status()) {
                        case UNPAID -> paid(link, money, OrderMoves.pay(link, order, payment, at));
                        case CANCELLED, EXPIRED -> late(link, money, order);
                        case PAID -> refunded(link, money.with(Fate.SECOND), order);
                        case REFUNDED -> refunded(link, money.with(Fate.LATE), order);
                    };
        };
    }

    /// Nothing else is settled or revived meanwhile, on any node, so what the buyer has stays true.
    ///
    /// @param memory learns what the buyer has now
    static Receipt revive(Link link, PaymentId id, Instant at, BuyerUnits memory)
            throws SQLException {
        var reference = Deposits.findUndecided(link, id);
        var receipt = pay(link, id, reference, at);
        if (!(receipt instanceof Receipt.Late(Order order))) return receipt;
        var hold = order.hold();
        int units = LiveUnits.find(link, hold) + hold.units();
        if (units > OfferUnits.counts(link, hold.offer()).perBuyer()) return receipt;
        var payment = existing(link, id);
        var revived = OrderMoves.revive(link, order, payment, at);
        if (revived.isEmpty()) return receipt;
        memory.put(hold.offer(), hold.buyer(), units);
        return paid(link, money(payment, reference, at), revived.get());
    }

    static Receipt refund(Link link, PaymentId id, Instant at) throws SQLException {
        var payment = existing(link, id);
        var order = orderOf(link, payment);
        var money = money(payment, Deposits.findUndecided(link, id), at);
        return switch (payment.status()) {
            case PAID -> new Receipt.Paid(order);
            case REFUNDED -> new Receipt.Refunded(order);
            case STARTED, REFUSED ->
                    switch (order.status()) {
                        case CANCELLED, EXPIRED ->
                                refunded(
                                        link,
                                        money.with(Fate.LATE),
                                        OrderMoves.refund(link, order));
                        case UNPAID, REFUNDED -> refunded(link, money.with(Fate.LATE), order);
                        case PAID -> refunded(link, money.with(Fate.SECOND), order);
                    };
        };
    }

    /// Whether this payment may still decide of the money. What another payment has brought under
    /// the same reference is not this one's.
    private static boolean isOpen(Deposit known, PaymentId payment) {
        return known.fate() == Fate.UNDECIDED && known.payment().equals(Optional.of(payment));
    }

    /// Other money for a payment that has ended.
    private static Receipt another(Link link, Deposit money, Order order) throws SQLException {
        Deposits.put(link, money.with(Fate.SECOND));
        return new Receipt.Refunded(order);
    }

    private static Receipt told(Payment payment, Order order) {
        return payment.status() == Payment.Status.PAID
                ? new Receipt.Paid(order)
                : new Receipt.Refunded(order);
    }

    private static Receipt told(Fate fate, Order order) {
        return fate.goesBack() ? new Receipt.Refunded(order) : new Receipt.Paid(order);
    }

    private static Receipt late(Link link, Deposit money, Order order) throws SQLException {
        Deposits.put(link, money);
        return new Receipt.Late(order);
    }

    private static Receipt paid(Link link, Deposit money, Order order) throws SQLException {
        end(link, money.payment().orElseThrow(), Payment.Status.PAID);
        boolean revived = order.lateMoney().equals(Optional.of(Order.LateMoney.REVIVED));
        Deposits.put(link, money.with(revived ? Fate.REVIVED : Fate.PAID));
        return new Receipt.Paid(order);
    }

    private static Receipt refunded(Link link, Deposit money, Order order) throws SQLException {
        end(link, money.payment().orElseThrow(), Payment.Status.REFUNDED);
        Deposits.put(link, money);
        return new Receipt.Refunded(order);
    }

    private static Deposit money(Payment payment, Optional<String> reference, Instant at) {
        return new Deposit(
                payment.method(),
                reference.orElseGet(() -> Deposit.referenceOf(payment.id(), payment.amount())),
                Optional.of(payment.id()),
                Optional.of(payment.order()),
                payment.amount(),
                Fate.UNDECIDED,
                at);
    }

    private static void end(Link link, PaymentId payment, Payment.Status status)
            throws SQLException {
        if (link.update(END_PAYMENT, status.name(), payment.value()) != 1) {
            throw new IllegalStateException("payment " + payment + " had ended already");
        }
    }

    private static Payment existing(Link link, PaymentId id) throws SQLException {
        return find(link, id)
                .orElseThrow(() -> new IllegalStateException("there is no payment " + id));
    }

    private static Order orderOf(Link link, Payment payment) throws SQLException {
        return OrderRows.findOrder(link, payment.order())
                .orElseThrow(() -> new IllegalStateException("no order for " + payment));
    }

    private static Payment payment(ResultSet row) throws SQLException {
        return new Payment(
                new PaymentId(row.getLong(1)),
                new OrderId(row.getLong(2)),
                row.getString(3),
                new Money(row.getLong(4), row.getString(5)),
                Payment.Status.valueOf(row.getString(6)),
                Rows.instant(row, 7));
    }
}
