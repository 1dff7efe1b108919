package dev.sluice.redis;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.HoldStoreRaceContract;
import dev.sluice.contracts.HoldStoreRestartContract;
import dev.sluice.contracts.Soon;
import dev.sluice.contracts.TestStores;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.RedisAddress;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import io.lettuce.core.cluster.SlotHash;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The suites, and what only a cluster does, on three masters.
class RedisClusterTest
        implements HoldStoreRaceContract, HoldStoreRestartContract, ClaimQueueContract {

    private static final int SHARDS = 5;

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new RedisCluster();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) cluster.close();
    }

    @Override
    public TestStores open() {
        return stores();
    }

    private static RedisTestStores stores() {
        return new RedisTestStores(cluster.config(SHARDS));
    }

    @Test
    void the_shards_of_an_offer_are_on_several_servers() {
        try (var stores = stores()) {
            var hosts = new HashSet<RedisAddress.Host>();
            for (var lane : stores.link().lanes()) hosts.add(lane.session().host());
            assertTrue(hosts.size() > 1, hosts::toString);
        }
    }

    @Test
    void when_one_server_was_killed_its_shard_is_rebuilt_and_the_sale_goes_on() throws Exception {
        try (var stores = stores()) {
            var store = stores.holds();
            store.prepare(supply(200, 2));
            var claims = claims(50);
            store.reserve(claims);
            int port = stores.link().lane(0).session().host().port();
            var spared = sparedBy(stores, port, claims);

            cluster.server(port).kill();
            Soon.until("it is missed", () -> !stores.link().lane(0).isConnected());
            assertTrue(((Held) reserve(store, spared)).again(), "other shards go on");
            cluster.server(port).start();
            Soon.until("the cluster is whole", cluster::isWhole);
            RedisFaultsTest.untilBack(stores.link());

            assertEquals(Optional.empty(), store.balance(OFFER));
            assertEquals(Refused.UNAVAILABLE, reserve(store, lostBy(stores, claims)));
            store.prepare(supply(200, 2));
            var left = Set.copyOf(claimsOf(takeAll(stores.queue())));
            // This server forgot what was not on its disk; the others have all of theirs.
            assertTrue(claims.containsAll(left) && left.contains(spared));
            int held = left.size();
            assertEquals(new Store(200, 200 - held, held, 0), store.balance(OFFER).orElseThrow());
            var late = claim("late", 1);
            Soon.until("the sale goes on", () -> reserve(store, late) instanceof Held);
        }
    }

    @Test
    void when_a_shard_moves_to_another_server_it_is_found_and_rebuilt_there() throws Exception {
        try (var stores = stores()) {
            var store = stores.holds();
            store.prepare(supply(200, 2));
            var claims = claims(50);
            store.reserve(claims);
            var lane = stores.link().lane(0);
            int from = lane.session().host().port();
            int to = cluster.otherThan(from).port();

            cluster.move(SlotHash.getSlot(lane.key("")), from, to);
            Soon.until(
                    "the lane leads to the other server",
                    () -> {
                        RedisFaultsTest.isUnavailable(() -> store.balance(OFFER));
                        return leadsTo(lane, to);
                    });

            assertEquals(Optional.empty(), store.balance(OFFER));
            store.prepare(supply(200, 2));
            assertEquals(new Store(200, 150, 50, 0), store.balance(OFFER).orElseThrow());
            assertEquals(Set.copyOf(claims), Set.copyOf(claimsOf(takeAll(stores.queue()))));
        }
    }

    /// The connection may break at any moment.
    private static boolean leadsTo(RedisLane lane, int port) {
        try {
            return lane.session().host().port() == port;
        } catch (Unavailable lost) {
            return false;
        }
    }

    private static Claim sparedBy(RedisTestStores stores, int port, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> portOf(stores, claim) != port)
                .findFirst()
                .orElseThrow();
    }

    private static Claim lostBy(RedisTestStores stores, List<Claim> claims) {
        int port = stores.link().lane(0).session().host().port();
        return claims.stream()
                .filter(claim -> portOf(stores, claim) == port)
                .findFirst()
                .orElseThrow();
    }

    private static int portOf(RedisTestStores stores, Claim claim) {
        var lane = stores.link().lane(stores.link().shardOf(claim.buyer().value()));
        return lane.session().host().port();
    }
}
