package dev.sluice.sql.book;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Money;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of `orders` and `lost_claims`: how they are written and read.
final class OrderRows {

    static final String COLUMNS =
            "order_id, claim_id, offer_id, buyer_id, units, amount, currency, status, placed_at,"
                    + " expires_at, paid_at, late_money";

    /// The order of the parameter, which is one id.
    private static final String FIND_ORDER =
            "select " + COLUMNS + " from orders where order_id = ?";

    private static final String FIND_WON = "select " + COLUMNS + " from orders where claim_id = ?";

    private static final String FIND_LOST =
            """
            select claim_id, offer_id, buyer_id, units, reason from lost_claims where claim_id = ?
            """;

    private static final String FIND_LOST_OF_OFFER =
            """
            select claim_id, offer_id, buyer_id, units, reason from lost_claims where offer_id = ?
            """;

    private static final String FIND_WON_CLAIMS =
            "select "
                    + COLUMNS
                    + " from json_each(?) as asked cross join orders on claim_id = asked.value";

    private static final String FIND_LOST_CLAIMS =
            """
            select claim_id, offer_id, buyer_id, units, reason
              from json_each(?) as asked cross join lost_claims on claim_id = asked.value
            """;

    private static final String FIND_ORDERS =
            "select "
                    + COLUMNS
                    + " from json_each(?) as wanted cross join orders on order_id = wanted.value";

    private static final String FIND_ORDERS_OF_BUYER =
            "select "
                    + COLUMNS
                    + " from orders where buyer_id = ? and order_id < ?"
                    + " order by order_id desc limit ?";

    private static final String INSERT_LOST =
            """
            insert into lost_claims (claim_id, offer_id, buyer_id, units, reason, at)
            values (?, ?, ?, ?, ?, ?)
            """;

    private OrderRows() {}

    static Optional<Order> findOrder(Link link, OrderId order) throws SQLException {
        return link.find(FIND_ORDER, OrderRows::order, order.value());
    }

    /// The orders with these ids; on SQLite in the order of the ids given.
    static List<Order> findOrders(Link link, List<OrderId> orders) throws SQLException {
        return link.list(FIND_ORDERS, OrderRows::order, Ids.json(orders, OrderId::value));
    }

    /// The buyer's orders, newest first, where the database has an index for that.
    static List<Order> findOrders(Link link, BuyerId buyer, OrderId before, int max)
            throws SQLException {
        return link.list(
                FIND_ORDERS_OF_BUYER, OrderRows::order, buyer.value(), before.value(), max);
    }

    static Optional<ClaimState> findClaim(Link link, ClaimId claim) throws SQLException {
        var won = link.find(FIND_WON, OrderRows::order, claim.value());
        if (won.isPresent()) return won.map(OrderRows::won);
        return link.find(FIND_LOST, OrderRows::lost, claim.value());
    }

    /// The settled ones among these claims.
    static List<ClaimState> findClaims(Link link, List<ClaimId> claims) throws SQLException {
        var asked = Ids.json(claims, ClaimId::value);
        var found = new ArrayList<ClaimState>();
        link.visit(FIND_WON_CLAIMS, row -> found.add(won(order(row))), asked);
        link.visit(FIND_LOST_CLAIMS, row -> found.add(lost(row)), asked);
        return found;
    }

    static List<ClaimState> findLost(Link link, OfferId offer) throws SQLException {
        return link.list(FIND_LOST_OF_OFFER, OrderRows::lost, offer.value());
    }

    /// The claim that became this order.
    static ClaimState won(Order order) {
        Outcome outcome = new Outcome.Won(order.hold().claim(), order.id());
        return new ClaimState(order.hold(), 0, Optional.of(outcome));
    }

    static void insertLost(Link link, Claim claim, Outcome.Reason reason, Instant at)
            throws SQLException {
        link.update(
                INSERT_LOST,
                claim.id().value(),
                claim.offer().value(),
                claim.buyer().value(),
                claim.quantity(),
                reason.name(),
                at.toEpochMilli());
    }

    static Order order(ResultSet row) throws SQLException {
        return new Order(
                new OrderId(row.getLong(1)),
                hold(row, 2),
                new Money(row.getLong(6), row.getString(7)),
                status(row.getInt(8)),
                Rows.instant(row, 9),
                Rows.instant(row, 10),
                Rows.optionalLong(row, 11).map(Instant::ofEpochMilli),
                Rows.optionalText(row, 12).map(Order.LateMoney::valueOf));
    }

    /// A hold from four columns: claim, offer, buyer, units.
    static Hold hold(ResultSet row, int first) throws SQLException {
        return new Hold(
                new ClaimId(row.getLong(first)),
                new OfferId(row.getLong(first + 1)),
                new BuyerId(row.getLong(first + 2)),
                row.getInt(first + 3));
    }

    /// The number of a status in the table. UNPAID is 0 in an index of the schema.
    static int code(OrderStatus status) {
        return switch (status) {
            case UNPAID -> 0;
            case PAID -> 1;
            case CANCELLED -> 2;
            case EXPIRED -> 3;
            case REFUNDED -> 4;
        };
    }

    static OrderStatus status(int code) {
        for (var status : OrderStatus.values()) {
            if (code(status) == code) return status;
        }
        throw new IllegalStateException("no order status has the code " + code);
    }

    private static ClaimState lost(ResultSet row) throws SQLException {
        var hold = hold(row, 1);
        var reason = Outcome.Reason.valueOf(row.getString(5));
        return new ClaimState(hold, 0, Optional.of(new Outcome.Lost(hold.claim(), reason)));
    }
}
