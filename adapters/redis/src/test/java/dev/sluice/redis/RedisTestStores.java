package dev.sluice.redis;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.TestStores;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisLink;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// A node on the real Redis with a clock and keys of its own. A restart and a crash are a new node;
/// the heartbeat of the old one has ended, as it does a few seconds after a real crash.
public final class RedisTestStores implements TestStores {

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final RedisLink link;
    private volatile Instant now = HoldSamples.NOON;
    private RedisStores stores;

    public RedisTestStores(RedisConfig config) {
        link = RedisLink.open(config);
        stores = open();
    }

    /// A server for suites that make very many calls: it does not wait for the disk.
    private static final class Quick {
        static final Services.Instance SERVER = Services.open("redis", "appendonly no");
    }

    /// Under keys that no other test has.
    public static RedisConfig config(int shards) {
        return config(Quick.SERVER.port(), shards);
    }

    /// No node is taken for dead because the machine is busy; one that is to die says so, or
    /// [#fallSilent] ends its life.
    public static RedisConfig config(int port, int shards) {
        return RedisConfig.DEFAULTS
                .withUrl("redis://127.0.0.1:" + port)
                .withPrefix(prefix())
                .withShards(shards)
                .withTimeout(Duration.ofSeconds(20))
                .withRedeliverAfter(Duration.ofMinutes(10))
                .withSilenceMax(Duration.ofMinutes(10));
    }

    static String prefix() {
        return "test" + ProcessHandle.current().pid() + "." + NUMBERS.incrementAndGet();
    }

    public RedisLink link() {
        return link;
    }

    public RedisStores stores() {
        return stores;
    }

    @Override
    public HoldStore holds() {
        return stores.holds();
    }

    @Override
    public ClaimQueue queue() {
        return stores.queue();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void pass(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public void restart() {
        stores.close();
        stores = open();
    }

    @Override
    public void crash() {
        restart();
    }

    @Override
    public void close() {
        stores.close();
        drop(link);
        link.close();
    }

    /// As if the node of that name, which says nothing any more, had said so long ago.
    public void fallSilent(String node) {
        for (var lane : link.lanes()) {
            for (var one : lane.call(redis -> redis.zrange(lane.key("beats"), 0, -1))) {
                if (!one.startsWith(node + ".")) continue;
                lane.call(redis -> redis.zadd(lane.key("beats"), 1, one));
            }
        }
    }

    /// Deletes all keys of a test.
    public static void drop(RedisLink link) {
        for (var lane : link.lanes()) {
            if (!lane.isConnected()) continue;
            var mine = ScanArgs.Builder.matches(lane.key("*")).limit(10_000);
            ScanCursor from = ScanCursor.INITIAL;
            while (!from.isFinished()) {
                var cursor = from;
                KeyScanCursor<String> page = lane.call(redis -> redis.scan(cursor, mine));
                if (!page.getKeys().isEmpty()) {
                    var keys = page.getKeys().toArray(String[]::new);
                    lane.call(redis -> redis.unlink(keys));
                }
                from = page;
            }
        }
    }

    private RedisStores open() {
        return RedisStores.over(link, "node", () -> now);
    }
}
