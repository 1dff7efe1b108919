package dev.sluice.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// A database server that an order book of many nodes is kept on.
enum BookServer {
    POSTGRES("postgres", "postgres", "", Line.ORDER_POSTGRES, Line.ORDER_POSTGRES_TWIN),
    MARIADB("mariadb", "sluice", "sluice", Line.ORDER_MARIADB, Line.ORDER_MARIADB_TWIN);

    private final String server;
    private final String user;
    private final String password;
    private final Line batches;
    private final Line twin;

    BookServer(String server, String user, String password, Line batches, Line twin) {
        this.server = server;
        this.user = user;
        this.password = password;
        this.batches = batches;
        this.twin = twin;
    }

    /// Its name for `./sluice services`.
    String server() {
        return server;
    }

    String user() {
        return user;
    }

    String password() {
        return password;
    }

    Line batches() {
        return batches;
    }

    Line twin() {
        return twin;
    }

    String url(int port, String database) {
        return switch (this) {
            case POSTGRES -> "postgresql://127.0.0.1:" + port + "/" + database;
            case MARIADB -> "mariadb://127.0.0.1:" + port + "/" + database + "?sslMode=disable";
        };
    }

    void create(int port, String database) {
        // The one that is always there.
        var first = this == POSTGRES ? "postgres" : "mysql";
        try (var connection = connect(port, first);
                var statement = connection.createStatement()) {
            statement.execute("create database " + database);
        } catch (SQLException e) {
            throw new BenchFailure("no database on " + server + ": " + e.getMessage(), e);
        }
    }

    Connection connect(int port, String database) throws SQLException {
        return DriverManager.getConnection("jdbc:" + url(port, database), user, password);
    }
}
