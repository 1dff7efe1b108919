package dev.sluice.contracts;

import static dev.sluice.contracts.CourierSamples.DELAY;
import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.next;
import static dev.sluice.contracts.CourierSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every courier must do with claims that could not be settled at once. Part of
/// [CourierContract].
public interface CourierAsideContract {

    /// A new queue with nothing in it.
    TestLine line() throws Exception;

    @Test
    default void a_retried_claim_comes_as_the_next_attempt_and_not_before_its_delay()
            throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(2));
            var taken = take(courier, 2);

            long start = System.nanoTime();
            courier.retry(taken.get(0), DELAY);
            courier.acknowledge(List.of(taken.get(1)));

            assertEquals(List.of(next(taken.get(0))), take(courier, 1));
            assertTrue(System.nanoTime() - start >= QUIET.toNanos(), "it came at once");
            assertEquals(List.of(), courier.take(10, QUIET));
        }
    }

    @Test
    default void attempts_are_counted_over_several_retries() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(1));
            var delivery = take(courier, 1).getFirst();
            for (int attempt = 2; attempt <= 4; attempt++) {
                courier.retry(delivery, Duration.ofMillis(1));

                var again = take(courier, 1).getFirst();
                assertEquals(next(delivery), again);
                assertEquals(attempt, again.attempt());
                delivery = again;
            }
        }
    }

    @Test
    default void a_claim_that_waits_for_its_retry_does_not_hold_up_the_others() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(2));
            var taken = take(courier, 2);

            courier.retry(taken.get(0), Duration.ofMinutes(10));
            courier.retry(taken.get(1), Duration.ofMillis(100));
            var sent = deliveries(1);
            courier.send(sent);

            var expected = Set.of(next(taken.get(1)), sent.getFirst());
            assertEquals(expected, Set.copyOf(take(courier, 2)));
        }
    }

    @Test
    default void a_retry_comes_also_when_the_node_that_asked_for_it_is_gone() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(1));
            var taken = take(courier, 1).getFirst();
            courier.retry(taken, DELAY);

            courier.close();

            assertEquals(List.of(next(taken)), take(line.courier(), 1));
        }
    }

    @Test
    default void a_claim_that_is_done_is_not_retried() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(3));
            var taken = take(courier, 3);
            courier.acknowledge(List.of(taken.get(0)));
            courier.park(taken.get(1), "broken");
            courier.retry(taken.get(2), Duration.ofMillis(1));
            var again = take(courier, 1).getFirst();

            for (var done : taken) courier.retry(done, Duration.ofMillis(1));

            assertEquals(List.of(), courier.take(10, QUIET));
            courier.retry(again, Duration.ofMillis(1));
            assertEquals(List.of(next(again)), take(courier, 1));
        }
    }

    @Test
    default void a_claim_that_this_node_did_not_take_is_neither_retried_nor_parked()
            throws Exception {
        try (var line = line()) {
            var first = line.courier();
            first.send(deliveries(2));
            var taken = take(first, 2);
            var second = line.courier();

            second.retry(taken.get(0), Duration.ofMillis(1));
            second.park(taken.get(1), "broken");

            assertEquals(List.of(), first.take(10, QUIET));
            assertEquals(List.of(), second.take(10, QUIET));
            first.retry(taken.get(1), Duration.ofMillis(1));
            first.acknowledge(List.of(taken.get(0)));
            first.close();
            assertEquals(List.of(next(taken.get(1))), take(second, 1));
        }
    }

    @Test
    default void a_parked_claim_comes_no_more() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(3));
            var taken = take(courier, 3);
            courier.park(taken.get(1), "the offer is unknown");
            courier.park(taken.get(1), "the offer is unknown");
            courier.acknowledge(List.of(taken.get(0), taken.get(2)));
            courier.acknowledge(List.of(taken.get(1)));
            assertEquals(List.of(), courier.take(10, QUIET));

            courier.close();

            assertEquals(List.of(), line.courier().take(10, QUIET));
        }
    }
}
