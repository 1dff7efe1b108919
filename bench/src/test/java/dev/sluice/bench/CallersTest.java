package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class CallersTest {
    private static final Duration ROUND = Duration.ofMillis(20);

    @Test
    void every_call_of_every_round_has_a_number_of_its_own_and_is_counted() throws Exception {
        var seen = ConcurrentHashMap.<Long>newKeySet();
        var callers = new Callers(Thread.ofVirtual(), 8, number -> assertTrue(seen.add(number)));

        var first = callers.run(ROUND);
        var second = callers.run(ROUND);

        assertEquals(seen.size(), first.calls() + second.calls());
        assertEquals(seen.size(), callers.calls());
        assertTrue(second.perSecond() > 0);
    }

    @Test
    void a_call_that_fails_ends_the_run() {
        var callers =
                new Callers(
                        Thread.ofPlatform(),
                        2,
                        number -> {
                            throw new IllegalStateException("no " + number);
                        });

        var failure = assertThrows(BenchFailure.class, () -> callers.run(ROUND));
        assertTrue(failure.getMessage().contains("no "), failure.getMessage());
    }

    @Test
    void scattered_ids_are_positive_and_no_two_are_the_same() {
        var ids = ConcurrentHashMap.<Long>newKeySet();
        for (long i = 0; i < 100_000; i++) {
            long id = Ids.scattered(i);
            assertTrue(id > 0, "id " + id);
            assertTrue(ids.add(id), "again " + id);
        }
    }
}
