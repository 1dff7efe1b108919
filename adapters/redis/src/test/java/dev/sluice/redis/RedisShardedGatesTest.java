package dev.sluice.redis;

class RedisShardedGatesTest extends RedisGatesTest {

    @Override
    int shards() {
        return 4;
    }
}
