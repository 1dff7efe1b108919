package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.SOON;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.queue;
import static dev.sluice.contracts.HoldSamples.queueAndTake;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimQueue.Parked;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every claim queue must do with claims that could not be settled at once. Part of
/// [ClaimQueueContract].
public interface ClaimQueueAsideContract {

    /// Short enough to be waited out with a real broker, long enough not to pass by itself.
    Duration DELAY = Duration.ofMillis(500);

    /// A new engine over nothing, with no offer prepared.
    TestEngine open();

    @Test
    default void a_retried_claim_comes_back_after_its_delay_and_not_before() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 2);

            engine.queue().retry(taken.get(0), engine.now().plus(DELAY), "busy");
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            engine.pass(DELAY);

            var first = taken.get(0);
            var again = take(engine.queue(), 1);
            assertEquals(List.of(new Delivery(first.claim(), first.sequence(), 2)), again);
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
        }
    }

    @Test
    default void a_claim_that_is_retried_several_times_counts_its_attempts() throws Exception {
        try (var engine = open()) {
            var delivery = queueAndTake(engine, 1).getFirst();
            for (int attempt = 2; attempt <= 4; attempt++) {
                engine.queue().retry(delivery, engine.now(), "busy");
                if (attempt == 3) engine.crash();
                delivery = take(engine.queue(), 1).getFirst();
                assertEquals(attempt, delivery.attempt());
            }
            engine.queue().acknowledge(List.of(delivery));
            assertEquals(0, engine.queue().depth());
        }
    }

    @Test
    default void a_claim_that_waits_for_its_retry_does_not_hold_up_the_others() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 1);
            engine.queue().retry(taken.getFirst(), engine.now().plus(DELAY), "busy");

            var later = queue(engine, 2);

            assertEquals(Set.copyOf(later), Set.copyOf(claimsOf(take(engine.queue(), 2))));
        }
    }

    @Test
    default void a_delay_goes_on_across_a_crash() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 2);
            engine.queue().retry(taken.get(0), engine.now().plus(DELAY.multipliedBy(4)), "busy");
            engine.queue().acknowledge(taken.subList(1, 2));

            engine.restart();
            engine.crash();
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            engine.pass(DELAY.multipliedBy(4));

            var first = taken.get(0);
            var again = take(engine.queue(), 1);
            assertEquals(List.of(new Delivery(first.claim(), first.sequence(), 2)), again);
        }
    }

    @Test
    default void a_retry_that_is_repeated_delivers_once() throws Exception {
        try (var engine = open()) {
            var delivery = queueAndTake(engine, 1).getFirst();

            engine.queue().retry(delivery, engine.now().plus(DELAY), "busy");
            engine.queue().retry(delivery, engine.now().plus(DELAY), "busy");
            engine.pass(DELAY);

            assertEquals(1, take(engine.queue(), 1).size());
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            assertEquals(1, engine.queue().depth());
        }
    }

    @Test
    default void a_retried_claim_that_is_acknowledged_does_not_come_back() throws Exception {
        try (var engine = open()) {
            var delivery = queueAndTake(engine, 1).getFirst();
            engine.queue().retry(delivery, engine.now(), "busy");
            engine.queue().acknowledge(take(engine.queue(), 1));
            assertEquals(0, engine.queue().depth());

            engine.restart();

            assertEquals(0, engine.queue().depth());
            assertEquals(List.of(), takeAll(engine.queue()));
        }
    }

    @Test
    default void claims_of_one_batch_are_settled_retried_and_parked_each_by_itself()
            throws Exception {
        try (var engine = open()) {
            var left = new HashSet<>(queue(engine, 8));
            var taken = take(engine.queue(), 5);
            engine.queue().acknowledge(taken.subList(0, 1));
            engine.queue().retry(taken.get(2), engine.now().plus(DELAY.multipliedBy(4)), "busy");
            engine.queue().park(taken.get(3), "broken");
            left.remove(taken.get(0).claim());
            left.removeAll(claimsOf(taken.subList(2, 4)));

            engine.restart();

            var again = claimsOf(takeAll(engine.queue()));
            assertEquals(left.size(), again.size());
            assertEquals(left, Set.copyOf(again));
            assertEquals(7, engine.queue().depth());
            engine.pass(DELAY.multipliedBy(4));
            var late = new Delivery(taken.get(2).claim(), taken.get(2).sequence(), 2);
            assertEquals(List.of(late), take(engine.queue(), 1));
        }
    }

    @Test
    default void a_parked_claim_stays_until_a_person_acts() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 3);
            engine.queue().park(taken.get(2), "unknown offer");
            engine.pass(DELAY);
            engine.queue().park(taken.get(0), "broken");
            var parked = engine.queue().parked(10);
            assertEquals(List.of(taken.get(0), taken.get(2)), deliveries(parked));
            assertEquals("broken", parked.getFirst().cause());
            assertEquals(1, engine.queue().parked(1).size());
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));

            engine.crash();

            assertEquals(parked, engine.queue().parked(10));
            var claim = taken.get(2).claim();
            assertEquals(Optional.of(parked.get(1)), engine.queue().findParked(claim.id()));
            assertEquals(List.of(taken.get(1)), takeAll(engine.queue()));
        }
    }

    @Test
    default void a_claim_is_parked_with_the_number_of_its_attempts() throws Exception {
        try (var engine = open()) {
            var delivery = queueAndTake(engine, 1).getFirst();
            engine.queue().retry(delivery, engine.now(), "busy");
            engine.queue().park(take(engine.queue(), 1).getFirst(), "still busy");

            engine.restart();

            var parked = engine.queue().findParked(delivery.claim().id()).orElseThrow();
            assertEquals(2, parked.attempts());
            assertEquals("still busy", parked.cause());
            assertEquals(List.of(), takeAll(engine.queue()));
            assertEquals(1, engine.queue().depth());
        }
    }

    @Test
    default void an_unparked_claim_is_delivered_as_a_first_attempt() throws Exception {
        try (var engine = open()) {
            var delivery = queueAndTake(engine, 1).getFirst();
            engine.queue().park(delivery, "broken");

            assertTrue(engine.queue().unpark(delivery.claim().id()));
            assertFalse(engine.queue().unpark(delivery.claim().id()));
            engine.crash();

            assertEquals(List.of(delivery), engine.queue().take(5, SOON));
            assertEquals(Optional.empty(), engine.queue().findParked(delivery.claim().id()));
            engine.queue().acknowledge(List.of(delivery));
            assertEquals(0, engine.queue().depth());
        }
    }

    @Test
    default void a_removed_claim_is_gone_for_good() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 2);
            engine.queue().acknowledge(taken.subList(1, 2));
            var claim = taken.get(0).claim();
            assertFalse(engine.queue().removeParked(claim.id()));
            engine.queue().park(taken.get(0), "broken");

            assertTrue(engine.queue().removeParked(claim.id()));
            assertFalse(engine.queue().removeParked(claim.id()));
            assertFalse(engine.queue().unpark(claim.id()));
            assertEquals(0, engine.queue().depth());
            engine.restart();

            assertEquals(List.of(), engine.queue().parked(10));
            assertEquals(List.of(), takeAll(engine.queue()));
            assertEquals(0, engine.queue().depth());
        }
    }

    @Test
    default void what_is_queued_delayed_or_parked_is_found_by_its_offer() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 4);
            assertEquals(Set.copyOf(claimsOf(taken)), found(engine));
            engine.queue().retry(taken.get(1), engine.now().plus(DELAY), "busy");
            engine.queue().park(taken.get(2), "broken");
            assertEquals(Set.copyOf(claimsOf(taken)), found(engine));

            engine.queue().acknowledge(taken.subList(0, 1));

            assertEquals(Set.copyOf(claimsOf(taken.subList(1, 4))), found(engine));
            assertEquals(List.of(), engine.queue().findQueued(OTHER_OFFER));
        }
    }

    private static Set<Claim> found(TestEngine engine) {
        return Set.copyOf(engine.queue().findQueued(OFFER));
    }

    private static List<Delivery> deliveries(List<Parked> parked) {
        return parked.stream()
                .map(claim -> new Delivery(claim.claim(), claim.sequence(), claim.attempts()))
                .toList();
    }
}
