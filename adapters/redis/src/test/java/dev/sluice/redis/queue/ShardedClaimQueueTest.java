package dev.sluice.redis.queue;

import dev.sluice.contracts.ClaimQueueClockContract;
import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.TestEngine;
import dev.sluice.redis.RedisTestEngine;

class ShardedClaimQueueTest implements ClaimQueueContract, ClaimQueueClockContract {

    @Override
    public TestEngine open() {
        return new RedisTestEngine(RedisTestEngine.config(4));
    }
}
