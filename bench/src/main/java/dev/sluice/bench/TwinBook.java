package dev.sluice.bench;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The plain twin's tables, as durable as Sluice's: SQLite, write-ahead log, `synchronous` full.
///
/// A claim takes a connection from a pool, begins, checks the stock and the buyer's limit, inserts
/// the order, takes the units, and commits. Threads wait for a connection, and connections wait for
/// SQLite's one write lock. Safe for all threads.
final class TwinBook {
    private static final int LIMIT = 1;
    private static final String SCHEMA =
            """
            create table offers (id integer primary key, stock integer not null);
            create table orders (id integer primary key, offer_id integer not null,
                buyer text not null, units integer not null, placed_at text not null);
            create index orders_by_buyer on orders (offer_id, buyer);
            """;
    private static final String STOCK = "select stock from offers where id = 1";
    private static final String UNITS_OF_BUYER =
            "select coalesce(sum(units), 0) from orders where offer_id = 1 and buyer = ?";
    private static final String INSERT_ORDER =
            "insert into orders (offer_id, buyer, units, placed_at)"
                    + " values (1, ?, ?, datetime('now')) returning id";
    private static final String TAKE_UNITS =
            "update offers set stock = stock - ? where id = 1 and stock >= ?";
    private static final String AUDIT =
            "select (select stock from offers where id = 1),"
                    + " (select coalesce(sum(units), 0) from orders)";

    private final BlockingQueue<Connection> pool;

    TwinBook(Path file, int stock, int connections) throws SQLException {
        this.pool = new ArrayBlockingQueue<>(connections);
        for (int i = 0; i < connections; i++) pool.add(open(file));
        var first = pool.element();
        try (var statement = first.createStatement()) {
            for (var part : SCHEMA.split(";\n")) statement.execute(part);
            statement.execute("insert into offers (id, stock) values (1, " + stock + ")");
        }
    }

    /// The order, or null when the claim is refused.
    JsonObject claim(String buyer, int units) throws SQLException, InterruptedException {
        var connection = pool.take();
        try {
            run(connection, "begin immediate");
            var order = order(connection, buyer, units);
            run(connection, order < 0 ? "rollback" : "commit");
            return order < 0
                    ? null
                    : new JsonObject().put("orderId", order).put("status", "UNPAID");
        } catch (SQLException e) {
            run(connection, "rollback");
            throw e;
        } finally {
            pool.add(connection);
        }
    }

    JsonObject audit() throws SQLException, InterruptedException {
        var connection = pool.take();
        try (var statement = connection.prepareStatement(AUDIT);
                var row = statement.executeQuery()) {
            row.next();
            return new JsonObject().put("left", row.getLong(1)).put("ordered", row.getLong(2));
        } finally {
            pool.add(connection);
        }
    }

    private static long order(Connection connection, String buyer, int units) throws SQLException {
        if (number(connection, STOCK) < units) return -1;
        if (number(connection, UNITS_OF_BUYER, buyer) + units > LIMIT) return -1;
        long order = number(connection, INSERT_ORDER, buyer, units);
        try (var take = prepare(connection, TAKE_UNITS, units, units)) {
            return take.executeUpdate() == 1 ? order : -1;
        }
    }

    private static long number(Connection connection, String sql, Object... values)
            throws SQLException {
        try (var statement = prepare(connection, sql, values);
                var row = statement.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values)
            throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        return statement;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection open(Path file) throws SQLException {
        var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        run(connection, "pragma journal_mode = wal");
        run(connection, "pragma synchronous = full");
        run(connection, "pragma busy_timeout = 30000");
        return connection;
    }
}
