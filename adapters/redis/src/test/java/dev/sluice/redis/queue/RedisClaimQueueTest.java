package dev.sluice.redis.queue;

import dev.sluice.contracts.ClaimQueueClockContract;
import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.ClaimQueueLineContract;
import dev.sluice.contracts.ClaimQueueTurnsContract;
import dev.sluice.contracts.TestStores;
import dev.sluice.redis.RedisTestStores;

class RedisClaimQueueTest
        implements ClaimQueueContract,
                ClaimQueueLineContract,
                ClaimQueueTurnsContract,
                ClaimQueueClockContract {

    /// A backlog of some hundred claims is deep here.
    private static final int BACKLOG_MAX = 3_000;

    @Override
    public TestStores open() {
        return new RedisTestStores(RedisTestStores.config(1).withBacklogMax(BACKLOG_MAX));
    }
}
