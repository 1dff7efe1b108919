package dev.sluice.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Orders as shops write them: in one transaction, a unit less in the row of the offer if there is
/// one, a row for the order, commit. The orders have the columns and indexes that Sluice's have.
/// All transactions want the one row, and each has it until its commit is on disk.
///
/// Safe for as many threads as there are connections.
final class SqlTwin implements AutoCloseable {
    static final int CONNECTIONS = 32;

    private static final String[] SCHEMA = {
        "create table stocks (offer_id bigint primary key, stock bigint not null)",
        """
        create table orders (order_id bigint primary key, claim_id bigint not null,
            offer_id bigint not null, buyer_id bigint not null, units bigint not null,
            amount bigint not null, currency varchar(3) not null, status bigint not null,
            placed_at bigint not null, expires_at bigint not null)
        """,
        "create unique index orders_by_claim on orders (claim_id)",
        "create index orders_by_deadline on orders (status, expires_at)",
        "create index orders_by_buyer on orders (buyer_id, order_id)"
    };
    private static final String TAKE_UNIT =
            "update stocks set stock = stock - 1 where offer_id = 1 and stock >= 1";
    private static final String INSERT_ORDER =
            "insert into orders (order_id, claim_id, offer_id, buyer_id, units, amount, currency,"
                    + " status, placed_at, expires_at) values (?, ?, 1, ?, 1, 100, 'CNY', 0, ?, ?)";
    private static final String AUDIT =
            "select (select stock from stocks), (select count(*) from orders)";
    private static final long DAY_MILLIS = 86_400_000;

    private record Till(Connection connection, PreparedStatement take, PreparedStatement insert) {}

    private final BlockingQueue<Till> tills = new ArrayBlockingQueue<>(CONNECTIONS);
    private final int stock;

    SqlTwin(BookServer server, int port, String database, int stock) throws SQLException {
        this.stock = stock;
        try (var connection = server.connect(port, database);
                var statement = connection.createStatement()) {
            for (var sql : SCHEMA) statement.execute(sql);
            statement.execute("insert into stocks (offer_id, stock) values (1, " + stock + ")");
        }
        for (int i = 0; i < CONNECTIONS; i++) tills.add(open(server.connect(port, database)));
    }

    /// One unit for a new buyer.
    void order(long number) throws SQLException, InterruptedException {
        var till = tills.take();
        try {
            if (till.take.executeUpdate() != 1) throw new BenchFailure("the twin has sold out");
            long now = System.currentTimeMillis();
            till.insert.setLong(1, number + 1);
            till.insert.setLong(2, number + 1);
            till.insert.setLong(3, Ids.scattered(number));
            till.insert.setLong(4, now);
            till.insert.setLong(5, now + DAY_MILLIS);
            till.insert.executeUpdate();
            till.connection.commit();
        } finally {
            tills.add(till);
        }
    }

    void check(Faults faults, long orders) throws SQLException {
        var connection = tills.element().connection;
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(AUDIT)) {
            row.next();
            long left = row.getLong(1);
            long ordered = row.getLong(2);
            faults.check(ordered == orders, ordered + " ordered of " + orders);
            faults.check(left + ordered == stock, "units are lost: " + left + " left");
        }
    }

    @Override
    public void close() throws SQLException {
        for (var till : tills) till.connection.close();
    }

    private static Till open(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return new Till(
                connection,
                connection.prepareStatement(TAKE_UNIT),
                connection.prepareStatement(INSERT_ORDER));
    }
}
