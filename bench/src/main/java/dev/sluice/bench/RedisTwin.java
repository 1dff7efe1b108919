package dev.sluice.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Map;

/// A flash sale on Redis as shops write it: whether the buyer has bought, one unit less, the buyer
/// has bought, the claim into a stream. Each is a call of its own. Two calls of one buyer at once
/// may both pass the first; the third tells, and the unit goes back.
///
/// All threads share one connection, as Spring's template for Redis does it: calls that are sent
/// while Redis is busy reach it together, and one flush to disk serves them all.
final class RedisTwin implements AutoCloseable {
    private static final String BOUGHT = "bought";
    private static final String STOCK = "stock";
    private static final String QUEUE = "queue";

    private final RedisClient client;
    private final RedisCommands<String, String> redis;

    private final int stock;

    RedisTwin(String url, int stock) {
        this.stock = stock;
        client = RedisClient.create(url);
        redis = client.connect().sync();
        redis.set(STOCK, Integer.toString(stock));
    }

    /// One unit for a new buyer.
    void claim(String buyer) {
        if (redis.sismember(BOUGHT, buyer)) throw new BenchFailure("a new buyer has bought");
        if (redis.decr(STOCK) < 0) throw new BenchFailure("the twin has sold out");
        if (redis.sadd(BOUGHT, buyer) == 0) {
            redis.incr(STOCK);
            throw new BenchFailure("a new buyer has bought meanwhile");
        }
        redis.xadd(QUEUE, Map.of("buyer", buyer, "units", "1"));
    }

    void check(Faults faults, long claims) {
        long left = Long.parseLong(redis.get(STOCK));
        faults.check(left + claims == stock, left + " units left after " + claims + " claims");
        long buyers = redis.scard(BOUGHT);
        faults.check(buyers == claims, buyers + " buyers of " + claims);
        long queued = redis.xlen(QUEUE);
        faults.check(queued == claims, queued + " queued of " + claims);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
