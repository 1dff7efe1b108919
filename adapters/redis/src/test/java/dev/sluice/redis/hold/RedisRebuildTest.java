package dev.sluice.redis.hold;

import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Supply;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Reservation.Held;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// An offer that is prepared anew while servers are replaced and nodes stand still.
class RedisRebuildTest {

    @Test
    void a_server_that_is_lost_while_an_offer_is_built_is_seen_to_have_lost_it() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            one.holds().prepare(supply(9, 2));

            one.holds().prepare(OFFER, afterFirst(() -> RedisTestStores.drop(one.link())));

            assertTrue(isKept(one), "nodes put back what they had before anybody else comes");
        }
    }

    @Test
    void an_offer_that_is_built_again_while_claims_are_put_back_still_waits_for_them() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            one.holds().prepare(supply(9, 2));
            RedisTestStores.drop(one.link());
            one.holds().prepare(supply(9, 2));
            assertTrue(isKept(one));

            one.holds().prepare(supply(9, 2));

            assertTrue(isKept(one));
        }
    }

    /// As when reconciliation looks at an offer at the moment in which its sale is forgotten.
    @Test
    void an_offer_that_is_looked_at_while_it_is_forgotten_stays_forgotten() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(2));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                one.holds().prepare(supply(9, 2));
                var look = threads.submit(() -> one.holds().generation(OFFER));
                one.holds().forget(OFFER);
                look.get();

                assertEquals(Optional.empty(), one.holds().find(claim("ann", 1).id()));
            }
        }
    }

    /// As after a long pause of the whole process.
    @Test
    void a_node_that_stood_still_leaves_an_offer_alone_that_another_has_built_meanwhile() {
        try (var one = new RedisTestStores(RedisTestStores.config(2));
                var other = RedisStores.open(one.link().config(), "other", () -> NOON)) {
            one.holds().prepare(supply(9, 2));
            var built = new AtomicReference<>(OptionalLong.empty());
            var lane = one.link().lane(0);

            one.holds()
                    .prepare(
                            OFFER,
                            afterFirst(() -> {
                                lane.call(redis -> redis.del(lane.key("lock:" + OFFER.value())));
                                other.holds().prepare(supply(9, 2));
                                built.set(other.holds().generation(OFFER));
                            }));

            assertEquals(built.get(), one.holds().generation(OFFER));
        }
    }

    /// The clock of the server that was lost was ahead, and its replica lacks the last claims.
    @Test
    void no_place_in_the_queue_is_given_away_twice_when_the_clock_of_a_new_server_is_behind() {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var lane = one.link().lane(0);
            one.holds().prepare(supply(9, 2));
            long ahead = one.holds().generation(OFFER).orElseThrow() + 3_600_000_000L;
            lane.call(redis -> redis.set(lane.key("seq"), Long.toString(ahead)));
            var lost = (Held) one.holds().reserve(claims(3)).getLast();
            lane.call(redis -> redis.set(lane.key("seq"), Long.toString(ahead)));
            lane.call(redis -> redis.del(lane.key("queue")));
            isOfAnotherRun(lane);

            one.holds().prepare(supply(9, 2));

            var held = (Held) one.holds().putBack(claims(1)).getFirst();
            assertTrue(held.sequence() > lost.sequence(), held + " after " + lost);
        }
    }

    /// Nobody prepares an offer whose sale is over, and everything else is not to wait for that.
    @Test
    void what_another_run_has_built_holds_up_no_settlement_and_no_expiry() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var store = one.holds();
            store.prepare(supply(9, 2));
            var won = claim("ann", 1);
            var lost = claim("bob", 1);
            assertInstanceOf(Held.class, reserve(store, won));
            assertInstanceOf(Held.class, reserve(store, lost));
            isOfAnotherRun(one.link().lane(0));

            store.confirm(holds(won));
            store.release(holds(lost));

            store.prepare(supply(9, List.of(won), List.of(lost)));
            assertEquals(new Store(9, 8, 0, 1), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    void offers_that_nobody_has_let_go_of_are_known_to_a_new_node() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            one.holds().prepare(supply(9, 2));
            one.crash();
            assertEquals(List.of(OFFER), one.holds().offers());

            one.holds().forget(OFFER);

            assertFalse(one.holds().offers().contains(OFFER));
        }
    }

    /// Does something while the book is asked for the first time.
    private static Supplier<Supply> afterFirst(Runnable meanwhile) {
        var done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) meanwhile.run();
            return supply(9, 2);
        };
    }

    private static void isOfAnotherRun(RedisLane lane) {
        lane.call(redis -> redis.set(lane.key("run"), "another"));
        lane.call(redis -> redis.hset(OfferKeys.of(lane, OFFER).units(), "run", "another"));
    }

    private static boolean isKept(RedisTestStores stores) {
        var lane = stores.link().lane(1);
        return lane.call(redis -> redis.hexists(OfferKeys.of(lane, OFFER).units(), "back"));
    }
}
