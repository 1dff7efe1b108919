package dev.sluice.redis.link;

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
import dev.sluice.port.Unavailable;
import dev.sluice.redis.RedisFaultsTest;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// A master, a replica and a sentinel that makes the replica the master when the master dies.
class RedisSentinelTest {

    @Test
    void after_a_failover_the_offer_is_rebuilt_from_the_book_on_the_new_master() throws Exception {
        try (var master = Services.open("redis", "appendonly no");
                var replica =
                        Services.open(
                                "redis", "appendonly no", "replicaof 127.0.0.1 " + master.port());
                var sentinel =
                        Services.openSentinel(
                                "sentinel monitor main 127.0.0.1 " + master.port() + " 1",
                                "sentinel down-after-milliseconds main 60000",
                                "sentinel failover-timeout main 3000")) {
            assertTrue(replica.port() != master.port());
            var config =
                    RedisTestStores.config(master.port(), 2)
                            .withUrl("redis-sentinel://127.0.0.1:" + sentinel.port() + "/main")
                            .withTimeout(RedisFaultsTest.TIMEOUT);
            try (var stores = new RedisTestStores(config)) {
                failOver(stores, master);
            }
        }
    }

    private static void failOver(RedisTestStores stores, Services.Instance master)
            throws Exception {
        var store = stores.holds();
        store.prepare(supply(10, 2));
        var claims = claims(4);
        var answers = store.reserve(claims);
        var settled = take(stores.queue(), 1);
        store.confirm(holds(settled.getFirst().claim()));
        stores.queue().acknowledge(settled);
        // A lane is told of what was written by it alone.
        for (var lane : stores.link().lanes()) {
            Soon.until(
                    "the replica has it all",
                    () -> lane.call(redis -> redis.waitForReplication(1, 100)) == 1);
        }
        Soon.until(
                "the sentinel knows the replica", () -> ask(stores, RedisSentinelTest::hasReplica));
        // Until here it was so patient that it takes no busy master for a dead one.
        ask(stores, sentinel -> sentinel.set("main", "down-after-milliseconds", "2000"));

        master.kill();
        for (var each : stores.link().lanes()) {
            Soon.until("a lane leads to the new master", () -> !leadsTo(each, master.port()));
        }
        RedisFaultsTest.untilBack(stores.link());

        assertEquals(Optional.empty(), store.balance(OFFER));
        assertEquals(Refused.UNAVAILABLE, reserve(store, claims.getFirst()));
        assertThrows(Unavailable.class, () -> store.revive(claims.getFirst().hold()));
        store.prepare(supply(10, claimsOf(settled), List.of()));
        store.allBack(OFFER, store.generation(OFFER).orElseThrow());
        assertEquals(new Store(10, 6, 3, 1), store.balance(OFFER).orElseThrow());
        var claim = claim("late", 1);
        Soon.until("the sale goes on", () -> reserve(store, claim) instanceof Held);
        var late = assertInstanceOf(Held.class, reserve(store, claim));
        for (var answer : answers) assertTrue(((Held) answer).sequence() < late.sequence());
        var left = Set.copyOf(claimsOf(takeAll(stores.queue())));
        assertEquals(4, left.size());
        assertTrue(left.stream().noneMatch(claimsOf(settled)::contains));
        assertEquals(NOON, stores.now());
    }

    /// Also when it leads nowhere yet.
    private static boolean leadsTo(RedisLane lane, int port) {
        try {
            return lane.session().host().port() == port;
        } catch (Unavailable lost) {
            return true;
        }
    }

    /// The sentinel asks the master now and then; before that it could choose no other.
    private static boolean hasReplica(RedisSentinelCommands<String, String> sentinel) {
        return sentinel.replicas("main").stream()
                .anyMatch(replica -> "slave".equals(replica.get("flags")));
    }

    private static <T> T ask(
            RedisTestStores stores, Function<RedisSentinelCommands<String, String>, T> question) {
        var address = RedisAddress.parse(stores.link().config().url());
        var uri = address.bareUri(address.hosts().getFirst(), RedisFaultsTest.TIMEOUT);
        var watched = RedisURI.builder().withSentinel(uri).withSentinelMasterId("main").build();
        try (var client = RedisClient.create();
                var sentinel = client.connectSentinel(watched)) {
            return question.apply(sentinel.sync());
        }
    }
}
