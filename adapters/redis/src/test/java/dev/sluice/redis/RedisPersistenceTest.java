package dev.sluice.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import org.junit.jupiter.api.Test;

/// Against one real server whose configuration is changed while it runs.
class RedisPersistenceTest {

    @Test
    void what_a_crash_can_lose_is_said_as_the_server_is_configured() {
        try (var server = Services.open("redis");
                var link = RedisLink.open(RedisTestEngine.config(server.port(), 1))) {
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
    void a_waited_for_replica_is_as_good_as_a_disk() {
        try (var server = Services.open("redis", "appendonly no");
                var link =
                        RedisLink.open(
                                RedisTestEngine.config(server.port(), 1).withWaitReplicas(2))) {
            loses(
                    true,
                    "nothing that was acknowledged, unless a master is lost together with 2 of its"
                            + " replicas: every batch waits for them. Now there are only 0, so that"
                            + " no claim is answered",
                    link);
        }
    }

    @Test
    void where_the_configuration_may_not_be_read_nothing_is_promised() {
        try (var server = Services.open("redis", "user ann on >secret ~* &* +@all -config -acl");
                var link =
                        RedisLink.open(
                                RedisConfig.DEFAULTS.withUrl(
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
