package dev.sluice.redis.queue;

import dev.sluice.contracts.ClaimQueueClockContract;
import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.ClaimQueueLineContract;
import dev.sluice.contracts.ClaimQueueTurnsContract;
import dev.sluice.contracts.TestEngine;
import dev.sluice.redis.RedisTestEngine;

class RedisClaimQueueTest
        implements ClaimQueueContract,
                ClaimQueueLineContract,
                ClaimQueueTurnsContract,
                ClaimQueueClockContract {

    /// A backlog of some hundred claims is deep here.
    private static final int BACKLOG_MAX = 3_000;

    @Override
    public TestEngine open() {
        return new RedisTestEngine(RedisTestEngine.config(1).withBacklogMax(BACKLOG_MAX));
    }
}
