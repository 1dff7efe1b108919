package dev.sluice.redis;

import dev.sluice.contracts.ClaimQueueClockContract;
import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.TestEngine;

class ShardedClaimQueueTest implements ClaimQueueContract, ClaimQueueClockContract {

    @Override
    public TestEngine open() {
        return new RedisTestEngine(RedisTestEngine.config(4));
    }
}
