package dev.sluice.sql.book;

import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The steps of orders, each guarded by the state it starts from. A step that moves units changes
/// the offer's counts and the ledger in the same transaction.
final class OrderMoves {

    private static final String CANCEL =
            "update orders set status = 2 where order_id = ? and status = 0 returning "
                    + OrderRows.COLUMNS;

    private static final String EXPIRE_DUE =
            """
            update orders set status = 3
             where status = 0 and order_id in (
                   select order_id from orders where status = 0 and expires_at <= ?
                    order by expires_at limit ?)
            returning\s\
            """
                    + OrderRows.COLUMNS;

    private static final String FIND_UNPAID =
            "select order_id from orders where order_id = ? and status = 0";

    private static final String FIND_DUE =
            """
            select order_id from orders where status = 0 and expires_at <= ?
             order by expires_at limit ?
            """;

    private static final String END_ALL =
            """
            update json_each(?) as ended cross join orders on order_id = ended.value
               set status = ? where status = 0
            """;

    private static final String PAY =
            "update orders set status = 1, paid_at = ? where order_id = ? and status = 0";

    private static final String REVIVE =
            """
            update orders set status = 1, paid_at = ?, late_money = 'REVIVED'
             where order_id = ? and status in (2, 3)
            """;

    private static final String REFUND =
            """
            update orders set status = 4, late_money = 'REFUNDED'
             where order_id = ? and status in (2, 3)
            """;

    private OrderMoves() {}

    static Optional<Order> cancel(Link link, OrderId order, Instant at) throws SQLException {
        var cancelled =
                link.dialect().updatesReturnRows()
                        ? link.list(CANCEL, OrderRows::order, order.value())
                        : end(link, OrderStatus.CANCELLED, FIND_UNPAID, order.value());
        giveBack(link, cancelled, Why.CANCELLED, at);
        return cancelled.stream().findFirst();
    }

    static List<Order> expire(Link link, Instant now, int max) throws SQLException {
        var expired =
                link.dialect().updatesReturnRows()
                        ? link.list(EXPIRE_DUE, OrderRows::order, now.toEpochMilli(), max)
                        : end(link, OrderStatus.EXPIRED, FIND_DUE, now.toEpochMilli(), max);
        giveBack(link, expired, Why.EXPIRED, now);
        return expired;
    }

    /// The order is UNPAID.
    static Order pay(Link link, Order order, Payment payment, Instant at) throws SQLException {
        require(link.update(PAY, at.toEpochMilli(), order.id().value()) == 1, order);
        int units = order.hold().units();
        require(OfferUnits.move(link, order.hold().offer(), -units, units), order);
        Ledger.append(link, paid(order, payment).entry(order.hold().offer(), at, Why.PAID));
        return OrderRows.findOrder(link, order.id()).orElseThrow();
    }

    /// The order is CANCELLED or EXPIRED, and within the limit of its buyer; nothing when the book
    /// has not the units any more.
    static Optional<Order> revive(Link link, Order order, Payment payment, Instant at)
            throws SQLException {
        if (!OfferUnits.move(link, order.hold().offer(), 0, order.hold().units())) {
            return Optional.empty();
        }
        require(link.update(REVIVE, at.toEpochMilli(), order.id().value()) == 1, order);
        Ledger.append(link, paid(order, payment).entry(order.hold().offer(), at, Why.REVIVED));
        return OrderRows.findOrder(link, order.id());
    }

    /// The order is CANCELLED or EXPIRED. Its units went back when it ended, so none move now.
    static Order refund(Link link, Order order) throws SQLException {
        require(link.update(REFUND, order.id().value()) == 1, order);
        return OrderRows.findOrder(link, order.id()).orElseThrow();
    }

    /// In two steps, between which nobody else changes an order: the book is locked.
    private static List<Order> end(Link link, OrderStatus status, String find, Object... values)
            throws SQLException {
        var ids = link.list(find, row -> new OrderId(row.getLong(1)), values);
        if (ids.isEmpty()) return List.of();
        link.update(END_ALL, Ids.json(ids, OrderId::value), OrderRows.code(status));
        return OrderRows.findOrders(link, ids);
    }

    private static void giveBack(Link link, List<Order> orders, Why why, Instant at)
            throws SQLException {
        Map<OfferId, List<Order>> byOffer = new LinkedHashMap<>();
        for (var order : orders) {
            require(order.status() != OrderStatus.UNPAID, order);
            byOffer.computeIfAbsent(order.hold().offer(), o -> new ArrayList<>()).add(order);
        }
        for (var part : byOffer.entrySet()) {
            var lines = new Ledger.Lines();
            for (var order : part.getValue()) lines.add(order.id().value(), order.hold().units());
            require(
                    OfferUnits.move(link, part.getKey(), -lines.units(), 0),
                    part.getValue().getFirst());
            Ledger.append(link, lines.entry(part.getKey(), at, why));
        }
    }

    /// The order, with the payment that makes it PAID.
    private static Ledger.Lines paid(Order order, Payment payment) {
        var lines = new Ledger.Lines();
        lines.add(order.id().value(), order.hold().units(), lines.seals().payment(payment));
        return lines;
    }

    private static void require(boolean holds, Order order) {
        if (!holds) throw new IllegalStateException("the book contradicts itself at " + order);
    }
}
