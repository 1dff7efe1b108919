package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.SOON;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.queue;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Supply;
import dev.sluice.sale.Claim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What every claim queue must do. An adapter's test implements this and opens its stores. The
/// suites it extends check what is set aside: delayed and parked claims, and what is given back. A
/// queue that is one line for all buyers also passes [ClaimQueueLineContract].
public interface ClaimQueueContract extends ClaimQueueAsideContract, ClaimQueueBackContract {

    @Override
    TestStores open();

    @Test
    default void claims_of_one_buyer_are_delivered_in_order_and_not_twice() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(1_000, 10));
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < 5; i++) claims.add(claim("ann", 1));
            stores.holds().reserve(claims);

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
    default void no_more_is_taken_than_asked_for() throws Exception {
        try (var stores = open()) {
            queue(stores, 5);

            assertEquals(3, stores.queue().take(3, SOON).size());
        }
    }

    /// In several rounds, since in some of them the claim may come before the taker waits.
    @Test
    default void who_waits_is_woken_by_the_next_claim() throws Exception {
        try (var stores = open();
                var settlement = Executors.newSingleThreadExecutor()) {
            stores.holds().prepare(supply(1_000, 2));
            for (int round = 0; round < 10; round++) {
                var taken = settlement.submit(() -> stores.queue().take(10, SOON.multipliedBy(2)));

                var claim = claim("buyer-" + round, 1);
                reserve(stores.holds(), claim);

                var arrived = taken.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
                assertEquals(List.of(claim), claimsOf(arrived));
            }
        }
    }

    @Test
    default void what_is_acknowledged_is_not_delivered_after_a_restart() throws Exception {
        try (var stores = open()) {
            var left = new ArrayList<>(queue(stores, 4));
            var settled = take(stores.queue(), 3);
            stores.queue().acknowledge(settled);
            left.removeAll(claimsOf(settled));

            stores.restart();

            assertEquals(left, claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    default void what_is_not_acknowledged_is_delivered_again_after_a_crash() throws Exception {
        try (var stores = open()) {
            var left = new ArrayList<>(queue(stores, 4));
            var taken = take(stores.queue(), 2);
            stores.queue().acknowledge(taken.subList(0, 1));
            left.remove(taken.getFirst().claim());

            stores.crash();

            var again = claimsOf(takeAll(stores.queue()));
            assertTrue(again.containsAll(left), again::toString);
        }
    }

    @Test
    default void acknowledging_out_of_order_loses_nothing() throws Exception {
        try (var stores = open()) {
            queue(stores, 5);
            var taken = take(stores.queue(), 5);
            var claims = claimsOf(taken);
            stores.queue().acknowledge(List.of(taken.get(3), taken.get(0), taken.get(2)));

            stores.restart();

            var again = claimsOf(takeAll(stores.queue()));
            assertTrue(again.containsAll(List.of(claims.get(1), claims.get(4))), again::toString);
            assertFalse(again.contains(claims.get(0)), again::toString);
        }
    }

    @Test
    default void acknowledging_twice_is_as_good_as_once() throws Exception {
        try (var stores = open()) {
            queue(stores, 3);
            var taken = take(stores.queue(), 2);

            stores.queue().acknowledge(taken);
            stores.queue().acknowledge(taken);

            assertEquals(1, stores.queue().depth());
            assertEquals(1, stores.queue().queuedUnits(OFFER));
        }
    }

    @Test
    default void depth_and_units_count_what_is_not_acknowledged() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(20, 5));
            stores.holds().prepare(new Supply(OTHER_OFFER, 20, 5, List.of(), Map.of()));
            for (int i = 1; i <= 5; i++) reserve(stores.holds(), claim("buyer-" + i, i));
            reserve(stores.holds(), claim(OTHER_OFFER, "ann", 4));
            var taken = take(stores.queue(), 4);

            stores.queue().acknowledge(taken.subList(0, 1));
            stores.queue().retry(taken.get(1), stores.now().plusSeconds(3_600), "busy");
            stores.queue().park(taken.get(2), "broken");

            var settled = taken.getFirst().claim();
            boolean other = settled.offer().equals(OTHER_OFFER);
            int units = 1 + 2 + 3 + 4 + 5 - (other ? 0 : settled.quantity());
            assertEquals(5, stores.queue().depth());
            assertEquals(units, stores.queue().queuedUnits(OFFER));
            assertEquals(other ? 0 : 4, stores.queue().queuedUnits(OTHER_OFFER));
            stores.restart();
            assertEquals(5, stores.queue().depth());
            assertEquals(units, stores.queue().queuedUnits(OFFER));
            assertEquals(other ? 0 : 4, stores.queue().queuedUnits(OTHER_OFFER));
        }
    }

    @Test
    default void claims_of_all_sizes_leave_together_with_their_units() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(20, 5));
            stores.holds().prepare(new Supply(OTHER_OFFER, 20, 5, List.of(), Map.of()));
            for (int i = 1; i <= 5; i++) reserve(stores.holds(), claim("buyer-" + i, 1 + i % 2));
            reserve(stores.holds(), claim(OTHER_OFFER, "ann", 4));
            var taken = take(stores.queue(), 6);
            stores.queue().acknowledge(taken.subList(0, 1));
            stores.queue().park(taken.get(1), "broken");

            stores.queue().acknowledge(taken);

            var parked = taken.get(1).claim();
            int units = parked.quantity();
            assertEquals(1, stores.queue().depth());
            assertEquals(units, stores.queue().queuedUnits(parked.offer()));
            var free = parked.offer().equals(OFFER) ? OTHER_OFFER : OFFER;
            assertEquals(0, stores.queue().queuedUnits(free));
        }
    }

    @Test
    default void a_batch_that_is_acknowledged_in_parts_is_counted_claim_by_claim()
            throws Exception {
        try (var stores = open()) {
            queue(stores, 7);
            var taken = take(stores.queue(), 7);
            int left = 7;
            for (int i : List.of(3, 0, 6, 1, 2, 5, 4)) {
                assertTrue(stores.queue().settledUpTo() < sequences(taken).getLast());
                stores.queue().acknowledge(taken.subList(i, i + 1));
                left--;
                assertEquals(left, stores.queue().depth());
                assertEquals(left, stores.queue().queuedUnits(OFFER));
            }
            assertEquals(sequences(taken).getLast(), stores.queue().settledUpTo());
        }
    }

    private static List<Long> sequences(List<Delivery> taken) {
        return taken.stream().map(Delivery::sequence).sorted().toList();
    }

    @Test
    default void settled_up_to_grows_and_reaches_the_last_claim() throws Exception {
        try (var stores = open()) {
            queue(stores, 5);
            var taken = take(stores.queue(), 5);
            var sequences = taken.stream().map(Delivery::sequence).toList();
            assertTrue(stores.queue().settledUpTo() < Collections.min(sequences));

            stores.queue().acknowledge(taken.subList(0, 4));
            assertTrue(stores.queue().settledUpTo() < taken.get(4).sequence());

            stores.queue().park(taken.get(4), "broken");
            assertEquals(Collections.max(sequences), stores.queue().settledUpTo());
        }
    }

    @Test
    default void several_takers_get_each_claim_once() throws Exception {
        try (var stores = open()) {
            var claims = queue(stores, 200);

            var shares = allAtOnce(4, i -> share(stores));

            var all = new ArrayList<Claim>();
            for (var share : shares) all.addAll(share);
            assertEquals(claims.size(), all.size());
            assertEquals(new HashSet<>(claims), new HashSet<>(all));
        }
    }

    private static List<Claim> share(TestStores stores) {
        try {
            return claimsOf(takeAll(stores.queue()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
