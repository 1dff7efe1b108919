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

/// What every claim queue must do. An adapter's test implements this and opens an engine. The
/// suites it extends check what is set aside: delayed and parked claims, and what is given back. A
/// queue that is one line for all buyers also passes [ClaimQueueLineContract].
public interface ClaimQueueContract extends ClaimQueueAsideContract, ClaimQueueBackContract {

    @Override
    TestEngine open();

    @Test
    default void claims_of_one_buyer_are_delivered_in_order_and_not_twice() throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(1_000, 10));
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < 5; i++) claims.add(claim("ann", 1));
            engine.holds().reserve(claims);

            var first = take(engine.queue(), 2);
            var others = takeAll(engine.queue());

            assertEquals(claims.subList(0, 2), claimsOf(first));
            assertEquals(claims.subList(2, 5), claimsOf(others));
            assertTrue(first.stream().allMatch(delivery -> delivery.attempt() == 1));
            assertTrue(first.get(0).sequence() < first.get(1).sequence());
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
        }
    }

    @Test
    default void no_more_is_taken_than_asked_for() throws Exception {
        try (var engine = open()) {
            queue(engine, 5);

            assertEquals(3, engine.queue().take(3, SOON).size());
        }
    }

    /// In several rounds, since in some of them the claim may come before the taker waits.
    @Test
    default void who_waits_is_woken_by_the_next_claim() throws Exception {
        try (var engine = open();
                var settlement = Executors.newSingleThreadExecutor()) {
            engine.holds().prepare(supply(1_000, 2));
            for (int round = 0; round < 10; round++) {
                var taken = settlement.submit(() -> engine.queue().take(10, SOON.multipliedBy(2)));

                var claim = claim("buyer-" + round, 1);
                reserve(engine.holds(), claim);

                var arrived = taken.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
                assertEquals(List.of(claim), claimsOf(arrived));
            }
        }
    }

    @Test
    default void what_is_acknowledged_is_not_delivered_after_a_restart() throws Exception {
        try (var engine = open()) {
            var left = new ArrayList<>(queue(engine, 4));
            var settled = take(engine.queue(), 3);
            engine.queue().acknowledge(settled);
            left.removeAll(claimsOf(settled));

            engine.restart();

            assertEquals(left, claimsOf(takeAll(engine.queue())));
        }
    }

    @Test
    default void what_is_not_acknowledged_is_delivered_again_after_a_crash() throws Exception {
        try (var engine = open()) {
            var left = new ArrayList<>(queue(engine, 4));
            var taken = take(engine.queue(), 2);
            engine.queue().acknowledge(taken.subList(0, 1));
            left.remove(taken.getFirst().claim());

            engine.crash();

            var again = claimsOf(takeAll(engine.queue()));
            assertTrue(again.containsAll(left), again::toString);
        }
    }

    @Test
    default void acknowledging_out_of_order_loses_nothing() throws Exception {
        try (var engine = open()) {
            queue(engine, 5);
            var taken = take(engine.queue(), 5);
            var claims = claimsOf(taken);
            engine.queue().acknowledge(List.of(taken.get(3), taken.get(0), taken.get(2)));

            engine.restart();

            var again = claimsOf(takeAll(engine.queue()));
            assertTrue(again.containsAll(List.of(claims.get(1), claims.get(4))), again::toString);
            assertFalse(again.contains(claims.get(0)), again::toString);
        }
    }

    @Test
    default void acknowledging_twice_is_as_good_as_once() throws Exception {
        try (var engine = open()) {
            queue(engine, 3);
            var taken = take(engine.queue(), 2);

            engine.queue().acknowledge(taken);
            engine.queue().acknowledge(taken);

            assertEquals(1, engine.queue().depth());
            assertEquals(1, engine.queue().queuedUnits(OFFER));
        }
    }

    @Test
    default void depth_and_units_count_what_is_not_acknowledged() throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(20, 5));
            engine.holds().prepare(new Supply(OTHER_OFFER, 20, 5, List.of(), Map.of()));
            for (int i = 1; i <= 5; i++) reserve(engine.holds(), claim("buyer-" + i, i));
            reserve(engine.holds(), claim(OTHER_OFFER, "ann", 4));
            var taken = take(engine.queue(), 4);

            engine.queue().acknowledge(taken.subList(0, 1));
            engine.queue().retry(taken.get(1), engine.now().plusSeconds(3_600), "busy");
            engine.queue().park(taken.get(2), "broken");

            var settled = taken.getFirst().claim();
            boolean other = settled.offer().equals(OTHER_OFFER);
            int units = 1 + 2 + 3 + 4 + 5 - (other ? 0 : settled.quantity());
            assertEquals(5, engine.queue().depth());
            assertEquals(units, engine.queue().queuedUnits(OFFER));
            assertEquals(other ? 0 : 4, engine.queue().queuedUnits(OTHER_OFFER));
            engine.restart();
            assertEquals(5, engine.queue().depth());
            assertEquals(units, engine.queue().queuedUnits(OFFER));
            assertEquals(other ? 0 : 4, engine.queue().queuedUnits(OTHER_OFFER));
        }
    }

    @Test
    default void claims_of_all_sizes_leave_together_with_their_units() throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(20, 5));
            engine.holds().prepare(new Supply(OTHER_OFFER, 20, 5, List.of(), Map.of()));
            for (int i = 1; i <= 5; i++) reserve(engine.holds(), claim("buyer-" + i, 1 + i % 2));
            reserve(engine.holds(), claim(OTHER_OFFER, "ann", 4));
            var taken = take(engine.queue(), 6);
            engine.queue().acknowledge(taken.subList(0, 1));
            engine.queue().park(taken.get(1), "broken");

            engine.queue().acknowledge(taken);

            var parked = taken.get(1).claim();
            int units = parked.quantity();
            assertEquals(1, engine.queue().depth());
            assertEquals(units, engine.queue().queuedUnits(parked.offer()));
            var free = parked.offer().equals(OFFER) ? OTHER_OFFER : OFFER;
            assertEquals(0, engine.queue().queuedUnits(free));
        }
    }

    @Test
    default void a_batch_that_is_acknowledged_in_parts_is_counted_claim_by_claim()
            throws Exception {
        try (var engine = open()) {
            queue(engine, 7);
            var taken = take(engine.queue(), 7);
            int left = 7;
            for (int i : List.of(3, 0, 6, 1, 2, 5, 4)) {
                assertTrue(engine.queue().settledUpTo() < sequences(taken).getLast());
                engine.queue().acknowledge(taken.subList(i, i + 1));
                left--;
                assertEquals(left, engine.queue().depth());
                assertEquals(left, engine.queue().queuedUnits(OFFER));
            }
            assertEquals(sequences(taken).getLast(), engine.queue().settledUpTo());
        }
    }

    private static List<Long> sequences(List<Delivery> taken) {
        return taken.stream().map(Delivery::sequence).sorted().toList();
    }

    @Test
    default void settled_up_to_grows_and_reaches_the_last_claim() throws Exception {
        try (var engine = open()) {
            queue(engine, 5);
            var taken = take(engine.queue(), 5);
            var sequences = taken.stream().map(Delivery::sequence).toList();
            assertTrue(engine.queue().settledUpTo() < Collections.min(sequences));

            engine.queue().acknowledge(taken.subList(0, 4));
            assertTrue(engine.queue().settledUpTo() < taken.get(4).sequence());

            engine.queue().park(taken.get(4), "broken");
            assertEquals(Collections.max(sequences), engine.queue().settledUpTo());
        }
    }

    @Test
    default void several_takers_get_each_claim_once() throws Exception {
        try (var engine = open()) {
            var claims = queue(engine, 200);

            var shares = allAtOnce(4, i -> share(engine));

            var all = new ArrayList<Claim>();
            for (var share : shares) all.addAll(share);
            assertEquals(claims.size(), all.size());
            assertEquals(new HashSet<>(claims), new HashSet<>(all));
        }
    }

    private static List<Claim> share(TestEngine engine) {
        try {
            return claimsOf(takeAll(engine.queue()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
