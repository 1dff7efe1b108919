package dev.sluice.redis.share;

import dev.sluice.contracts.SharedCacheContract;
import dev.sluice.port.SharedCache;
import dev.sluice.redis.SharedRedis;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RedisSharedCacheTest implements SharedCacheContract {

    private final SharedRedis redis = new SharedRedis();

    @Override
    public List<SharedCache> caches(int nodes) {
        return redis.links(nodes, 3).stream().<SharedCache>map(RedisSharedCache::new).toList();
    }

    @AfterEach
    void close() {
        redis.close();
    }
}
