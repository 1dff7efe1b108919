package dev.sluice.capture;

import dev.sluice.contracts.ChangedShop;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;

/// A database of a name of its own on a real server, with the tables of the catalogue.
final class TestBase implements ChangedShop.Place {

    static final RandomGenerator RANDOM = RandomGenerator.getDefault();

    private static final List<String> TABLES =
            List.of(
                    """
                    create table products (
                      product_id bigint primary key,
                      name text not null,
                      description text not null,
                      image_url text
                    )
                    """,
                    """
                    create table sales (
                      sale_id bigint primary key,
                      title text not null,
                      opens_at bigint not null,
                      closes_at bigint not null,
                      stage varchar(20) not null,
                      challenge varchar(20) not null,
                      gate_factor bigint not null,
                      pay_within bigint not null,
                      repeats varchar(20) not null,
                      previous_id bigint unique,
                      created_at bigint not null
                    )
                    """,
                    """
                    create table offers (
                      offer_id bigint primary key,
                      sale_id bigint not null,
                      position bigint not null,
                      product_id bigint not null,
                      amount bigint not null,
                      currency varchar(3) not null,
                      list_amount bigint,
                      list_currency varchar(3),
                      stock bigint not null,
                      per_buyer bigint not null,
                      stocked bigint not null,
                      unpaid bigint not null default 0,
                      paid bigint not null default 0
                    )
                    """);

    private final String server;
    private final String root;
    private String name;

    private TestBase(String server, String root) {
        this.server = server;
        this.root = root;
    }

    static TestBase mariaDb(int port) {
        return new TestBase("mariadb://127.0.0.1:" + port + "/", "root");
    }

    static TestBase postgres(int port) {
        return new TestBase("postgresql://127.0.0.1:" + port + "/", "postgres");
    }

    /// A new one with the tables; a former one goes.
    void create() throws SQLException {
        createEmpty();
        createTables();
    }

    void createEmpty() throws SQLException {
        drop();
        name = "capture_" + Long.toHexString(RANDOM.nextLong());
        run("create database " + name);
    }

    void drop() throws SQLException {
        if (name == null) return;
        if (isPostgres()) awaitNoSlot();
        run("drop database " + name + (isPostgres() ? " with (force)" : ""));
        name = null;
    }

    /// The server needs a moment to see that a connection is gone.
    private void awaitNoSlot() throws SQLException {
        var sql =
                "select count(*), pg_sleep(0.02) from pg_replication_slots where database = '"
                        + name
                        + "'";
        int left = 1;
        try (var connection = open("postgres");
                var statement = connection.prepareStatement(sql)) {
            for (int tries = 0; left > 0 && tries < 3_000; tries++) {
                try (var rows = statement.executeQuery()) {
                    rows.next();
                    left = rows.getInt(1);
                }
            }
        }
        if (left > 0) throw new SQLException("a slot is still there in " + name);
    }

    /// On the server, apart from the database.
    void run(String sql) throws SQLException {
        var first = isPostgres() ? "postgres" : "mysql";
        try (var connection = open(first);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// In the database.
    void edit(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void createTables() throws SQLException {
        for (var table : TABLES) edit(table);
    }

    String name() {
        return name;
    }

    /// Its address, without a user.
    String url() {
        return server + name + options();
    }

    String root() {
        return root;
    }

    LoggedChanges changes(String user, String password) {
        return LoggedChanges.of(CaptureConfig.of(url(), user, password), RANDOM);
    }

    @Override
    public Connection connect() throws SQLException {
        return open(name);
    }

    @Override
    public LoggedChanges changes() {
        return changes(root, "");
    }

    private Connection open(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:" + server + database + options(), root, "");
    }

    private String options() {
        return isPostgres() ? "" : "?sslMode=disable";
    }

    private boolean isPostgres() {
        return server.startsWith("postgres");
    }
}
