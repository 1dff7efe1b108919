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

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    @Test
    default void a_retried_claim_comes_back_after_its_delay_and_not_before() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 2);

            stores.queue().retry(taken.get(0), stores.now().plus(DELAY), "busy");
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            stores.pass(DELAY);

            var first = taken.get(0);
            var again = take(stores.queue(), 1);
            assertEquals(List.of(new Delivery(first.claim(), first.sequence(), 2)), again);
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
        }
    }

    @Test
    default void a_claim_that_is_retried_several_times_counts_its_attempts() throws Exception {
        try (var stores = open()) {
            var delivery = queueAndTake(stores, 1).getFirst();
            for (int attempt = 2; attempt <= 4; attempt++) {
                stores.queue().retry(delivery, stores.now(), "busy");
                if (attempt == 3) stores.crash();
                delivery = take(stores.queue(), 1).getFirst();
                assertEquals(attempt, delivery.attempt());
            }
            stores.queue().acknowledge(List.of(delivery));
            assertEquals(0, stores.queue().depth());
        }
    }

    @Test
    default void a_claim_that_waits_for_its_retry_does_not_hold_up_the_others() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 1);
            stores.queue().retry(taken.getFirst(), stores.now().plus(DELAY), "busy");

            var later = queue(stores, 2);

            assertEquals(Set.copyOf(later), Set.copyOf(claimsOf(take(stores.queue(), 2))));
        }
    }

    @Test
    default void a_delay_goes_on_across_a_crash() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 2);
            stores.queue().retry(taken.get(0), stores.now().plus(DELAY.multipliedBy(4)), "busy");
            stores.queue().acknowledge(taken.subList(1, 2));

            stores.restart();
            stores.crash();
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            stores.pass(DELAY.multipliedBy(4));

            var first = taken.get(0);
            var again = take(stores.queue(), 1);
            assertEquals(List.of(new Delivery(first.claim(), first.sequence(), 2)), again);
        }
    }

    @Test
    default void a_retry_that_is_repeated_delivers_once() throws Exception {
        try (var stores = open()) {
            var delivery = queueAndTake(stores, 1).getFirst();

            stores.queue().retry(delivery, stores.now().plus(DELAY), "busy");
            stores.queue().retry(delivery, stores.now().plus(DELAY), "busy");
            stores.pass(DELAY);

            assertEquals(1, take(stores.queue(), 1).size());
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            assertEquals(1, stores.queue().depth());
        }
    }

    @Test
    default void a_retried_claim_that_is_acknowledged_does_not_come_back() throws Exception {
        try (var stores = open()) {
            var delivery = queueAndTake(stores, 1).getFirst();
            stores.queue().retry(delivery, stores.now(), "busy");
            stores.queue().acknowledge(take(stores.queue(), 1));
            assertEquals(0, stores.queue().depth());

            stores.restart();

            assertEquals(0, stores.queue().depth());
            assertEquals(List.of(), takeAll(stores.queue()));
        }
    }

    @Test
    default void claims_of_one_batch_are_settled_retried_and_parked_each_by_itself()
            throws Exception {
        try (var stores = open()) {
            var left = new HashSet<>(queue(stores, 8));
            var taken = take(stores.queue(), 5);
            stores.queue().acknowledge(taken.subList(0, 1));
            stores.queue().retry(taken.get(2), stores.now().plus(DELAY.multipliedBy(4)), "busy");
            stores.queue().park(taken.get(3), "broken");
            left.remove(taken.get(0).claim());
            left.removeAll(claimsOf(taken.subList(2, 4)));

            stores.restart();

            var again = claimsOf(takeAll(stores.queue()));
            assertEquals(left.size(), again.size());
            assertEquals(left, Set.copyOf(again));
            assertEquals(7, stores.queue().depth());
            stores.pass(DELAY.multipliedBy(4));
            var late = new Delivery(taken.get(2).claim(), taken.get(2).sequence(), 2);
            assertEquals(List.of(late), take(stores.queue(), 1));
        }
    }

    @Test
    default void a_parked_claim_stays_until_a_person_acts() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 3);
            stores.queue().park(taken.get(2), "unknown offer");
            stores.pass(DELAY);
            stores.queue().park(taken.get(0), "broken");
            var parked = stores.queue().parked(10);
            assertEquals(List.of(taken.get(0), taken.get(2)), deliveries(parked));
            assertEquals("broken", parked.getFirst().cause());
            assertEquals(1, stores.queue().parked(1).size());
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));

            stores.crash();

            assertEquals(parked, stores.queue().parked(10));
            var claim = taken.get(2).claim();
            assertEquals(Optional.of(parked.get(1)), stores.queue().findParked(claim.id()));
            assertEquals(List.of(taken.get(1)), takeAll(stores.queue()));
        }
    }

    @Test
    default void a_claim_is_parked_with_the_number_of_its_attempts() throws Exception {
        try (var stores = open()) {
            var delivery = queueAndTake(stores, 1).getFirst();
            stores.queue().retry(delivery, stores.now(), "busy");
            stores.queue().park(take(stores.queue(), 1).getFirst(), "still busy");

            stores.restart();

            var parked = stores.queue().findParked(delivery.claim().id()).orElseThrow();
            assertEquals(2, parked.attempts());
            assertEquals("still busy", parked.cause());
            assertEquals(List.of(), takeAll(stores.queue()));
            assertEquals(1, stores.queue().depth());
        }
    }

    @Test
    default void an_unparked_claim_is_delivered_as_a_first_attempt() throws Exception {
        try (var stores = open()) {
            var delivery = queueAndTake(stores, 1).getFirst();
            stores.queue().park(delivery, "broken");

            assertTrue(stores.queue().unpark(delivery.claim().id()));
            assertFalse(stores.queue().unpark(delivery.claim().id()));
            stores.crash();

            assertEquals(List.of(delivery), stores.queue().take(5, SOON));
            assertEquals(Optional.empty(), stores.queue().findParked(delivery.claim().id()));
            stores.queue().acknowledge(List.of(delivery));
            assertEquals(0, stores.queue().depth());
        }
    }

    @Test
    default void a_removed_claim_is_gone_for_good() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 2);
            stores.queue().acknowledge(taken.subList(1, 2));
            var claim = taken.get(0).claim();
            assertFalse(stores.queue().removeParked(claim.id()));
            stores.queue().park(taken.get(0), "broken");

            assertTrue(stores.queue().removeParked(claim.id()));
            assertFalse(stores.queue().removeParked(claim.id()));
            assertFalse(stores.queue().unpark(claim.id()));
            assertEquals(0, stores.queue().depth());
            stores.restart();

            assertEquals(List.of(), stores.queue().parked(10));
            assertEquals(List.of(), takeAll(stores.queue()));
            assertEquals(0, stores.queue().depth());
        }
    }

    @Test
    default void what_is_queued_delayed_or_parked_is_found_by_its_offer() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 4);
            assertEquals(Set.copyOf(claimsOf(taken)), found(stores));
            stores.queue().retry(taken.get(1), stores.now().plus(DELAY), "busy");
            stores.queue().park(taken.get(2), "broken");
            assertEquals(Set.copyOf(claimsOf(taken)), found(stores));

            stores.queue().acknowledge(taken.subList(0, 1));

            assertEquals(Set.copyOf(claimsOf(taken.subList(1, 4))), found(stores));
            assertEquals(List.of(), stores.queue().findQueued(OTHER_OFFER));
        }
    }

    private static Set<Claim> found(TestStores stores) {
        return Set.copyOf(stores.queue().findQueued(OFFER));
    }

    private static List<Delivery> deliveries(List<Parked> parked) {
        return parked.stream()
                .map(claim -> new Delivery(claim.claim(), claim.sequence(), claim.attempts()))
                .toList();
    }
}
