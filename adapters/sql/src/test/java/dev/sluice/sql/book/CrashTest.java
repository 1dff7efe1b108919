package dev.sluice.sql.book;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.BookFixture;
import dev.sluice.sql.SqliteFixture;
import dev.sluice.sql.audit.LedgerReplay;
import dev.sluice.sql.base.SqliteDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a process that dies leaves behind: the files as they are at that moment.
class CrashTest extends SqliteFixture implements BookFixture {

    @Test
    void what_was_answered_is_there_after_a_crash() {
        publish(100);
        var outcomes = book().settle(orders(1, 51));
        book().cancel(orderId(1), LATER);

        var left = leftBehind();

        try (var database = SqliteDatabase.open(left)) {
            var book = new SqlOrderBook(database);
            assertEquals(book().balance(OFFER), book.balance(OFFER));
            assertEquals(outcomes, book.settle(orders(1, 51)));
        }
        assertEquals(List.of(), LedgerReplay.of(left).findings());
    }

    @Test
    void half_a_transaction_is_gone_after_a_crash() {
        publish(100);
        var before = book().balance(OFFER);

        var left =
                database()
                        .write(link -> {
                            new SettlingBatch(link, orders(1, 51)).settle(new BuyerUnits());
                            return leftBehind();
                        });

        try (var database = SqliteDatabase.open(left)) {
            assertEquals(before, new SqlOrderBook(database).balance(OFFER));
        }
        assertEquals(List.of(), LedgerReplay.of(left).findings());
    }

    private Path leftBehind() {
        var copy = folder.resolve("left.db");
        try {
            Files.copy(file(), copy);
            Files.copy(Path.of(file() + "-wal"), Path.of(copy + "-wal"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return copy;
    }
}
