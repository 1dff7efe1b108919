package dev.sluice.redis;

import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.hold.OfferKeys;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A Redis of the test's own that forgets, dies and is slow in the middle of a sale.
public class RedisFaultsTest {

    /// What a Redis that is there takes on no machine, and what some of these tests wait out.
    public static final Duration TIMEOUT = Duration.ofSeconds(12);

    @Test
    void a_flushed_redis_says_neither_yes_nor_sold_out_until_the_offer_is_rebuilt()
            throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var stores = open(server, 2)) {
            var store = stores.holds();
            store.prepare(supply(10, 2));
            var sold = claims(3);
            long before = ((Held) store.reserve(sold).getLast()).sequence();
            store.confirm(holds(sold));
            stores.queue().acknowledge(take(stores.queue(), 3));
            var generation = store.generation(OFFER);

            stores.link().lane(0).call(redis -> redis.flushall());

            assertEquals(Refused.UNAVAILABLE, reserve(store, claim("ann", 1)));
            assertEquals(Refused.UNAVAILABLE, reserve(store, sold.getFirst()));
            assertEquals(Optional.empty(), store.balance(OFFER));
            assertEquals(OptionalLong.empty(), store.generation(OFFER));
            assertThrows(Unavailable.class, () -> store.revive(sold.getFirst().hold()));
            assertEquals(List.of(), takeAll(stores.queue()));

            store.prepare(supply(10, sold, List.of()));

            assertEquals(new Store(10, 7, 0, 3), store.balance(OFFER).orElseThrow());
            assertTrue(store.generation(OFFER).getAsLong() > generation.getAsLong());
            var back = store.putBack(List.of(claim("ann", 1))).getFirst();
            var held = assertInstanceOf(Held.class, back);
            assertTrue(held.sequence() > before, "a sequence is never given away twice");
            assertEquals(1, takeAll(stores.queue()).size());
        }
    }

    @Test
    void after_a_kill_nothing_is_sold_until_the_offer_is_rebuilt_and_no_claim_is_lost()
            throws Exception {
        try (var server = Services.open("redis", "appendonly yes", "appendfsync always");
                var stores = open(server, 2);
                var other = RedisStores.open(stores.link().config(), "other", () -> NOON)) {
            var store = stores.holds();
            store.prepare(supply(10, 2));
            var claims = claims(4);
            store.reserve(claims);
            var settled = take(stores.queue(), 1);
            store.confirm(holds(settled.getFirst().claim()));
            var taken = take(stores.queue(), 1).getFirst();

            server.kill();
            assertIsAway(store, claims.getFirst());
            server.start();
            untilBack(stores.link());
            untilBack(other.link());

            assertIsUntrusted(store, claims);
            store.prepare(supply(10, claimsOf(settled), List.of()));

            assertEquals(new Store(10, 6, 3, 1), other.holds().balance(OFFER).orElseThrow());
            assertTrue(((Held) reserve(other.holds(), claims.getFirst())).again());
            stores.queue().acknowledge(settled);
            stores.queue().acknowledge(List.of(taken));
            stores.restart();
            var left = Set.copyOf(claimsOf(takeAll(other.queue())));
            assertEquals(2, left.size());
            assertTrue(claims.containsAll(left));
        }
    }

    private static void assertIsAway(HoldStore store, Claim claim) {
        Soon.until("the store is away", () -> isUnavailable(() -> store.balance(OFFER)));
        // A call that was under way may still be found out to have no answer.
        Soon.until("claims are refused", () -> isRefused(store, claim));
        assertThrows(Unavailable.class, () -> store.confirm(holds(claim)));
        assertThrows(Unavailable.class, () -> store.find(claim.id()));
    }

    private static void assertIsUntrusted(HoldStore store, List<Claim> claims) {
        var claim = claims.getFirst();
        assertEquals(Refused.UNAVAILABLE, reserve(store, claim));
        assertEquals(Refused.UNAVAILABLE, reserve(store, claim("new", 1)));
        assertEquals(Optional.empty(), store.balance(OFFER));
        assertEquals(OptionalLong.empty(), store.generation(OFFER));
        assertEquals(List.of(), store.findHeld(OFFER));
        // The book knows of these, and is asked when the offer is rebuilt.
        store.confirm(holds(claim));
        store.release(holds(claim));
        assertThrows(Unavailable.class, () -> store.revive(claim.hold()));
        assertThrows(Unavailable.class, () -> store.restock(OFFER, 99));
        assertThrows(Unavailable.class, () -> store.find(claim.id()));
    }

    @Test
    void a_redis_that_does_not_answer_is_given_up_in_time_and_found_again() throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var stores =
                        new RedisTestStores(
                                RedisTestStores.config(server.port(), 1).withTimeout(TIMEOUT))) {
            var store = stores.holds();
            store.prepare(supply(10, 2));
            var claim = claim("ann", 2);
            server.freeze(true);
            try {
                Soon.returns(
                        "an answer of a Redis that hangs",
                        () -> assertThrows(Unavailable.class, () -> reserve(store, claim)));
            } finally {
                server.freeze(false);
            }

            untilBack(stores.link());
            // The same server run: nothing was forgotten, and asking again finds it out.
            assertInstanceOf(Held.class, reserve(store, claim));
            assertEquals(new Store(10, 8, 2, 0), store.balance(OFFER).orElseThrow());
            assertEquals(List.of(claim), claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void claims_are_answered_only_when_the_replicas_have_them() {
        try (var master = Services.open("redis", "appendonly no");
                var replica =
                        Services.open(
                                "redis", "appendonly no", "replicaof 127.0.0.1 " + master.port());
                var stores =
                        new RedisTestStores(
                                RedisTestStores.config(master.port(), 1)
                                        .withTimeout(TIMEOUT)
                                        .withWaitReplicas(1))) {
            var store = stores.holds();
            store.prepare(supply(10, 2));
            var first = claim("ann", 1);
            Soon.until("the replica follows", () -> isHeld(store, first));
            var claim = claim("bob", 2);

            replica.kill();

            assertIsUnanswered(store, claim);
            replica.start();
            Soon.until("it is answered", () -> isHeld(store, claim));
            Soon.until("it is the same claim", () -> isHeldAgain(store, claim));
        }
    }

    /// The replica is there and does not follow. Which node has written the claim does not matter.
    @Test
    void a_claim_that_is_asked_for_again_elsewhere_is_answered_only_when_the_replicas_have_it() {
        try (var master = Services.open("redis", "appendonly no");
                var replica =
                        Services.open(
                                "redis", "appendonly no", "replicaof 127.0.0.1 " + master.port());
                var stores =
                        new RedisTestStores(
                                RedisTestStores.config(master.port(), 1)
                                        .withTimeout(TIMEOUT)
                                        .withWaitReplicas(1));
                var other = RedisStores.open(stores.link().config(), "other", () -> NOON)) {
            stores.holds().prepare(supply(10, 2));
            var first = claim("ann", 1);
            for (var store : List.of(stores.holds(), other.holds())) {
                Soon.until("the replica follows", () -> isHeld(store, first));
            }
            var claim = claim("bob", 2);

            replica.freeze(true);
            try {
                assertIsUnanswered(stores.holds(), claim);
                assertIsUnanswered(other.holds(), claim);
            } finally {
                replica.freeze(false);
            }

            Soon.until("it is answered", () -> isHeld(other.holds(), claim));
            Soon.until("it is the same claim", () -> isHeldAgain(other.holds(), claim));
        }
    }

    @Test
    void a_batch_whose_shards_fare_differently_is_answered_shard_by_shard() {
        try (var server = Services.open("redis", "appendonly no");
                var stores = open(server, 2)) {
            var store = stores.holds();
            store.prepare(supply(100, 2));
            var key = OfferKeys.of(stores.link().lane(1), OFFER).units();
            stores.link().lane(1).call(redis -> redis.hset(key, "run", "another"));

            var claims = claims(20);
            var answers = store.reserve(claims);

            for (int i = 0; i < claims.size(); i++) {
                boolean good = stores.link().shardOf(claims.get(i).buyer().value()) == 0;
                if (good) assertInstanceOf(Held.class, answers.get(i));
                else assertEquals(Refused.UNAVAILABLE, answers.get(i));
            }
            assertTrue(answers.contains(Refused.UNAVAILABLE));
            assertEquals(OptionalLong.empty(), store.generation(OFFER));
        }
    }

    private static RedisTestStores open(Services.Instance server, int shards) {
        return new RedisTestStores(RedisTestStores.config(server.port(), shards));
    }

    public static void untilBack(RedisLink link) {
        Soon.until(
                "Redis is back",
                () -> link.lanes().stream().allMatch(lane -> !isUnavailable(() -> ping(lane))));
    }

    private static String ping(RedisLane lane) {
        return lane.call(redis -> redis.ping());
    }

    /// While a connection is made anew nobody is asked, and the claim is refused.
    private static void assertIsUnanswered(HoldStore store, Claim claim) {
        Soon.until(
                "the claim is asked for and not answered",
                () -> {
                    try {
                        assertEquals(Refused.UNAVAILABLE, reserve(store, claim));
                        return false;
                    } catch (Unavailable expected) {
                        return true;
                    }
                });
    }

    private static boolean isHeld(HoldStore store, Claim claim) {
        try {
            return reserve(store, claim) instanceof Held;
        } catch (Unavailable e) {
            return false;
        }
    }

    /// A replica may stand still at any moment, and there is no answer without it.
    private static boolean isHeldAgain(HoldStore store, Claim claim) {
        try {
            return assertInstanceOf(Held.class, reserve(store, claim)).again();
        } catch (Unavailable notYet) {
            return false;
        }
    }

    private static boolean isRefused(HoldStore store, Claim claim) {
        try {
            return reserve(store, claim) == Refused.UNAVAILABLE;
        } catch (Unavailable e) {
            return false;
        }
    }

    static boolean isUnavailable(Runnable call) {
        try {
            call.run();
            return false;
        } catch (Unavailable e) {
            return true;
        }
    }
}
