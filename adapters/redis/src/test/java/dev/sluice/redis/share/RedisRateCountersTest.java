package dev.sluice.redis.share;

import dev.sluice.contracts.RateCountersContract;
import dev.sluice.port.RateCounters;
import dev.sluice.redis.SharedRedis;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RedisRateCountersTest implements RateCountersContract {

    private final SharedRedis redis = new SharedRedis();

    @Override
    public List<RateCounters> counters(int nodes) {
        return redis.links(nodes, 3).stream().<RateCounters>map(RedisRateCounters::new).toList();
    }

    @AfterEach
    void close() {
        redis.close();
    }
}
