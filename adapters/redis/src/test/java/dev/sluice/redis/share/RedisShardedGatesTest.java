package dev.sluice.redis.share;

class RedisShardedGatesTest extends RedisGatesTest {

    @Override
    int shards() {
        return 4;
    }
}
