package dev.sluice.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.plain.ManualClock;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class SnowflakesTest {

    private final ManualClock clock = new ManualClock();

    @Test
    void ids_rise_and_tell_their_time() {
        var ids = snowflakes(3, Instant.EPOCH);
        long last = -1;
        for (int i = 0; i < 10_000; i++) {
            long id = ids.next();
            assertTrue(id > last, id + " after " + last);
            last = id;
            if (i % 100 == 0) clock.advance(Duration.ofMillis(1));
        }
        assertEquals(clock.instant(), Snowflakes.timeOf(last));
    }

    @Test
    void threads_never_get_the_same_id() throws Exception {
        var ids = snowflakes(3, Instant.EPOCH);
        var seen = ConcurrentHashMap.<Long>newKeySet();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) seen.add(ids.next());
                });
            }
        }
        assertEquals(80_000, seen.size());
    }

    @Test
    void workers_never_make_the_same_id() {
        var seen = new HashSet<Long>();
        for (int worker = 0; worker < Snowflakes.WORKERS; worker++) {
            var ids = snowflakes(worker, Instant.EPOCH);
            for (int i = 0; i < 20; i++) seen.add(ids.next());
        }
        assertEquals(20 * Snowflakes.WORKERS, seen.size());
    }

    @Test
    void a_clock_that_goes_back_repeats_no_id_and_no_order() {
        var ids = snowflakes(3, Instant.EPOCH);
        long before = ids.next();
        clock.set(clock.instant().minusSeconds(3_600));
        assertTrue(ids.next() > before);
    }

    /// Others take the time from its end on for theirs, whatever this node's clock says.
    @Test
    void no_id_is_of_a_time_behind_the_lease_even_when_the_clock_goes_back() {
        var ids = new Snowflakes(3, Instant.EPOCH, clock, () -> -1L);
        var until = clock.instant().plusMillis(3);
        ids.endAt(until);
        clock.set(clock.instant().minusSeconds(3_600));
        ids.become(3, until.minusMillis(2));

        long last = 0;
        try {
            while (true) last = ids.next();
        } catch (Unavailable over) {
            assertTrue(Snowflakes.timeOf(last).isBefore(until));
        }
        assertThrows(Unavailable.class, ids::check);
        assertEquals(Snowflakes.timeOf(last), ids.usedUpTo());
        ids.endAt(until.plusMillis(1));
        assertTrue(ids.next() > last);
    }

    @Test
    void an_earlier_holder_of_the_number_has_made_no_id_that_follows() {
        var earlier = snowflakes(3, Instant.EPOCH);
        long last = earlier.next();
        for (int i = 0; i < 500; i++) last = earlier.next();

        assertTrue(snowflakes(3, clock.instant()).next() > last);
    }

    @Test
    void an_idle_millisecond_starts_anywhere_and_steps_differ() {
        var ids = snowflakes(3, Instant.EPOCH);
        var starts = new HashSet<Long>();
        var steps = new HashSet<Long>();
        for (int i = 0; i < 200; i++) {
            clock.advance(Duration.ofMillis(1));
            long first = ids.next();
            starts.add(first & 4_095);
            steps.add(ids.next() - first);
        }
        assertTrue(starts.size() > 100, "starts " + starts.size());
        assertEquals(4, steps.size());
    }

    @Test
    void a_worker_number_out_of_range_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> snowflakes(-1, Instant.EPOCH));
        assertThrows(IllegalArgumentException.class, () -> snowflakes(1_024, Instant.EPOCH));
    }

    @Test
    void no_id_is_made_after_the_lease_has_run_out_and_another_number_goes_on() {
        var ids = snowflakes(3, Instant.EPOCH);
        ids.endAt(clock.instant().plusSeconds(60));
        long before = ids.next();
        clock.advance(Duration.ofSeconds(60));
        assertThrows(Unavailable.class, ids::next);

        ids.become(4, clock.instant());
        ids.endAt(clock.instant().plusSeconds(60));

        assertTrue(ids.next() > before);
        assertEquals(4, ids.next() >>> 12 & 1_023);
    }

    private Snowflakes snowflakes(int worker, Instant usedUpTo) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(worker);
        return new Snowflakes(worker, usedUpTo, clock, random);
    }
}
