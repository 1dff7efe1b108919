package dev.sluice.rocketmq;

import dev.sluice.contracts.DeadlinesContract;
import dev.sluice.port.Deadlines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RocketDeadlinesTest implements DeadlinesContract {

    private final Rocket rocket = Rocket.shared();

    @AfterEach
    void close() {
        rocket.close();
    }

    @Override
    public List<Deadlines> nodes(int count) {
        var nodes = new ArrayList<Deadlines>();
        for (int i = 0; i < count; i++) {
            nodes.add(rocket.closing(new RocketDeadlines(rocket.config(), CLOCK)));
        }
        return nodes;
    }
}
