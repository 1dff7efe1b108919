package dev.sluice.redis.hold;

import dev.sluice.contracts.HoldStoreContract;
import dev.sluice.contracts.HoldStoreLineContract;
import dev.sluice.contracts.TestStores;
import dev.sluice.redis.RedisTestStores;

class RedisHoldStoreTest implements HoldStoreContract, HoldStoreLineContract {

    @Override
    public TestStores open() {
        return new RedisTestStores(RedisTestStores.config(1));
    }

    @Override
    public TestStores openWithBacklogOf(int max) {
        return new RedisTestStores(RedisTestStores.config(1).withBacklogMax(max));
    }
}
