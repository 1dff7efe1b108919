package dev.sluice.redis.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.redis.link.RedisAddress.Host;
import dev.sluice.redis.link.RedisAddress.Mode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RedisConfigTest {

    @Test
    void a_url_names_a_server_or_sentinels_or_a_cluster() {
        var one = RedisAddress.parse("redis://cache:7000/3");
        assertEquals(Mode.STANDALONE, one.mode());
        assertEquals(List.of(new Host("cache", 7000)), one.hosts());
        assertEquals(3, one.database());
        assertFalse(one.tls());

        var watched = RedisAddress.parse("redis-sentinel://a:1,b/main");
        assertEquals(Mode.SENTINEL, watched.mode());
        assertEquals(List.of(new Host("a", 1), new Host("b", 26379)), watched.hosts());
        assertEquals("main", watched.master());

        var many = RedisAddress.parse("rediss-cluster://a,b:7");
        assertEquals(Mode.CLUSTER, many.mode());
        assertEquals(List.of(new Host("a", 6379), new Host("b", 7)), many.hosts());
        assertTrue(many.tls());
    }

    @Test
    void user_and_password_may_stand_before_the_hosts_and_are_never_said() {
        var both = RedisAddress.parse("redis://ann:s%40f+e@cache");
        assertEquals("ann", both.user());
        assertEquals("s@f+e", both.password());
        assertEquals("only", RedisAddress.parse("redis://:only@cache").password());
        assertEquals("", RedisAddress.parse("redis://:only@cache").user());

        var config = RedisConfig.DEFAULTS.withUrl("redis://ann:secret@cache");
        assertFalse((config + " " + both).contains("secret"), config::toString);
        assertFalse(both.toString().contains("s@f+e"), both::toString);
    }

    @Test
    void what_makes_no_sense_is_refused_with_the_reason() {
        refused("url", () -> RedisConfig.DEFAULTS.withUrl("localhost:6379"));
        refused("url", () -> RedisConfig.DEFAULTS.withUrl("http://localhost"));
        refused("url", () -> RedisConfig.DEFAULTS.withUrl("redis://a,b"));
        refused("url", () -> RedisConfig.DEFAULTS.withUrl("redis://"));
        refused("url", () -> RedisConfig.DEFAULTS.withUrl("redis://a:port"));
        refused("master", () -> RedisConfig.DEFAULTS.withUrl("redis-sentinel://a"));
        refused("database", () -> RedisConfig.DEFAULTS.withUrl("redis-cluster://a/1"));
        refused("prefix", () -> RedisConfig.DEFAULTS.withPrefix("a{b"));
        refused("shards", () -> RedisConfig.DEFAULTS.withShards(65));
        refused("shards", () -> RedisConfig.DEFAULTS.withShards(0));
        refused("timeout", () -> RedisConfig.DEFAULTS.withTimeout(Duration.ofMillis(1)));
        refused("backlog-max", () -> RedisConfig.DEFAULTS.withBacklogMax(0));
        refused("wait-replicas", () -> RedisConfig.DEFAULTS.withWaitReplicas(-1));
        refused(
                "redeliver-after",
                () -> RedisConfig.DEFAULTS.withRedeliverAfter(Duration.ofMillis(10)));
    }

    private static void refused(String reason, Executable config) {
        var refusal = assertThrows(IllegalArgumentException.class, config);
        assertTrue(refusal.getMessage().startsWith("sluice.redis: "), refusal::getMessage);
        assertTrue(refusal.getMessage().contains(reason), refusal::getMessage);
    }
}
