package dev.sluice.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// A flash sale on Redis as shops write it: whether the buyer has bought, one unit less, the buyer
/// has bought, the claim into a stream. Each is a call of its own. Two calls of one buyer at once
/// may both pass the first; the third tells, and the unit goes back.
///
/// With a connection per thread, as from a pool, each call is a round trip of its own. On one
/// connection for all threads the client sends together what has gathered meanwhile, and so does by
/// itself some of what the batcher does.
final class RedisTwin implements AutoCloseable {
    private static final String BOUGHT = "bought";
    private static final String STOCK = "stock";
    private static final String QUEUE = "queue";

    private final RedisClient client;
    private final BlockingQueue<RedisCommands<String, String>> pool;
    private final int stock;

    /// @param threads how many may call at a time
    /// @param shared whether all are on one connection
    RedisTwin(String url, int stock, int threads, boolean shared) {
        this.stock = stock;
        client = RedisClient.create(url);
        pool = new ArrayBlockingQueue<>(threads);
        var one = client.connect().sync();
        one.set(STOCK, Integer.toString(stock));
        for (int i = 0; i < threads; i++) pool.add(shared ? one : client.connect().sync());
    }

    /// One unit for a new buyer.
    void claim(String buyer) throws InterruptedException {
        var redis = pool.take();
        try {
            claim(redis, buyer);
        } finally {
            pool.add(redis);
        }
    }

    private static void claim(RedisCommands<String, String> redis, String buyer) {
        if (redis.sismember(BOUGHT, buyer)) throw new BenchFailure("a new buyer has bought");
        if (redis.decr(STOCK) < 0) throw new BenchFailure("the twin has sold out");
        if (redis.sadd(BOUGHT, buyer) == 0) {
            redis.incr(STOCK);
            throw new BenchFailure("a new buyer has bought meanwhile");
        }
        redis.xadd(QUEUE, Map.of("buyer", buyer, "units", "1"));
    }

    void check(Faults faults, long claims) {
        var redis = pool.element();
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
