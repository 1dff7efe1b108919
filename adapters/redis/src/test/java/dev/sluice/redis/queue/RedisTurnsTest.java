package dev.sluice.redis.queue;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Supply;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.sale.Claim;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Claims of a quiet offer that are taken before their entry's turn has come.
class RedisTurnsTest {

    private static final int HOT = 500;

    @Test
    void what_is_taken_before_its_turn_is_settled_set_aside_and_counted_like_all()
            throws Exception {
        try (var stores = stores()) {
            queueHot(stores);
            var claims = reserveQuiet(stores, 4);
            var quiet = takeQuiet(stores.queue(), 8, 4);
            assertEquals(claims, claimsOf(quiet));

            stores.queue().acknowledge(quiet.subList(0, 1));
            stores.queue().acknowledge(quiet.subList(0, 1));
            stores.queue().retry(quiet.get(1), NOON, "busy");
            stores.queue().retry(quiet.get(1), NOON, "busy");
            stores.queue().park(quiet.get(2), "broken");
            assertEquals(HOT + 3, stores.queue().depth());
            assertEquals(3, stores.queue().queuedUnits(OTHER_OFFER));
            assertEquals(claims.subList(1, 4), stores.queue().findQueued(OTHER_OFFER));
            stores.queue().unpark(quiet.get(2).claim().id());

            var rest = take(stores.queue(), HOT - 4 + 2);
            assertEquals(2, of(rest).getFirst().attempt());
            assertEquals(Set.copyOf(claims.subList(1, 3)), new HashSet<>(claimsOf(of(rest))));
            assertEquals(List.of(), stores.queue().take(9, A_MOMENT));
            stores.queue().acknowledge(rest);
            stores.queue().acknowledge(quiet);
            assertEquals(4, stores.queue().depth());
        }
    }

    @Test
    void what_a_dead_node_has_taken_before_its_turn_comes_to_the_next_and_not_again()
            throws Exception {
        try (var stores = stores()) {
            queueHot(stores);
            var claims = reserveQuiet(stores, 3);
            var dying = RedisStores.open(stores.link().config(), "dying", () -> NOON);
            assertEquals(claims, claimsOf(takeQuiet(dying.queue(), 6, 3)));

            dying.close();

            var all = take(stores.queue(), HOT + 3);
            assertEquals(claims, claimsOf(of(all.subList(0, HOT + 3))));
            assertEquals(HOT + 3, new HashSet<>(all).size());
            assertEquals(List.of(), stores.queue().take(9, A_MOMENT));
            stores.queue().acknowledge(all);
            RedisEntriesTest.assertIsEmpty(stores);
        }
    }

    @Test
    void what_was_taken_before_its_turn_and_is_given_back_comes_to_the_next() throws Exception {
        try (var stores = stores();
                var other = RedisStores.open(stores.link().config(), "other", () -> NOON)) {
            queueHot(stores);
            var claims = reserveQuiet(stores, 3);
            var first = stores.queue().take(6, A_MOMENT);

            stores.queue().giveBack(first);

            var all = take(other.queue(), HOT + 3);
            assertEquals(claims, claimsOf(of(all)));
            assertEquals(HOT + 3, new HashSet<>(all).size());
            assertEquals(List.of(), other.queue().take(9, A_MOMENT));
        }
    }

    @Test
    void half_is_for_those_whose_turn_it_is_however_many_are_quiet() throws Exception {
        try (var stores = stores()) {
            queueHot(stores);
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < 20; i++) claims.addAll(reserveQuiet(stores, 1));

            assertEquals(claims.subList(0, 5), claimsOf(takeQuiet(stores.queue(), 10, 5)));
        }
    }

    @Test
    void an_offer_that_is_alone_or_has_its_part_of_the_backlog_waits_for_its_turn()
            throws Exception {
        try (var stores = stores()) {
            queueHot(stores);
            stores.holds().reserve(claims(HOT));
            reserveQuiet(stores, HOT / 2);
            var lane = stores.link().lane(0);
            long hints = lane.call(redis -> redis.exists(lane.key("quiet")));
            assertEquals(0, hints);
            assertEquals(0, takeQuiet(stores.queue(), 10, 0).size());
        }
    }

    private static RedisTestStores stores() {
        return new RedisTestStores(RedisTestStores.config(1).withBacklogMax(3_000));
    }

    private static void queueHot(RedisTestStores stores) {
        stores.holds().prepare(supply(10_000, 10));
        stores.holds().prepare(new Supply(OTHER_OFFER, 10_000, 10, List.of(), Map.of()));
        stores.holds().reserve(claims(HOT));
    }

    private static List<Claim> reserveQuiet(RedisTestStores stores, int count) {
        var claims = new ArrayList<Claim>();
        for (int i = 0; i < count; i++) claims.add(claim(OTHER_OFFER, "quiet-" + i, 1));
        stores.holds().reserve(claims);
        return claims;
    }

    /// The claims of the quiet offer in the next batch, of which so many are taken in all.
    private static List<Delivery> takeQuiet(ClaimQueue queue, int max, int quiet) throws Exception {
        var batch = queue.take(max, A_MOMENT);
        assertEquals(max, batch.size());
        var found = of(batch);
        assertEquals(quiet, found.size());
        return found;
    }

    private static List<Delivery> of(List<Delivery> all) {
        var found = new ArrayList<>(all);
        found.removeIf(one -> one.claim().offer().equals(OFFER));
        return found;
    }
}
