package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.queueAndTake;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.ClaimQueue.Delivery;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a claim queue must do that tells by a clock when a retry is due, besides
/// [ClaimQueueContract]: nothing waits until a clock that was put back has caught up.
public interface ClaimQueueClockContract {

    Duration BACK = Duration.ofHours(-2);
    Duration DELAY = Duration.ofSeconds(30);

    /// New stores over nothing, whose clock is the test's.
    TestStores open();

    @Test
    default void a_retry_comes_although_the_clock_was_put_back() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 2);
            stores.queue().retry(taken.get(0), stores.now().plus(DELAY), "busy");
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));

            stores.pass(BACK);
            stores.queue().retry(taken.get(1), stores.now().plus(DELAY), "busy");

            assertEquals(List.of(again(taken.get(0))), stores.queue().take(5, HoldSamples.SOON));
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            stores.pass(DELAY);
            assertEquals(List.of(again(taken.get(1))), stores.queue().take(5, HoldSamples.SOON));
        }
    }

    @Test
    default void a_retry_comes_although_the_clock_was_put_back_before_a_restart() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 1).getFirst();
            stores.queue().retry(taken, stores.now().plus(DELAY), "busy");

            stores.pass(BACK);
            stores.restart();

            assertEquals(List.of(again(taken)), stores.queue().take(5, HoldSamples.SOON));
        }
    }

    @Test
    default void a_retry_waits_for_a_restart_with_a_clock_that_goes_on() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 1).getFirst();
            stores.queue().retry(taken, stores.now().plus(DELAY), "busy");

            stores.restart();

            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            stores.pass(DELAY);
            assertEquals(List.of(again(taken)), stores.queue().take(5, HoldSamples.SOON));
        }
    }

    @Test
    default void a_claim_that_a_person_retries_comes_although_the_clock_was_put_back()
            throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 1).getFirst();
            stores.queue().park(taken, "broken");
            assertTrue(stores.queue().unpark(taken.claim().id()));

            stores.pass(BACK);

            assertEquals(List.of(taken), stores.queue().take(5, HoldSamples.SOON));
        }
    }

    private static Delivery again(Delivery delivery) {
        return new Delivery(delivery.claim(), delivery.sequence(), delivery.attempt() + 1);
    }
}
