package dev.sluice.rabbitmq;

import dev.sluice.contracts.BroadcastContract;
import dev.sluice.port.Broadcast;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RabbitBroadcastTest implements BroadcastContract {

    private final Rabbit rabbit = Rabbit.shared();

    @AfterEach
    void close() {
        rabbit.close();
    }

    @Override
    public List<Broadcast> nodes(int count) {
        var nodes = new ArrayList<Broadcast>();
        for (int i = 0; i < count; i++) {
            nodes.add(rabbit.closing(new RabbitBroadcast(rabbit.link())));
        }
        return nodes;
    }
}
