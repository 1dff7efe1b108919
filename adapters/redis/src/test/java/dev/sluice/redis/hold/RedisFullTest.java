package dev.sluice.redis.hold;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.RateCounters.Drawn;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.redis.SharedRedis;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.share.RedisRateCounters;
import dev.sluice.redis.share.RedisSharedCache;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A Redis of the test's own whose memory is full. New claims are refused, what was acknowledged is
/// settled, and claims are taken again as soon as there is room.
class RedisFullTest {

    private static final int BATCH = 500;
    private static final int STOCK = 1_000_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_full_redis_refuses_claims_settles_those_it_has_and_takes_claims_again(int shards)
            throws Exception {
        try (var server = Services.open("redis", "appendonly no", "maxmemory 6mb");
                var stores = stores(server, shards)) {
            var store = stores.holds();
            store.prepare(supply(STOCK, 2));

            int held = holdUntilRefused(stores);

            assertEquals(
                    new Store(STOCK, STOCK - held, held, 0), store.balance(OFFER).orElseThrow());
            assertEquals(held, stores.queue().depth());
            int ended = settleEverySecond(stores);
            assertEquals(0, stores.queue().depth());
            int sold = held - ended;
            assertEquals(
                    new Store(STOCK, STOCK - sold, 0, sold), store.balance(OFFER).orElseThrow());
            assertInstanceOf(Held.class, reserve(store, claim("late", 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everything_that_settles_is_done_while_the_memory_is_full(int shards) throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var stores = stores(server, shards)) {
            var store = stores.holds();
            var queue = stores.queue();
            store.prepare(supply(100, 2));
            var claims = claims(6);
            store.reserve(claims);
            fill(stores.link());

            var taken = take(queue, 6);
            assertEquals(6, taken.size());
            queue.retry(taken.get(0), stores.now(), "the database is away");
            queue.park(taken.get(1), "it cannot be");
            queue.park(taken.get(2), "it cannot be");
            assertTrue(queue.unpark(taken.get(1).claim().id()));
            assertTrue(queue.removeParked(taken.get(2).claim().id()));
            store.release(holds(taken.get(2).claim()));
            var again = take(queue, 2);
            assertEquals(2, again.size());
            settle(stores, again, true);
            settle(stores, taken.subList(3, 5), true);
            settle(stores, taken.subList(5, 6), false);

            assertEquals(0, queue.depth());
            assertTrue(store.revive(taken.get(5).claim().hold()), "late money finds its units");
            store.restock(OFFER, 200);
            assertEquals(new Store(200, 195, 0, 5), store.balance(OFFER).orElseThrow());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_node_starts_and_rebuilds_an_offer_while_the_memory_is_full(int shards) throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var stores = stores(server, shards)) {
            stores.holds().prepare(supply(10, 2));
            var claims = claims(4);
            stores.holds().reserve(claims);
            var sold = take(stores.queue(), 1);
            settle(stores, sold, true);
            fill(stores.link());

            stores.crash();
            stores.holds().prepare(supply(10, List.of(sold.getFirst().claim()), List.of()));

            assertEquals(new Store(10, 6, 3, 1), stores.holds().balance(OFFER).orElseThrow());
            settle(stores, take(stores.queue(), 3), true);
            assertEquals(new Store(10, 6, 0, 4), stores.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    void a_living_node_is_not_taken_for_dead_while_the_memory_is_full() throws Exception {
        try (var server = Services.open("redis", "appendonly no");
                var stores = stores(server, 1);
                var other = RedisStores.open(stores.link().config(), "other", () -> NOON)) {
            stores.holds().prepare(supply(10, 2));
            stores.holds().reserve(claims(2));
            fill(stores.link());
            assertEquals(2, take(stores.queue(), 2).size());

            double until = beat(stores);
            Soon.until(
                    "the node says again and again that it lives",
                    () -> beat(stores) >= until + RedisConfig.DEFAULTS.silenceMax().toMillis());
            assertEquals(List.of(), other.queue().take(2, A_MOMENT), "another node has them");
        }
    }

    /// Until when the node of these stores counts as living.
    private static double beat(RedisTestStores stores) {
        var lane = stores.link().lane(0);
        for (var node : lane.call(redis -> redis.zrange(lane.key("beats"), 0, -1))) {
            if (!node.startsWith("node.")) continue;
            return lane.call(redis -> redis.zscore(lane.key("beats"), node));
        }
        throw new AssertionError("the node has not said that it lives");
    }

    @Test
    void a_refused_claim_has_left_nothing_behind_and_an_old_one_is_still_known() {
        try (var server = Services.open("redis", "appendonly no");
                var stores = stores(server, 2)) {
            var store = stores.holds();
            store.prepare(supply(4, 2));
            var old = claim("ann", 1);
            reserve(store, old);
            fill(stores.link());

            // One shard alone has too few units for all of them.
            var refused = new ArrayList<Claim>();
            for (int i = 0; i < 4; i++) refused.add(claim("bob-" + i, 1));
            for (var answer : store.reserve(refused)) assertEquals(Refused.UNAVAILABLE, answer);
            var sameBuyer = claim("bob-0", 2);
            assertEquals(Refused.UNAVAILABLE, reserve(store, sameBuyer));
            assertTrue(assertInstanceOf(Held.class, reserve(store, old)).again());
            assertEquals(new Store(4, 3, 1, 0), store.balance(OFFER).orElseThrow());
            assertEquals(1, stores.queue().depth());
            assertEquals(Optional.empty(), store.find(refused.getFirst().id()));

            empty(stores.link());

            var answers = store.reserve(refused);
            assertEquals(3, answers.stream().filter(Held.class::isInstance).count());
            assertEquals(Refused.SOLD_OUT, answers.getLast());
        }
    }

    @Test
    void what_nodes_share_is_read_and_dropped_and_signals_go_on_while_the_memory_is_full() {
        try (var server = Services.open("redis", "appendonly no");
                var redis = new SharedRedis()) {
            var link = redis.links(1, SharedRedis.config(server.port(), 2)).getFirst();
            var cache = new RedisSharedCache(link);
            var rates = new RedisRateCounters(link);
            var transport = redis.transport(link);
            cache.put("a", new byte[] {7}, MINUTE);
            fill(link);

            assertThrows(Unavailable.class, () -> cache.put("b", new byte[] {8}, MINUTE));
            assertThrows(Unavailable.class, () -> rates.add(List.of(new Drawn("a", MINUTE, 1))));
            assertEquals(7, cache.find("a").orElseThrow()[0]);
            cache.drop("a");
            assertEquals(Optional.empty(), cache.find("a"));
            transport.send(new Bare(new Signal.SwitchesChanged()));
            Soon.until(
                    "every lane has seen that it is full",
                    () -> link.lanes().stream().allMatch(link.memory()::isShort));

            empty(link);

            Soon.until("there is room", () -> link.memory().percent() == 0);
            cache.put("b", new byte[] {8}, MINUTE);
            assertEquals(List.of(1L), rates.add(List.of(new Drawn("a", MINUTE, 1))));
        }
    }

    @Test
    void what_can_be_done_without_gives_way_to_claims_while_there_is_still_room() {
        try (var server = Services.open("redis", "appendonly no", "maxmemory 10mb");
                var stores = stores(server, 1)) {
            var link = stores.link();
            var cache = new RedisSharedCache(link);
            var rates = new RedisRateCounters(link);
            stores.holds().prepare(supply(9, 2));
            cache.put("a", new byte[] {7}, MINUTE);
            assertEquals(List.of(1L), rates.add(List.of(new Drawn("a", MINUTE, 1))));

            link.lane(0).call(redis -> redis.setrange("filler", 7_000_000, "x"));
            Soon.until("it is short", () -> link.memory().percent() >= 75);

            assertThrows(Unavailable.class, () -> cache.put("b", new byte[] {8}, MINUTE));
            assertThrows(Unavailable.class, () -> cache.putIfAbsent("b", new byte[1], MINUTE));
            assertThrows(Unavailable.class, () -> rates.add(List.of(new Drawn("a", MINUTE, 1))));
            assertEquals(7, cache.find("a").orElseThrow()[0]);
            assertTrue(cache.isFirst("c", MINUTE), "a challenge has one try");
            assertInstanceOf(Held.class, reserve(stores.holds(), claim("ann", 1)));

            link.lane(0).call(redis -> redis.del("filler"));
            Soon.until("there is room", () -> link.memory().percent() < 75);
            cache.put("b", new byte[] {8}, MINUTE);
        }
    }

    private static RedisTestStores stores(Services.Instance server, int shards) {
        return new RedisTestStores(RedisTestStores.config(server.port(), shards));
    }

    /// From now on there is too little memory for what is there already.
    private static void fill(RedisLink link) {
        link.lane(0).call(redis -> redis.configSet("maxmemory", "1"));
    }

    private static void empty(RedisLink link) {
        link.lane(0).call(redis -> redis.configSet("maxmemory", "0"));
    }

    /// Claims until a whole batch is refused; answers how many were held. Every answer is a plain
    /// one: held, or nothing was taken.
    private static int holdUntilRefused(RedisTestStores stores) {
        int held = 0;
        for (int batch = 0; held < STOCK; batch++) {
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < BATCH; i++) claims.add(claim(batch + "/" + i, 1));
            var answers = stores.holds().reserve(claims);
            int before = held;
            for (var answer : answers) held += isHeld(answer) ? 1 : 0;
            if (held == before) return held;
        }
        throw new AssertionError("the memory was never full");
    }

    private static boolean isHeld(Reservation answer) {
        if (answer instanceof Held) return true;
        assertEquals(Refused.UNAVAILABLE, answer);
        return false;
    }

    /// Every second claim of each batch is sold, the others are lost; answers how many those are.
    private static int settleEverySecond(RedisTestStores stores) throws Exception {
        int ended = 0;
        for (var all = takeSome(stores); !all.isEmpty(); all = takeSome(stores)) {
            int half = all.size() / 2;
            settle(stores, all.subList(0, half), true);
            settle(stores, all.subList(half, all.size()), false);
            ended += all.size() - half;
        }
        return ended;
    }

    private static List<Delivery> takeSome(RedisTestStores stores) throws InterruptedException {
        return stores.queue().take(1_000, Duration.ofMillis(20));
    }

    private static void settle(RedisTestStores stores, List<Delivery> deliveries, boolean won) {
        var holds = holds(deliveries.stream().map(Delivery::claim).toList());
        if (won) stores.holds().confirm(holds);
        else stores.holds().release(holds);
        stores.queue().acknowledge(deliveries);
    }
}
