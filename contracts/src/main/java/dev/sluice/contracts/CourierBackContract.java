package dev.sluice.contracts;

import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.drain;
import static dev.sluice.contracts.CourierSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every courier must do with claims that a node has taken and cannot settle, for no fault of
/// theirs. Part of [CourierContract].
public interface CourierBackContract {

    /// More often than the broker forgives a message that it delivers in vain.
    default int often() {
        return 60;
    }

    /// A new queue with nothing in it.
    TestLine line() throws Exception;

    /// The first courier has all of it, taken or on its way, and gives back what it has not even
    /// taken.
    @Test
    default void what_a_node_gives_back_comes_to_another_with_all_that_had_arrived_there()
            throws Exception {
        try (var line = line()) {
            var first = line.courier();
            var sent = deliveries(300);
            first.send(sent);
            var taken = take(first, 10);

            first.giveBack(taken);

            var second = line.courier();
            assertTrue(drain(second, sent).containsAll(sent));
        }
    }

    @Test
    default void what_is_given_back_often_is_the_same_attempt_and_is_never_parked()
            throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(3));
            var taken = take(courier, 3);

            for (int i = 0; i < often(); i++) {
                courier.giveBack(taken);
                assertEquals(Set.copyOf(taken), Set.copyOf(take(courier, 3)), "round " + i);
            }

            courier.acknowledge(taken);
            assertEquals(List.of(), courier.take(10, QUIET));
        }
    }

    @Test
    default void a_node_that_has_given_back_can_go_on() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(2));
            courier.giveBack(take(courier, 2));
            courier.giveBack(List.of());
            var more = deliveries(2);
            courier.send(more);

            assertTrue(drain(courier, more).containsAll(more));
        }
    }
}
