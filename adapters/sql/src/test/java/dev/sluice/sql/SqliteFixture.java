package dev.sluice.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A new book on disk for each test, with all its adapters.
class SqliteFixture {

    @TempDir Path folder;

    private SqliteDatabase database;
    private SqlOrderBook book;

    @BeforeEach
    void open() {
        database = SqliteDatabase.open(file());
        book = new SqlOrderBook(database);
    }

    @AfterEach
    void close() {
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

    SqliteDatabase database() {
        return database;
    }

    Path file() {
        return folder.resolve("book.db");
    }
}
