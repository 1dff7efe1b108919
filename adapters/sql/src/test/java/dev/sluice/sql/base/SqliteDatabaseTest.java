package dev.sluice.sql.base;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Unavailable;
import dev.sluice.sql.SqliteFixture;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteErrorCode;

/// Connections, transactions, migrations and failures.
class SqliteDatabaseTest extends SqliteFixture {

    private static final String PUT =
            "insert into shared_values (name, value) values ('a', 'b') on conflict do nothing";

    @Test
    void the_file_is_in_wal_mode_and_fully_synchronous() {
        assertEquals("wal", pragma("journal_mode"));
        assertEquals("2", pragma("synchronous"));
        assertEquals("5000", pragma("busy_timeout"));
    }

    @Test
    void a_newer_schema_is_refused() throws Exception {
        database().write(link -> link.update("insert into schema_version (version) values (99)"));
        close();

        var refusal = assertThrows(IllegalStateException.class, () -> SqliteDatabase.open(file()));

        assertTrue(refusal.getMessage().contains("schema version 99"), refusal.getMessage());
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.executeUpdate("delete from schema_version where version = 99");
        }
        open();
    }

    @Test
    void what_is_no_database_is_refused() throws Exception {
        var file = folder.resolve("text.db");
        Files.writeString(file, "this is not a database, whatever its name says. ".repeat(100));

        assertThrows(Unavailable.class, () -> SqliteDatabase.open(file));
    }

    @Test
    void a_folder_that_is_not_there_is_told_with_its_name() {
        var file = folder.resolve("missing").resolve("book.db");

        var failure = assertThrows(Unavailable.class, () -> SqliteDatabase.open(file));

        assertTrue(failure.getMessage().contains("missing"), failure.getMessage());
    }

    @Test
    void an_exception_in_the_middle_leaves_nothing_behind() {
        assertThrows(
                ArithmeticException.class,
                () ->
                        database()
                                .write(link -> {
                                    link.update(PUT);
                                    throw new ArithmeticException("in the middle");
                                }));

        assertEquals(Optional.empty(), nodes().findValue("a"));
        database().write(link -> link.update(PUT));
        assertEquals(Optional.of("b"), nodes().findValue("a"));
    }

    @Test
    void a_failing_disk_makes_the_book_unavailable() {
        var failure =
                assertThrows(
                        Unavailable.class,
                        () ->
                                database()
                                        .write(link -> {
                                            link.update(PUT);
                                            throw diskFull();
                                        }));

        assertTrue(failure.getMessage().contains("book.db"), failure.getMessage());
        assertEquals(Optional.empty(), nodes().findValue("a"));
    }

    @Test
    void a_broken_constraint_is_a_mistake_and_not_an_outage() {
        catalogue().insertProduct(product(1));

        assertThrows(IllegalStateException.class, () -> catalogue().insertProduct(product(1)));
    }

    @Test
    void a_reader_cannot_write() {
        assertThrows(Unavailable.class, () -> database().read(link -> link.update(PUT)));
        assertEquals(Optional.empty(), nodes().findValue("a"));
    }

    @Test
    void a_closed_database_is_unavailable() {
        close();

        assertThrows(Unavailable.class, () -> nodes().findValue("a"));
        assertThrows(Unavailable.class, () -> nodes().putValue("a", "b"));
    }

    @Test
    void a_reader_sees_one_state_throughout() {
        var count = "select count(*) from shared_values";

        var counts =
                database()
                        .read(link -> {
                            int before = link.find(count, r -> r.getInt(1)).orElseThrow();
                            database().write(writer -> writer.update(PUT));
                            int after = link.find(count, r -> r.getInt(1)).orElseThrow();
                            return before + " " + after;
                        });

        assertEquals("0 0", counts);
        assertEquals(Optional.of("b"), nodes().findValue("a"));
    }

    private static SQLException diskFull() {
        return new SQLException("disk full", null, SQLiteErrorCode.SQLITE_FULL.code);
    }

    private String pragma(String name) {
        return database().write(link -> pragma(link, name));
    }

    private static String pragma(Link link, String name) throws SQLException {
        return link.find("pragma " + name, row -> row.getString(1)).orElseThrow();
    }
}
