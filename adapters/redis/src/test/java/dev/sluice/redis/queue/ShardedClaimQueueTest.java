package dev.sluice.redis.queue;

import dev.sluice.contracts.ClaimQueueClockContract;
import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.TestStores;
import dev.sluice.redis.RedisTestStores;

class ShardedClaimQueueTest implements ClaimQueueContract, ClaimQueueClockContract {

    @Override
    public TestStores open() {
        return new RedisTestStores(RedisTestStores.config(4));
    }
}
