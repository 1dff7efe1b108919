package dev.sluice.rocketmq;

import dev.sluice.contracts.TransportContract;
import dev.sluice.port.Transport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RocketTransportTest implements TransportContract {

    private final Rocket rocket = Rocket.shared();

    @AfterEach
    void close() {
        rocket.close();
    }

    @Override
    public List<Transport> transports(int count) {
        var nodes = new ArrayList<Transport>();
        for (int i = 0; i < count; i++) {
            nodes.add(rocket.closing(new RocketTransport(rocket.config())));
        }
        return nodes;
    }

    @Override
    public <T extends AutoCloseable> T closing(T opened) {
        return rocket.closing(opened);
    }
}
