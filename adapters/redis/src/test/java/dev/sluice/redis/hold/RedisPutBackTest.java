package dev.sluice.redis.hold;

import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.redis.SharedRedis;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// After a server has lost an offer, those who had units get them back before anybody else does.
class RedisPutBackTest {

    private static final String FOR_EVER = Long.toString(Long.MAX_VALUE / 1_000_000);

    @Test
    void acknowledged_claims_are_put_back_by_every_node_before_new_ones_are_taken()
            throws Exception {
        try (var server = Services.open("redis", "appendonly no")) {
            var config = SharedRedis.config(server.port(), 2);
            putBackFirst(config);
        }
    }

    private static void putBackFirst(RedisConfig config) throws Exception {
        try (var ann = RedisStores.open(config, "ann", () -> NOON);
                var bob = RedisStores.open(config, "bob", () -> NOON)) {
            ann.holds().prepare(supply(2, 2));
            assertFalse(isKept(ann), "a new offer is open to all at once");
            var acknowledged = claim("eve", 2);
            assertInstanceOf(Held.class, reserve(ann.holds(), acknowledged));
            assertTrue(bob.holds().generation(OFFER).isPresent());

            ann.link().lane(0).call(redis -> redis.flushall());
            isNotSaidToBeUnknown(acknowledged, bob);
            bob.holds().prepare(supply(2, 2));
            assertTrue(isKept(bob));
            keepForEver(bob);
            isNotSaidToBeUnknown(acknowledged, bob);

            var quick = claim("quick", 1);
            assertEquals(Refused.UNAVAILABLE, reserve(bob.holds(), quick));
            var back = ann.holds().putBack(List.of(acknowledged)).getFirst();
            assertInstanceOf(Held.class, back);
            assertTrue(((Held) reserve(bob.holds(), acknowledged)).again());
            assertTrue(bob.holds().find(acknowledged.id()).isPresent());

            openToAll(bob);
            assertEquals(Optional.empty(), bob.holds().find(quick.id()));
            assertEquals(Refused.SOLD_OUT, reserve(bob.holds(), quick));
            assertEquals(List.of(acknowledged), claimsOf(takeAll(ann.queue())));
        }
    }

    /// Else its buyer is told that it has sold out.
    private static void isNotSaidToBeUnknown(Claim claim, RedisStores stores) {
        assertThrows(Unavailable.class, () -> stores.holds().find(claim.id()));
    }

    @Test
    void an_offer_that_is_prepared_anew_and_was_not_lost_is_open_to_all_at_once() throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var ann = open(server.port())) {
            ann.holds().prepare(supply(9, 2));
            ann.holds().prepare(supply(9, 2));

            assertFalse(isKept(ann));
            assertInstanceOf(Held.class, reserve(ann.holds(), claim("eve", 1)));
        }
    }

    @Test
    void new_claims_wait_until_every_node_that_lives_has_put_back_what_it_had() {
        var config = RedisTestStores.config(2);
        try (var ann = new RedisTestStores(config);
                var bob = RedisStores.open(config, "bob", () -> NOON)) {
            ann.holds().prepare(supply(2, 2));
            assertTrue(bob.holds().generation(OFFER).isPresent());
            RedisTestStores.drop(ann.link());
            bob.holds().prepare(supply(2, 2));
            long generation = bob.holds().generation(OFFER).orElseThrow();
            // The seconds in which nodes are heard of again are over.
            set(bob, "back", "1");
            set(bob, "backMax", FOR_EVER);
            beat(bob, "slow.9", FOR_EVER);
            var slow = new Rebuild(ann.link(), new UnitMoves(ann.link()), "slow.9");
            beat(bob, "dead.8", "1");

            ann.holds().allBack(OFFER, generation);
            bob.holds().allBack(OFFER, generation);
            assertEquals(Refused.UNAVAILABLE, reserve(bob.holds(), claim("quick", 1)));

            bob.holds().prepare(supply(2, 2));
            set(bob, "back", "1");
            set(bob, "backMax", FOR_EVER);
            slow.allBack(OFFER, generation);
            generation = bob.holds().generation(OFFER).orElseThrow();
            ann.holds().allBack(OFFER, generation);
            bob.holds().allBack(OFFER, generation);
            assertEquals(Refused.UNAVAILABLE, reserve(bob.holds(), claim("quick", 1)));

            slow.allBack(OFFER, generation);
            assertInstanceOf(Held.class, reserve(bob.holds(), claim("quick", 1)));
        }
    }

    @Test
    void a_node_that_lives_and_never_says_that_all_is_back_is_not_waited_for_for_ever() {
        try (var ann = new RedisTestStores(RedisTestStores.config(1))) {
            ann.holds().prepare(supply(2, 2));
            RedisTestStores.drop(ann.link());
            ann.holds().prepare(supply(2, 2));
            set(ann.stores(), "back", "1");
            set(ann.stores(), "backMax", "2");

            assertInstanceOf(Held.class, reserve(ann.holds(), claim("quick", 1)));
        }
    }

    /// All times that it has noted of an offer lie in the future then, for hours perhaps.
    @Test
    void a_server_whose_clock_steps_back_takes_new_claims() {
        try (var ann = new RedisTestStores(RedisTestStores.config(1))) {
            ann.holds().prepare(supply(2, 2));
            RedisTestStores.drop(ann.link());
            ann.holds().prepare(supply(2, 2));
            keepForEver(ann.stores());
            var quick = claim("quick", 1);
            assertEquals(Refused.UNAVAILABLE, reserve(ann.holds(), quick));

            anHourLater(ann.stores(), "backFrom", "back", "backMax");

            assertEquals(Optional.empty(), ann.holds().find(quick.id()));
            assertInstanceOf(Held.class, reserve(ann.holds(), quick));
        }
    }

    @Test
    void acknowledged_claims_are_put_back_while_the_memory_is_full() throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var ann = open(server.port())) {
            ann.holds().prepare(supply(9, 2));
            var acknowledged = claims(6);
            ann.holds().reserve(acknowledged);
            ann.link().lane(0).call(redis -> redis.flushall());
            ann.link().lane(0).call(redis -> redis.configSet("maxmemory", "1"));
            ann.holds().prepare(supply(9, 2));

            for (var answer : ann.holds().putBack(acknowledged)) {
                assertInstanceOf(Held.class, answer);
            }

            assertEquals(Set.copyOf(acknowledged), Set.copyOf(claimsOf(takeAll(ann.queue()))));
        }
    }

    @Test
    void a_full_queue_and_many_ended_claims_take_no_acknowledged_claim_from_its_buyer() {
        try (var ann = new RedisTestStores(RedisTestStores.config(1).withBacklogMax(2))) {
            var store = ann.holds();
            store.prepare(supply(9, 2));
            var acknowledged = claim("eve", 1);
            assertInstanceOf(Held.class, reserve(store, acknowledged));
            var ended = new ArrayList<Claim>();
            for (int i = 0; i < HoldStore.ENDED_MAX; i++) ended.add(claim("eve", 1));
            RedisTestStores.drop(ann.link());
            store.prepare(supply(9, List.of(), ended));
            for (var other : store.putBack(claims(2))) assertInstanceOf(Held.class, other);

            var back = store.putBack(List.of(acknowledged)).getFirst();

            assertInstanceOf(Held.class, back);
        }
    }

    private static RedisStores open(int port) {
        return RedisStores.open(SharedRedis.config(port, 2), "ann", () -> NOON);
    }

    private static boolean isKept(RedisStores stores) {
        var lane = stores.link().lane(1);
        return lane.call(redis -> redis.hexists(OfferKeys.of(lane, OFFER).units(), "back"));
    }

    /// The test takes as long as it takes.
    private static void keepForEver(RedisStores stores) {
        set(stores, "back", FOR_EVER);
    }

    private static void set(RedisStores stores, String field, String value) {
        for (var lane : stores.link().lanes()) {
            var key = OfferKeys.of(lane, OFFER).units();
            lane.call(redis -> redis.hset(key, field, value));
        }
    }

    /// As if the server's clock had gone back by an hour since.
    private static void anHourLater(RedisStores stores, String... fields) {
        for (var lane : stores.link().lanes()) {
            var key = OfferKeys.of(lane, OFFER).units();
            for (var field : fields) lane.call(redis -> redis.hincrby(key, field, 3_600_000));
        }
    }

    /// A node of that name lives until then.
    private static void beat(RedisStores stores, String node, String until) {
        for (var lane : stores.link().lanes()) {
            lane.call(redis -> redis.zadd(lane.key("beats"), Double.parseDouble(until), node));
        }
    }

    private static void openToAll(RedisStores stores) {
        for (var lane : stores.link().lanes()) {
            var key = OfferKeys.of(lane, OFFER).units();
            lane.call(redis -> redis.hdel(key, "back", "backMax"));
        }
    }
}
