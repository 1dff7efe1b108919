package dev.sluice.redis.hold;

import dev.sluice.contracts.HoldStoreContract;
import dev.sluice.contracts.HoldStoreLineContract;
import dev.sluice.contracts.TestEngine;
import dev.sluice.redis.RedisTestEngine;

class RedisHoldStoreTest implements HoldStoreContract, HoldStoreLineContract {

    @Override
    public TestEngine open() {
        return new RedisTestEngine(RedisTestEngine.config(1));
    }

    @Override
    public TestEngine openWithBacklogOf(int max) {
        return new RedisTestEngine(RedisTestEngine.config(1).withBacklogMax(max));
    }
}
