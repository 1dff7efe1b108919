package dev.sluice.redis.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.redis.RedisTestStores;
import org.junit.jupiter.api.Test;

/// Against one real server whose configuration is changed while it runs.
class RedisPersistenceTest {

    private static final String FAILOVER =
            "acknowledged claims that a replica has not got yet when it takes the master's place:"
                    + " wait-replicas is 0. A master that is restarted loses nothing, since"
                    + " appendfsync is always";
    private static final RedisPersistence UNSAFE =
            new RedisPersistence(false, "a crash of Redis can lose " + FAILOVER);

    @Test
    void what_a_crash_can_lose_is_said_as_the_server_is_configured() {
        try (var server = Services.open("redis");
                var link = RedisLink.open(RedisTestStores.config(server.port(), 1))) {
            set(link, "appendonly", "yes");
            set(link, "appendfsync", "always");
            loses(true, "nothing that was acknowledged: appendfsync is always", link);
            set(link, "appendfsync", "everysec");
            loses(false, "up to a second of acknowledged claims: appendfsync is everysec", link);
            set(link, "appendfsync", "no");
            loses(
                    false,
                    "acknowledged claims that the system has not written yet, commonly of half a"
                            + " minute: appendfsync is no",
                    link);
            set(link, "appendonly", "no");
            set(link, "save", "60 1");
            loses(false, "everything since the last snapshot: appendonly is no", link);
            set(link, "save", "");
            loses(false, "everything: appendonly is no and no snapshots are taken", link);

            set(link, "maxmemory-policy", "allkeys-lru");
            var refusal =
                    assertThrows(IllegalStateException.class, () -> RedisPersistence.read(link));
            assertTrue(refusal.getMessage().contains("allkeys-lru"), refusal::getMessage);
        }
    }

    @Test
    void a_waited_for_replica_is_as_good_as_waiting_for_the_disk_if_there_is_a_log() {
        try (var server = Services.open("redis", "appendonly yes", "appendfsync everysec");
                var link =
                        RedisLink.open(
                                RedisTestStores.config(server.port(), 1).withWaitReplicas(2))) {
            loses(
                    true,
                    "nothing that was acknowledged, unless a master is lost together with 2 of its"
                            + " replicas: every batch waits for them. Now there are only 0, so that"
                            + " no claim is answered",
                    link);
            set(link, "appendonly", "no");
            loses(
                    false,
                    "everything that is not in a snapshot, on replicas as well, when a master is"
                            + " restarted before a replica has taken its place: appendonly is no",
                    link);
        }
    }

    @Test
    void a_disk_does_not_help_where_a_replica_may_take_over_that_nobody_waits_for() {
        try (var master = Services.open("redis", "appendonly yes", "appendfsync always");
                var link = RedisLink.open(RedisTestStores.config(master.port(), 1))) {
            var watch = watch(link);
            assertTrue(watch.persistence().isSafe(), "there is no replica");

            try (var replica =
                    Services.open(
                            "redis", "appendonly no", "replicaof 127.0.0.1 " + master.port())) {
                Soon.until("a replica is there", () -> replicas(link) == 1);
                loses(false, FAILOVER, link);
                watch.look();
                assertEquals(UNSAFE, watch.persistence());

                replica.kill();
                Soon.until("it is gone", () -> replicas(link) == 0);
                watch.look();
                assertTrue(watch.persistence().isSafe());

                replica.start();
                Soon.until("it is back", () -> replicas(link) == 1);
                master.kill();
                watch.look();
                assertTrue(watch.persistence().isSafe(), "who is away says nothing new");
            }
        }
    }

    @Test
    void with_sentinels_a_replica_may_take_over_also_while_none_is_connected() {
        try (var master = Services.open("redis", "appendonly yes", "appendfsync always");
                var sentinel =
                        Services.openSentinel(
                                "sentinel monitor main 127.0.0.1 " + master.port() + " 1")) {
            var config =
                    RedisTestStores.config(master.port(), 1)
                            .withUrl("redis-sentinel://127.0.0.1:" + sentinel.port() + "/main");
            try (var link = RedisLink.open(config)) {
                loses(false, FAILOVER, link);
            }
            try (var link = RedisLink.open(config.withWaitReplicas(1))) {
                assertTrue(RedisPersistence.read(link).isSafe());
            }
        }
    }

    @Test
    void a_server_that_begins_to_throw_keys_away_is_seen() {
        try (var server = Services.open("redis", "appendonly yes", "appendfsync always");
                var link = RedisLink.open(RedisTestStores.config(server.port(), 1))) {
            var watch = watch(link);
            set(link, "maxmemory-policy", "allkeys-lru");

            watch.look();

            assertFalse(watch.persistence().isSafe());
            assertTrue(watch.persistence().says().contains("allkeys-lru"));
        }
    }

    /// One that looks when it is told to and not by itself, which might be at any moment.
    private static RedisWatch watch(RedisLink link) {
        var watch = new RedisWatch(link);
        watch.close();
        return watch;
    }

    private static int replicas(RedisLink link) {
        return new RedisInfo(link.lane(0).call(redis -> redis.info())).replicas();
    }

    @Test
    void where_the_configuration_may_not_be_read_nothing_is_promised() {
        try (var server = Services.open("redis", "user ann on >secret ~* &* +@all -config -acl");
                var link =
                        RedisLink.open(
                                RedisTestStores.config(server.port(), 1)
                                        .withUrl(
                                                "redis://ann:secret@127.0.0.1:" + server.port()))) {
            loses(false, "unknown: this Redis does not let its configuration be read", link);
        }
    }

    private static void set(RedisLink link, String name, String value) {
        link.lane(0).call(redis -> redis.configSet(name, value));
    }

    private static void loses(boolean safe, String what, RedisLink link) {
        var expected = new RedisPersistence(safe, "a crash of Redis can lose " + what);
        assertEquals(expected, RedisPersistence.read(link));
    }
}
