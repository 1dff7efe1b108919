package dev.sluice.sql;

import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.BuyerId;
import dev.sluice.sale.OrderId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A buyer's orders. Buyers come in no order, and a table kept in theirs while the crowd is being
/// settled would slow settlement down many times; so it is written behind, in large sorted steps.
///
/// All orders up to the cursor in the database stand in `buyer_orders`. Later ones stand in the
/// tail, which is memory guarded by this object and is read from `orders` again at the start. An
/// order whose id is not after the cursor goes into the table at once; ids grow with time, so that
/// is rare. A step takes the tail's lowest ids out only after the table has them, and whoever looks
/// takes the tail first: an order may be met in both, never in neither.
///
/// Settling only hands its batches over; whoever looks next sorts them into the tail.
final class BuyerIndex {

    private static final int STEP_MAX = 20_000;

    private static final String FIND_CURSOR = "select order_id from buyer_orders_cursor";

    private static final String MOVE_CURSOR =
            "update buyer_orders_cursor set order_id = ? where order_id < ?";

    private static final String FIND_UNINDEXED =
            "select order_id, buyer_id from orders where order_id > ? order by order_id";

    private static final String INSERT_RANGE =
            """
            insert into buyer_orders (buyer_id, order_id)
            select buyer_id, order_id from orders where order_id > ? and order_id <= ?
             order by buyer_id, order_id
                on conflict do nothing
            """;

    private static final String INSERT_ONE =
            "insert into buyer_orders (buyer_id, order_id) values (?, ?) on conflict do nothing";

    private static final String FIND_INDEXED =
            """
            select order_id from buyer_orders where buyer_id = ? and order_id < ?
             order by order_id desc limit ?
            """;

    private final TreeMap<OrderId, BuyerId> tail = new TreeMap<>();
    private final Map<BuyerId, List<OrderId>> tailByBuyer = new HashMap<>();
    private final List<List<NewOrder>> unsorted = new ArrayList<>();
    private int unsortedOrders;

    /// Fills the tail with what a former run has left.
    synchronized void load(Link link) throws SQLException {
        link.visit(
                FIND_UNINDEXED,
                row -> put(new OrderId(row.getLong(1)), new BuyerId(row.getLong(2))),
                cursor(link));
    }

    /// To be called in the transaction that makes the orders.
    void insertLate(Link link, List<NewOrder> orders) throws SQLException {
        long cursor = cursor(link);
        for (var order : orders) {
            long id = order.order().value();
            if (id <= cursor) link.update(INSERT_ONE, order.claim().buyer().value(), id);
        }
    }

    /// To be called once that transaction is done.
    synchronized void add(List<NewOrder> orders) {
        unsorted.add(orders);
        unsortedOrders += orders.size();
    }

    synchronized int unindexed() {
        return tail.size() + unsortedOrders;
    }

    /// Moves the oldest part of the tail into the table; answers how many orders that were.
    int step(SqliteDatabase database) {
        var last = lastOfStep();
        if (last.isEmpty()) return 0;
        long upTo = last.get().value();
        database.write(link -> {
            link.update(INSERT_RANGE, cursor(link), upTo);
            return link.update(MOVE_CURSOR, upTo, upTo);
        });
        return removeUpTo(last.get());
    }

    /// Ids of the buyer's orders, newest first, from before that one on.
    List<OrderId> find(SqliteDatabase database, BuyerId buyer, OrderId before, int max) {
        var found = new TreeSet<OrderId>();
        for (var order : inTail(buyer)) {
            if (order.compareTo(before) < 0) found.add(order);
        }
        found.addAll(
                database.read(link ->
                        link.list(
                                FIND_INDEXED,
                                row -> new OrderId(row.getLong(1)),
                                buyer.value(),
                                before.value(),
                                max)));
        return found.descendingSet().stream().limit(max).toList();
    }

    private static long cursor(Link link) throws SQLException {
        return link.find(FIND_CURSOR, row -> row.getLong(1)).orElseThrow();
    }

    private void sort() {
        for (var orders : unsorted) {
            for (var order : orders) put(order.order(), order.claim().buyer());
        }
        unsorted.clear();
        unsortedOrders = 0;
    }

    private void put(OrderId order, BuyerId buyer) {
        if (tail.put(order, buyer) != null) return;
        tailByBuyer.computeIfAbsent(buyer, b -> new ArrayList<>(1)).add(order);
    }

    private synchronized List<OrderId> inTail(BuyerId buyer) {
        sort();
        return List.copyOf(tailByBuyer.getOrDefault(buyer, List.of()));
    }

    private synchronized Optional<OrderId> lastOfStep() {
        sort();
        return tail.keySet().stream().limit(STEP_MAX).reduce((former, latter) -> latter);
    }

    private synchronized int removeUpTo(OrderId last) {
        var done = tail.headMap(last, true);
        int count = done.size();
        done.forEach(this::removeOfBuyer);
        done.clear();
        return count;
    }

    private void removeOfBuyer(OrderId order, BuyerId buyer) {
        var orders = tailByBuyer.get(buyer);
        orders.remove(order);
        if (orders.isEmpty()) tailByBuyer.remove(buyer);
    }
}
