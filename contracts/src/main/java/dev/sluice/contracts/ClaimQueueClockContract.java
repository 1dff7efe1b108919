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

    /// A new engine over nothing, whose clock is the test's.
    TestEngine open();

    @Test
    default void a_retry_comes_although_the_clock_was_put_back() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 2);
            engine.queue().retry(taken.get(0), engine.now().plus(DELAY), "busy");
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));

            engine.pass(BACK);
            engine.queue().retry(taken.get(1), engine.now().plus(DELAY), "busy");

            assertEquals(List.of(again(taken.get(0))), engine.queue().take(5, HoldSamples.SOON));
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            engine.pass(DELAY);
            assertEquals(List.of(again(taken.get(1))), engine.queue().take(5, HoldSamples.SOON));
        }
    }

    @Test
    default void a_retry_comes_although_the_clock_was_put_back_before_a_restart() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 1).getFirst();
            engine.queue().retry(taken, engine.now().plus(DELAY), "busy");

            engine.pass(BACK);
            engine.restart();

            assertEquals(List.of(again(taken)), engine.queue().take(5, HoldSamples.SOON));
        }
    }

    @Test
    default void a_retry_waits_for_a_restart_with_a_clock_that_goes_on() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 1).getFirst();
            engine.queue().retry(taken, engine.now().plus(DELAY), "busy");

            engine.restart();

            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            engine.pass(DELAY);
            assertEquals(List.of(again(taken)), engine.queue().take(5, HoldSamples.SOON));
        }
    }

    @Test
    default void a_claim_that_a_person_retries_comes_although_the_clock_was_put_back()
            throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 1).getFirst();
            engine.queue().park(taken, "broken");
            assertTrue(engine.queue().unpark(taken.claim().id()));

            engine.pass(BACK);

            assertEquals(List.of(taken), engine.queue().take(5, HoldSamples.SOON));
        }
    }

    private static Delivery again(Delivery delivery) {
        return new Delivery(delivery.claim(), delivery.sequence(), delivery.attempt() + 1);
    }
}
