package dev.sluice.sql;

import dev.sluice.sql.base.SqliteDatabase;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.book.SqlRefunds;
import dev.sluice.sql.shop.SqlAccounts;
import dev.sluice.sql.shop.SqlCatalogue;
import dev.sluice.sql.shop.SqlGrants;
import dev.sluice.sql.shop.SqlNodes;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A new book on disk for each test, with all its adapters.
public class SqliteFixture {

    @TempDir protected Path folder;

    private SqliteDatabase database;
    private SqlOrderBook book;

    @BeforeEach
    public void open() {
        database = SqliteDatabase.open(file());
        book = new SqlOrderBook(database);
    }

    @AfterEach
    public void close() {
        database.close();
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

    public SqlRefunds refunds() {
        return new SqlRefunds(database);
    }

    public SqlNodes nodes() {
        return new SqlNodes(database);
    }

    public SqliteDatabase database() {
        return database;
    }

    public Path file() {
        return folder.resolve("book.db");
    }
}
