package dev.sluice.redis.link;

import java.time.Duration;
import java.util.regex.Pattern;

/// How the Redis adapter behaves. Settings live under `sluice.redis`.
///
/// @param url `redis://host:port/db`, `redis-sentinel://host:port,host:port/master` or
///     `redis-cluster://host:port,host:port`; with `rediss` in place of `redis` for TLS, and with
///     `user:password@` or `:password@` before the hosts
/// @param prefix what all keys begin with; nodes of one Sluice have the same
/// @param shards in how many parts, by buyer, everything is kept; nodes of one Sluice have the same
/// @param timeout longest wait for an answer; after it the outcome is unknown
/// @param backlogMax claims that are held and not yet acknowledged; one more is refused as
///     OVERLOADED. Each shard has its part of it, and each offer its part of one half of that
/// @param waitReplicas how many replicas must have a batch of claims before it is answered
/// @param redeliverAfter a claim that a living node has taken and not acknowledged for so long is
///     delivered again
/// @param silenceMax a node that has not said for so long that it lives is dead, and what it has
///     taken is delivered to others
public record RedisConfig(
        String url,
        String prefix,
        int shards,
        Duration timeout,
        int backlogMax,
        int waitReplicas,
        Duration redeliverAfter,
        Duration silenceMax) {

    static final int SHARDS_MAX = 64;
    // Before the defaults, which are checked by it.
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    public static final RedisConfig DEFAULTS =
            new RedisConfig(
                    "redis://127.0.0.1:6379",
                    "sluice",
                    1,
                    Duration.ofSeconds(2),
                    250_000,
                    0,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(3));

    public RedisConfig {
        RedisAddress.parse(url);
        require(
                PREFIX.matcher(prefix).matches(),
                "prefix must be 1 to 40 letters, digits, dots, dashes or underscores, was "
                        + prefix);
        require(
                shards >= 1 && shards <= SHARDS_MAX,
                "shards must be 1 to " + SHARDS_MAX + ", was " + shards);
        require(timeout.toMillis() >= 10, "timeout must be at least 10 ms, was " + timeout);
        require(timeout.toMinutes() < 1, "timeout must be under a minute, was " + timeout);
        require(backlogMax >= 1, "backlog-max must be at least 1, was " + backlogMax);
        require(
                waitReplicas >= 0 && waitReplicas <= 16,
                "wait-replicas must be 0 to 16, was " + waitReplicas);
        require(
                redeliverAfter.toSeconds() >= 1,
                "redeliver-after must be at least 1 s, was " + redeliverAfter);
        require(silenceMax.toSeconds() >= 2, "silence-max must be at least 2 s, was " + silenceMax);
    }

    public RedisConfig withUrl(String url) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withPrefix(String prefix) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withShards(int shards) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withTimeout(Duration timeout) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withBacklogMax(int backlogMax) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withWaitReplicas(int waitReplicas) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withRedeliverAfter(Duration redeliverAfter) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    public RedisConfig withSilenceMax(Duration silenceMax) {
        return new RedisConfig(
                url, prefix, shards, timeout, backlogMax, waitReplicas, redeliverAfter, silenceMax);
    }

    /// Without the password that may stand in the address.
    @Override
    public String toString() {
        return RedisAddress.parse(url) + " prefix " + prefix + " shards " + shards;
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.redis: " + otherwise);
    }
}
