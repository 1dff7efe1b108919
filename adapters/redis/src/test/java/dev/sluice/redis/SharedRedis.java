package dev.sluice.redis;

import dev.sluice.contracts.Services;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.share.RedisGates;
import dev.sluice.redis.share.RedisTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Links to the Redis of the tests, with keys of their own, which end with the test.
public final class SharedRedis implements AutoCloseable {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final List<Runnable> open = new ArrayList<>();

    /// So many nodes' links to new keys.
    public List<RedisLink> links(int nodes, int shards) {
        return links(nodes, config(Services.port("redis"), shards));
    }

    public List<RedisLink> links(int nodes, RedisConfig config) {
        var links = new ArrayList<RedisLink>();
        for (int i = 0; i < nodes; i++) {
            var link = RedisLink.open(config);
            open.add(link::close);
            links.add(link);
        }
        return links;
    }

    public static RedisConfig config(int port, int shards) {
        var prefix = "test-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
        return RedisConfig.DEFAULTS
                .withUrl("redis://127.0.0.1:" + port)
                .withPrefix(prefix)
                .withShards(shards)
                .withTimeout(Duration.ofSeconds(20));
    }

    /// These end before the link does.
    public RedisGates gates(RedisLink link) {
        var gates = new RedisGates(link);
        open.add(gates::close);
        return gates;
    }

    public RedisTransport transport(RedisLink link) {
        return closing(new RedisTransport(link));
    }

    /// Closes this too, before what was opened earlier.
    public <T extends AutoCloseable> T closing(T opened) {
        open.add(() -> {
            try {
                opened.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        return opened;
    }

    @Override
    public void close() {
        for (var opened : open.reversed()) opened.run();
        open.clear();
    }
}
