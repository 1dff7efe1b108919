package dev.sluice.capture;

import dev.sluice.port.Unavailable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/// What has to be there in PostgreSQL before its log can be read, and what to tell the operator
/// when it is not. The publication says which tables are sent; all nodes share it, and it stays.
final class PostgresServer {

    private static final String FIND_TABLES =
            "select tablename from pg_tables where schemaname = ?";

    private static final String FIND_PUBLISHED =
            "select tablename from pg_publication_tables where pubname = ? and schemaname = ?";

    private static final String PUBLICATION_EXISTS =
            "select 1 from pg_publication where pubname = ?";

    private static final String DUPLICATE = "42710";
    private static final String PRIVILEGE_MISSING = "42501";

    private final CaptureConfig config;

    PostgresServer(CaptureConfig config) {
        this.config = config;
    }

    String publication() {
        return "sluice_" + config.schema();
    }

    /// A connection for statements.
    Connection connect() throws SQLException {
        return DriverManager.getConnection(config.jdbcUrl(), properties());
    }

    /// A connection for the log. A new slot waits for the transactions that are open; the limit
    /// makes it give up where the server would otherwise wait on for a client that left.
    Connection connectToLog() throws SQLException {
        var properties = properties();
        properties.setProperty("replication", "database");
        properties.setProperty("assumeMinServerVersion", "10");
        properties.setProperty("preferQueryMode", "simple");
        var options = properties.getProperty("options", "");
        properties.setProperty("options", (options + " -c lock_timeout=3000").strip());
        return DriverManager.getConnection(config.jdbcUrl(), properties);
    }

    /// Checks the settings, and makes the publication when it is not there.
    void prepare(Connection connection) throws SQLException {
        var level = one(connection, "show wal_level").orElse("");
        require(
                level.equals("logical"),
                "wal_level is "
                        + level
                        + ": set wal_level=logical in postgresql.conf and restart"
                        + " the server");
        var there = tables(connection, FIND_TABLES, config.schema());
        for (var table : Watched.values()) {
            require(
                    there.contains(table.table()),
                    "there is no table " + table.table() + " in the schema " + config.schema());
        }
        var published = tables(connection, FIND_PUBLISHED, publication(), config.schema());
        if (published.containsAll(names())) return;
        boolean exists = one(connection, PUBLICATION_EXISTS, publication()).isPresent();
        publish(connection, (exists ? "alter" : "create") + statement(exists));
    }

    /// What became of the connection, for the operator.
    Unavailable fault(SQLException e) {
        var role = quoted(config.user());
        var advice =
                switch (e.getSQLState() == null ? "" : e.getSQLState()) {
                    case PRIVILEGE_MISSING ->
                            "the role may not read the log: alter role " + role + " replication";
                    case "28P01", "28000" -> "the database refuses the login of role " + role;
                    case "53300", "53400" ->
                            "all connections, slots or senders are taken: raise"
                                    + " max_replication_slots and max_wal_senders; every node takes"
                                    + " one of each";
                    case "55P03" ->
                            "a transaction has been open for long, and reading the log can begin"
                                    + " only after it: look for it in pg_stat_activity";
                    default -> "the log cannot be read";
                };
        return new Unavailable(advice + " (" + e.getMessage() + ")", e);
    }

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private void publish(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            // Another node was faster.
            if (DUPLICATE.equals(e.getSQLState())) return;
            if (!PRIVILEGE_MISSING.equals(e.getSQLState())) throw e;
            throw new Unavailable(
                    "the role may not say which tables are sent; the owner of the tables has to"
                            + " run this once: "
                            + sql,
                    e);
        }
    }

    private String statement(boolean exists) {
        var tables =
                Arrays.stream(Watched.values())
                        .map(table -> quoted(config.schema()) + "." + table.table())
                        .collect(Collectors.joining(", "));
        return " publication "
                + quoted(publication())
                + (exists ? " set" : " for")
                + " table "
                + tables;
    }

    private Properties properties() {
        var properties = config.properties();
        properties.putIfAbsent("connectTimeout", "5");
        properties.putIfAbsent("loginTimeout", "10");
        properties.putIfAbsent("socketTimeout", "20");
        properties.putIfAbsent("ApplicationName", "sluice changes");
        return properties;
    }

    private static Set<String> names() {
        return Arrays.stream(Watched.values()).map(Watched::table).collect(Collectors.toSet());
    }

    private static Set<String> tables(Connection connection, String sql, String... values)
            throws SQLException {
        var tables = new HashSet<String>();
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) statement.setString(i + 1, values[i]);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) tables.add(rows.getString(1).toLowerCase(Locale.ROOT));
            }
        }
        return tables;
    }

    private static Optional<String> one(Connection connection, String sql, String... values)
            throws SQLException {
        return tables(connection, sql, values).stream().findAny();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new Unavailable(otherwise, null);
    }
}
