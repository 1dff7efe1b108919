package dev.sluice.sql.book;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OrderId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
/// The tail is two arrays of plain numbers: a crowd's orders must not become a million objects that
/// the garbage collector copies while the crowd is waiting. Looking for a buyer goes through all of
/// it, which is fast, and it is short as soon as the crowd is served.
final class BuyerIndex {

    private static final int STEP_MAX = 20_000;
    private static final int TAIL_EXPECTED = 1_024;

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

    // The tail, guarded by this object: the order with its buyer at the same place.
    private long[] orders = new long[TAIL_EXPECTED];
    private long[] buyers = new long[TAIL_EXPECTED];
    private int size;

    /// Fills the tail with what a former run has left.
    synchronized void load(Link link) throws SQLException {
        link.visit(FIND_UNINDEXED, row -> put(row.getLong(1), row.getLong(2)), cursor(link));
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
    synchronized void add(List<NewOrder> settled) {
        for (var order : settled) put(order.order().value(), order.claim().buyer().value());
    }

    synchronized int unindexed() {
        return size;
    }

    /// Moves the oldest part of the tail into the table; answers how many orders that were.
    int step(Database database) {
        long upTo = lastOfStep();
        if (upTo < 0) return 0;
        database.write(link -> {
            link.update(INSERT_RANGE, cursor(link), upTo);
            return link.update(MOVE_CURSOR, upTo, upTo);
        });
        return removeUpTo(upTo);
    }

    /// Ids of the buyer's orders, newest first, from before that one on.
    List<OrderId> find(Database database, BuyerId buyer, OrderId before, int max) {
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

    private void put(long order, long buyer) {
        if (size == orders.length) {
            orders = Arrays.copyOf(orders, 2 * size);
            buyers = Arrays.copyOf(buyers, 2 * size);
        }
        orders[size] = order;
        buyers[size++] = buyer;
    }

    private synchronized List<OrderId> inTail(BuyerId buyer) {
        var found = new ArrayList<OrderId>();
        for (int i = 0; i < size; i++) {
            if (buyers[i] == buyer.value()) found.add(new OrderId(orders[i]));
        }
        return found;
    }

    /// The highest id of the next step, or -1 when there is nothing to do.
    private synchronized long lastOfStep() {
        if (size == 0) return -1;
        var sorted = Arrays.copyOf(orders, size);
        Arrays.sort(sorted);
        return sorted[Math.min(STEP_MAX, size) - 1];
    }

    private synchronized int removeUpTo(long last) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (orders[i] <= last) continue;
            orders[kept] = orders[i];
            buyers[kept++] = buyers[i];
        }
        int removed = size - kept;
        size = kept;
        return removed;
    }
}
