package dev.sluice.redis.hold;

import dev.sluice.contracts.HoldStoreContract;
import dev.sluice.contracts.TestStores;
import dev.sluice.redis.RedisTestStores;

class ShardedHoldStoreTest implements HoldStoreContract {

    @Override
    public TestStores open() {
        return new RedisTestStores(RedisTestStores.config(4));
    }

    @Override
    public int batchMax() {
        return 1;
    }
}
