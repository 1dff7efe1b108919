package dev.sluice.rocketmq;

import dev.sluice.contracts.BroadcastContract;
import dev.sluice.port.Broadcast;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RocketBroadcastTest implements BroadcastContract {

    private final Rocket rocket = Rocket.shared();

    @AfterEach
    void close() {
        rocket.close();
    }

    @Override
    public List<Broadcast> nodes(int count) {
        var nodes = new ArrayList<Broadcast>();
        for (int i = 0; i < count; i++) {
            nodes.add(rocket.closing(new RocketBroadcast(rocket.config())));
        }
        return nodes;
    }
}
