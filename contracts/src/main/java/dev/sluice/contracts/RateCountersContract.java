package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.RateCounters;
import dev.sluice.port.RateCounters.Drawn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What every adapter of rate counters must do. The counters of each test are new.
public interface RateCountersContract {

    Duration LONG = Duration.ofHours(1);
    Duration SHORT = Duration.ofMillis(300);

    /// The same counters as so many nodes see them.
    List<RateCounters> counters(int nodes) throws Exception;

    @Test
    default void calls_on_all_nodes_are_added_up() throws Exception {
        var nodes = counters(2);

        assertEquals(5, add(nodes.getFirst(), "a", LONG, 5));
        assertEquals(7, add(nodes.getLast(), "a", LONG, 2));
        assertEquals(8, add(nodes.getFirst(), "a", LONG, 1));
    }

    @Test
    default void many_keys_are_answered_in_their_order() throws Exception {
        var nodes = counters(2);
        var drawn = new ArrayList<Drawn>();
        var counts = new ArrayList<Long>();
        for (int i = 0; i < 2_000; i++) {
            drawn.add(new Drawn("key " + i, LONG, i));
            counts.add((long) i);
        }
        assertEquals(counts, nodes.getFirst().add(drawn));

        var backwards = drawn.reversed();
        var doubled = counts.reversed().stream().map(count -> count * 2).toList();
        assertEquals(doubled, nodes.getLast().add(backwards));
    }

    @Test
    default void asking_alone_counts_nothing() throws Exception {
        var counters = counters(1).getFirst();
        assertEquals(0, add(counters, "a", LONG, 0));
        add(counters, "a", LONG, 3);
        assertEquals(3, add(counters, "a", LONG, 0));
        assertEquals(3, add(counters, "a", LONG, 0));
        assertEquals(List.of(), counters.add(List.of()));
    }

    @Test
    default void a_key_twice_in_one_call_counts_twice() throws Exception {
        var counters = counters(1).getFirst();
        var twice = List.of(new Drawn("a", LONG, 2), new Drawn("a", LONG, 3));

        assertEquals(List.of(2L, 5L), counters.add(twice));
    }

    @Test
    default void nothing_is_lost_when_nodes_add_at_once() throws Exception {
        var nodes = counters(2);

        allAtOnce(40, i -> add(nodes.get(i % 2), "a", LONG, 10));

        assertEquals(400, add(nodes.getFirst(), "a", LONG, 0));
    }

    /// The count is begun at any moment of the adapter's clock, so also shortly before whatever
    /// boundaries it has.
    @Test
    default void a_call_counts_for_its_whole_window_and_then_no_more() throws Exception {
        var nodes = counters(2);
        for (int round = 0; round < 3; round++) {
            var key = "round " + round;
            long start = System.nanoTime();
            add(nodes.getFirst(), key, SHORT, 100);
            Soon.until(
                    "the count has ended",
                    () -> {
                        long count = add(nodes.getLast(), key, SHORT, 0);
                        boolean mayEnd = System.nanoTime() - start >= SHORT.toNanos();
                        assertTrue(count == 100 || mayEnd, "ended early: " + count);
                        return count == 0;
                    });
        }
    }

    /// Several times, since the moment when the first has ended and the second has not may pass
    /// between two looks.
    @Test
    default void calls_end_one_after_the_other_as_they_came() throws Exception {
        var counters = counters(1).getFirst();
        var rounds = new AtomicInteger();
        Soon.until(
                "the first has ended and the second has not",
                () -> countsOfTwo(counters, "round " + rounds.incrementAndGet()).contains(10L));
    }

    /// All counts that were seen after one call, and ten more half a window later, until all have
    /// ended.
    private static List<Long> countsOfTwo(RateCounters counters, String key) {
        add(counters, key, SHORT, 1);
        var counts = new ArrayList<Long>();
        long start = System.nanoTime();
        Soon.until("half a window is over", () -> System.nanoTime() - start > SHORT.toNanos() / 2);
        long second = System.nanoTime();
        add(counters, key, SHORT, 10);
        Soon.until(
                "both have ended",
                () -> {
                    counts.add(add(counters, key, SHORT, 0));
                    boolean mayEnd = System.nanoTime() - second >= SHORT.toNanos();
                    assertTrue(counts.getLast() >= 10 || mayEnd, counts::toString);
                    return counts.getLast() == 0;
                });
        var falling = new ArrayList<>(counts);
        falling.sort(Collections.reverseOrder());
        assertEquals(falling, counts);
        return counts;
    }

    private static long add(RateCounters counters, String key, Duration window, int calls) {
        return counters.add(List.of(new Drawn(key, window, calls))).getFirst();
    }
}
