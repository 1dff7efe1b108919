package dev.sluice.rabbitmq;

import dev.sluice.contracts.TransportContract;
import dev.sluice.port.Transport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RabbitTransportTest implements TransportContract {

    private final Rabbit rabbit = Rabbit.shared();

    @AfterEach
    void close() {
        rabbit.close();
    }

    @Override
    public List<Transport> transports(int count) {
        var nodes = new ArrayList<Transport>();
        for (int i = 0; i < count; i++) {
            nodes.add(rabbit.closing(new RabbitTransport(rabbit.link())));
        }
        return nodes;
    }

    @Override
    public <T extends AutoCloseable> T closing(T opened) {
        return rabbit.closing(opened);
    }
}
