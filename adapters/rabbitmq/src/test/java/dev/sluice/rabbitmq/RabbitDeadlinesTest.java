package dev.sluice.rabbitmq;

import dev.sluice.contracts.DeadlinesContract;
import dev.sluice.port.Deadlines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class RabbitDeadlinesTest implements DeadlinesContract {

    private final Rabbit rabbit = Rabbit.shared();

    @AfterEach
    void close() {
        rabbit.close();
    }

    @Override
    public List<Deadlines> nodes(int count) {
        var nodes = new ArrayList<Deadlines>();
        for (int i = 0; i < count; i++) {
            nodes.add(rabbit.closing(new RabbitDeadlines(rabbit.link(), CLOCK)));
        }
        return nodes;
    }
}
