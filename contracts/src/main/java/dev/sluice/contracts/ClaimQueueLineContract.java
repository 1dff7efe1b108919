package dev.sluice.contracts;

import static dev.sluice.contracts.ClaimQueueAsideContract.DELAY;
import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.queue;
import static dev.sluice.contracts.HoldSamples.queueAndTake;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a claim queue must do that is one line for all buyers, besides [ClaimQueueContract]. A
/// queue that is split by buyer keeps these orders for each of its parts only.
public interface ClaimQueueLineContract {

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    @Test
    default void claims_are_delivered_in_order_and_not_twice() throws Exception {
        try (var stores = open()) {
            var claims = queue(stores, 5);

            var first = take(stores.queue(), 2);
            var others = takeAll(stores.queue());

            assertEquals(claims.subList(0, 2), claimsOf(first));
            assertEquals(claims.subList(2, 5), claimsOf(others));
            assertTrue(first.stream().allMatch(delivery -> delivery.attempt() == 1));
            assertTrue(first.get(0).sequence() < first.get(1).sequence());
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
        }
    }

    @Test
    default void new_claims_come_after_those_from_before_the_restart() throws Exception {
        try (var stores = open()) {
            var before = queue(stores, 2);
            stores.crash();
            var after = queue(stores, 2);

            var taken = takeAll(stores.queue());

            var expected = new ArrayList<>(before);
            expected.addAll(after);
            assertEquals(expected, claimsOf(taken));
            for (int i = 1; i < taken.size(); i++) {
                assertTrue(taken.get(i - 1).sequence() < taken.get(i).sequence());
            }
        }
    }

    @Test
    default void settled_up_to_stops_before_the_first_claim_that_is_not() throws Exception {
        try (var stores = open()) {
            queue(stores, 5);
            var taken = take(stores.queue(), 5);
            assertTrue(stores.queue().settledUpTo() < taken.get(0).sequence());

            stores.queue().acknowledge(List.of(taken.get(0), taken.get(3)));
            stores.queue().retry(taken.get(1), stores.now().plusSeconds(3_600), "busy");
            assertEquals(taken.get(1).sequence(), stores.queue().settledUpTo());

            stores.queue().park(taken.get(2), "broken");
            assertEquals(taken.get(3).sequence(), stores.queue().settledUpTo());
        }
    }

    @Test
    default void claims_that_are_retried_come_back_in_the_order_of_their_times() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 3);
            stores.queue().retry(taken.get(0), stores.now().plus(DELAY), "busy");
            stores.queue().retry(taken.get(1), stores.now().plus(DELAY.dividedBy(2)), "busy");
            stores.queue().retry(taken.get(2), stores.now().plus(DELAY.multipliedBy(20)), "busy");

            stores.pass(DELAY);

            var expected = List.of(taken.get(1).claim(), taken.get(0).claim());
            assertEquals(expected, claimsOf(take(stores.queue(), 2)));
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
        }
    }
}
