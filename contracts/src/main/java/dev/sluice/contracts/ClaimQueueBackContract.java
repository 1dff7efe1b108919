package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.queueAndTake;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.sale.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every claim queue must do with claims that a node has taken and cannot settle, for no fault
/// of theirs. Part of [ClaimQueueContract].
public interface ClaimQueueBackContract {

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    @Test
    default void what_is_given_back_comes_again_in_its_order_as_the_same_attempt()
            throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(1_000, 10));
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < 5; i++) claims.add(claim("ann", 1));
            stores.holds().reserve(claims);
            var first = take(stores.queue(), 3);

            for (int i = 0; i < 60; i++) {
                stores.queue().giveBack(first);
                assertEquals(first, take(stores.queue(), 3));
            }

            assertEquals(5, stores.queue().depth());
            assertEquals(5, stores.queue().queuedUnits(OFFER));
            assertEquals(claims.subList(3, 5), HoldSamples.claimsOf(take(stores.queue(), 2)));
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            assertEquals(List.of(), stores.queue().parked(9));
        }
    }

    @Test
    default void of_what_is_given_back_only_what_is_not_done_comes_again() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 5);
            stores.queue().acknowledge(taken.subList(0, 2));
            stores.queue().park(taken.get(2), "broken");

            stores.queue().giveBack(taken);
            stores.queue().giveBack(taken);

            assertEquals(Set.copyOf(taken.subList(3, 5)), Set.copyOf(take(stores.queue(), 2)));
            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
            assertEquals(3, stores.queue().depth());
            stores.queue().acknowledge(taken.subList(3, 5));
            assertEquals(taken.get(2).sequence(), stores.queue().parked(9).getFirst().sequence());
        }
    }

    @Test
    default void a_retried_claim_that_is_given_back_keeps_its_attempt() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 2);
            stores.queue().retry(taken.get(0), stores.now(), "busy");
            var second = take(stores.queue(), 1);
            assertEquals(2, second.getFirst().attempt());

            stores.queue().giveBack(List.of(taken.get(1), second.getFirst()));

            var expected = Set.of(taken.get(1), second.getFirst());
            assertEquals(expected, Set.copyOf(take(stores.queue(), 2)));
            stores.queue().acknowledge(List.copyOf(expected));
            assertEquals(0, stores.queue().depth());
        }
    }

    @Test
    default void what_is_given_back_while_it_waits_for_its_retry_goes_on_waiting()
            throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 1);
            stores.queue().retry(taken.get(0), stores.now().plusSeconds(3_600), "busy");

            stores.queue().giveBack(taken);

            assertEquals(List.of(), stores.queue().take(5, A_MOMENT));
        }
    }

    @Test
    default void what_was_given_back_is_delivered_after_a_crash_too() throws Exception {
        try (var stores = open()) {
            var taken = queueAndTake(stores, 3);
            stores.queue().giveBack(taken);

            stores.crash();

            assertEquals(Set.copyOf(taken), Set.copyOf(take(stores.queue(), 3)));
        }
    }
}
