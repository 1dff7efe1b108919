package dev.sluice.sql;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A book on a real server, in a database that the test class has to itself and that is empty at
/// the beginning of each test.
abstract class SharedFixture {

    /// The databases that this run has created anew.
    private static final Set<String> CREATED = new HashSet<>();

    private static final List<String> TABLES =
            List.of(
                    "products",
                    "sales",
                    "offers",
                    "orders",
                    "lost_claims",
                    "payments",
                    "movements",
                    "buyers",
                    "sessions",
                    "codes",
                    "grants",
                    "leases",
                    "leaders",
                    "secrets",
                    "shared_values",
                    "restocks");

    private SharedDatabase database;
    private SqlOrderBook book;

    /// The address of a database on the server, ours or the one that is always there.
    abstract String url(String database);

    abstract String user();

    /// The database that is always there.
    abstract String first();

    @BeforeEach
    void prepare() throws SQLException {
        if (CREATED.add(getClass().getName())) create(name());
        open();
        database.writeAside(link -> {
            for (var table : TABLES) link.update("delete from " + table);
            return null;
        });
    }

    @AfterEach
    void close() {
        if (database != null) database.close();
    }

    public void restart() {
        close();
        open();
    }

    public SqlOrderBook book() {
        return book;
    }

    public SqlCatalogue catalogue() {
        return new SqlCatalogue(database);
    }

    public SqlAccounts accounts() {
        return new SqlAccounts(database);
    }

    public SqlGrants grants() {
        return new SqlGrants(database);
    }

    public SqlNodes nodes() {
        return new SqlNodes(database);
    }

    SharedDatabase database() {
        return database;
    }

    SqlConfig config() {
        var url = url(name());
        return new SqlConfig(url, user(), "", Optional.empty(), 8, SqlConfig.TIMEOUT);
    }

    String name() {
        return "sluice_" + getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /// Drops and creates a database of this name.
    void create(String name) throws SQLException {
        execute(first(), "drop database if exists " + name, "create database " + name);
    }

    /// Statements past the adapters.
    void execute(String database, String... statements) throws SQLException {
        var url = "jdbc:" + url(database);
        try (var connection = DriverManager.getConnection(url, user(), "");
                var statement = connection.createStatement()) {
            for (var sql : statements) statement.execute(sql);
        }
    }

    /// What a query answers in its first column, past the adapters.
    List<String> ask(String sql) throws SQLException {
        var answers = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:" + url(name()), user(), "");
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) answers.add(rows.getString(1));
        }
        return answers;
    }

    private void open() {
        database = SharedDatabase.open(config());
        book = new SqlOrderBook(database);
    }
}
