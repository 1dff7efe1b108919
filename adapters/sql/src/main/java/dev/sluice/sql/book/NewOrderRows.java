package dev.sluice.sql.book;

import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.PostgresDialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;

/// How a batch of new orders is written in as few statements as possible.
final class NewOrderRows {

    private static final String INSERT =
            """
            insert into orders (order_id, claim_id, offer_id, buyer_id, units, amount, currency,
                status, placed_at, expires_at)
            """;

    /// Many rows in one statement take half the time of one by one, and a third of what it takes to
    /// pick them out of JSON.
    private static final int[] SIZES = {1_000, 100, 10, 1};

    private static final String[] INSERTS = {insert(1_000), insert(100), insert(10), insert(1)};

    /// A column each, whatever the number of rows: the statement is always the same.
    private static final String INSERT_COLUMNS =
            INSERT
                    + """
                    select new.*
                      from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]),
                           cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]),
                           cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]),
                           cast(? as bigint[])) as new
                    """;

    private NewOrderRows() {}

    static void insert(Link link, List<NewOrder> orders) throws SQLException {
        if (orders.isEmpty()) return;
        if (link.dialect() instanceof PostgresDialect) insertColumns(link, orders);
        else insertRows(link, orders);
    }

    private static void insertRows(Link link, List<NewOrder> orders) throws SQLException {
        int done = 0;
        // The largest saves ways to a server; within the process it would save nothing.
        for (int i = link.dialect().isShared() ? 0 : 1; i < SIZES.length; i++) {
            while (orders.size() - done >= SIZES[i]) {
                var statement = link.statement(INSERTS[i]);
                int next = 1;
                for (var order : orders.subList(done, done + SIZES[i])) {
                    next = bind(statement, next, order);
                }
                statement.executeUpdate();
                done += SIZES[i];
            }
        }
    }

    private static void insertColumns(Link link, List<NewOrder> orders) throws SQLException {
        link.update(
                INSERT_COLUMNS,
                column(orders, order -> order.order().value()),
                column(orders, order -> order.claim().id().value()),
                column(orders, order -> order.claim().offer().value()),
                column(orders, order -> order.claim().buyer().value()),
                column(orders, order -> order.claim().quantity()),
                column(orders, order -> order.total().amount()),
                orders.stream().map(order -> order.total().currency()).toArray(String[]::new),
                new long[orders.size()],
                column(orders, order -> order.placedAt().toEpochMilli()),
                column(orders, order -> order.expiresAt().toEpochMilli()));
    }

    private static long[] column(List<NewOrder> orders, ToLongFunction<NewOrder> value) {
        return orders.stream().mapToLong(value).toArray();
    }

    private static int bind(PreparedStatement statement, int next, NewOrder order)
            throws SQLException {
        var claim = order.claim();
        statement.setLong(next++, order.order().value());
        statement.setLong(next++, claim.id().value());
        statement.setLong(next++, claim.offer().value());
        statement.setLong(next++, claim.buyer().value());
        statement.setInt(next++, claim.quantity());
        statement.setLong(next++, order.total().amount());
        statement.setString(next++, order.total().currency());
        statement.setLong(next++, order.placedAt().toEpochMilli());
        statement.setLong(next++, order.expiresAt().toEpochMilli());
        return next;
    }

    private static String insert(int rows) {
        var row = "(?, ?, ?, ?, ?, ?, ?, 0, ?, ?)";
        return INSERT + " values " + String.join(", ", Collections.nCopies(rows, row));
    }
}
