package dev.sluice.redis.hold;

import dev.sluice.contracts.HoldStoreContract;
import dev.sluice.contracts.TestEngine;
import dev.sluice.redis.RedisTestEngine;

class ShardedHoldStoreTest implements HoldStoreContract {

    @Override
    public TestEngine open() {
        return new RedisTestEngine(RedisTestEngine.config(4));
    }

    @Override
    public int batchMax() {
        return 1;
    }
}
