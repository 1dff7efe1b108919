package dev.sluice.rabbitmq;

import dev.sluice.contracts.CourierContract;
import dev.sluice.contracts.TestLine;

class RabbitCourierTest implements CourierContract {

    @Override
    public TestLine line() {
        var rabbit = Rabbit.shared();
        return rabbit.line(rabbit.config());
    }
}
