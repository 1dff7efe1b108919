package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The twin has to be right too, or the comparison means nothing.
class TwinBookTest {
    @TempDir private Path folder;

    @Test
    void of_many_buyers_who_race_for_a_few_units_a_few_are_served() throws Exception {
        var book = new TwinBook(folder.resolve("db"), 10, 4);
        try (var threads = Executors.newFixedThreadPool(8)) {
            var claims =
                    IntStream.range(0, 60)
                            .mapToObj(i -> (Callable<Boolean>) () -> book.claim("b" + i, 1) != null)
                            .toList();
            int served = 0;
            for (var claim : threads.invokeAll(claims)) if (claim.get()) served++;

            assertEquals(10, served);
        }
        assertEquals(0, book.audit().getLong("left"));
        assertEquals(10, book.audit().getLong("ordered"));
    }

    @Test
    void a_buyer_is_refused_the_second_unit() throws Exception {
        var book = new TwinBook(folder.resolve("db"), 10, 1);

        assertNotNull(book.claim("ann", 1));
        assertNull(book.claim("ann", 1));
        assertEquals(9, book.audit().getLong("left"));
    }
}
