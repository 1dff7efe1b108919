package dev.sluice.redis;

import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.ClaimQueueLineContract;
import dev.sluice.contracts.TestEngine;

class RedisClaimQueueTest implements ClaimQueueContract, ClaimQueueLineContract {

    @Override
    public TestEngine open() {
        return new RedisTestEngine(RedisTestEngine.config(1));
    }
}
