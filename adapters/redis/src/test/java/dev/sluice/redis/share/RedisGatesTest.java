package dev.sluice.redis.share;

import dev.sluice.contracts.GatesContract;
import dev.sluice.port.Gates;
import dev.sluice.redis.SharedRedis;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RedisGatesTest implements GatesContract {

    private final SharedRedis redis = new SharedRedis();

    int shards() {
        return 1;
    }

    @Override
    public List<Gates> gates(int nodes) {
        var gates = new ArrayList<Gates>();
        for (var link : redis.links(nodes, shards())) {
            gates.add(redis.gates(link));
        }
        return gates;
    }

    @AfterEach
    void close() {
        redis.close();
    }
}
