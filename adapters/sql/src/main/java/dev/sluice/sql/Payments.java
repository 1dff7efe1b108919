package dev.sluice.sql;

import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.sale.Money;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderId;
import dev.sluice.sale.Payment;
import dev.sluice.sale.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// What becomes of money, inside a transaction of the writer. A payment that is PAID or REFUNDED
/// has found its end, and asking again only tells it. One that is REFUSED has not: providers have
/// been known to change their mind, and money that is there is never ignored.
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

    static Receipt pay(Link link, PaymentId id, Instant at) throws SQLException {
        var payment = existing(link, id);
        var order = orderOf(link, payment);
        return switch (payment.status()) {
            case PAID -> new Receipt.Paid(order);
            case REFUNDED -> new Receipt.Refunded(order);
            case STARTED, REFUSED ->
                    switch (order.status()) {
                        case UNPAID -> paid(link, id, OrderMoves.pay(link, order, at));
                        case CANCELLED, EXPIRED -> new Receipt.Late(order);
                        case PAID, REFUNDED -> refunded(link, id, order);
                    };
        };
    }

    static Receipt revive(Link link, PaymentId id, Instant at) throws SQLException {
        var receipt = pay(link, id, at);
        if (!(receipt instanceof Receipt.Late(Order order))) return receipt;
        var revived = OrderMoves.revive(link, order, at);
        return revived.isPresent() ? paid(link, id, revived.get()) : receipt;
    }

    static Receipt refund(Link link, PaymentId id) throws SQLException {
        var payment = existing(link, id);
        var order = orderOf(link, payment);
        return switch (payment.status()) {
            case PAID -> new Receipt.Paid(order);
            case REFUNDED -> new Receipt.Refunded(order);
            case STARTED, REFUSED ->
                    switch (order.status()) {
                        case CANCELLED, EXPIRED ->
                                refunded(link, id, OrderMoves.refund(link, order));
                        case UNPAID, PAID, REFUNDED -> refunded(link, id, order);
                    };
        };
    }

    private static Receipt paid(Link link, PaymentId payment, Order order) throws SQLException {
        end(link, payment, Payment.Status.PAID);
        return new Receipt.Paid(order);
    }

    private static Receipt refunded(Link link, PaymentId payment, Order order) throws SQLException {
        end(link, payment, Payment.Status.REFUNDED);
        return new Receipt.Refunded(order);
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
