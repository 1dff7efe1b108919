package dev.sluice.sql;

import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.base.SqlConfig;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.book.SqlRefunds;
import dev.sluice.sql.shop.SqlAccounts;
import dev.sluice.sql.shop.SqlCatalogue;
import dev.sluice.sql.shop.SqlGrants;
import dev.sluice.sql.shop.SqlNodes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A book on a real server, in a database that the test class has to itself and that is empty at
/// the beginning of each test.
abstract class SharedFixture implements ServerFixture {

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
                    "restocks",
                    "deposits",
                    "refunds");

    /// So long that no server of a busy machine meets it; tests of the limit have their own.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private SharedDatabase database;
    private SqlOrderBook book;

    /// The database that is always there.
    abstract String first();

    abstract String password();

    @BeforeEach
    void prepare() throws SQLException {
        if (CREATED.add(name())) create(name());
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

    @Override
    public void restart() {
        close();
        open();
    }

    @Override
    public SqlOrderBook book() {
        return book;
    }

    @Override
    public SqlCatalogue catalogue() {
        return new SqlCatalogue(database);
    }

    public SqlAccounts accounts() {
        return new SqlAccounts(database);
    }

    public SqlGrants grants() {
        return new SqlGrants(database);
    }

    public SqlRefunds refunds() {
        return new SqlRefunds(database);
    }

    public SqlNodes nodes() {
        return new SqlNodes(database);
    }

    @Override
    public SharedDatabase database() {
        return database;
    }

    @Override
    public SqlConfig config(String name) {
        return new SqlConfig(url(name), user(), password()).withTimeout(PATIENCE);
    }

    @Override
    public String name() {
        return "sluice_" + getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    @Override
    public void create(String name) throws SQLException {
        drop(name);
        try (var connection = connect(first());
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
    }

    @Override
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:" + url(database), user(), password());
    }

    @Override
    public List<String> ask(String sql) throws SQLException {
        var answers = new ArrayList<String>();
        try (var connection = connect(name());
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) return answers;
            var rows = statement.getResultSet();
            while (rows.next()) answers.add(rows.getString(1));
        }
        return answers;
    }

    abstract String url(String database);

    abstract String user();

    private void open() {
        database = SharedDatabase.open(config(name()));
        book = new SqlOrderBook(database);
    }
}
