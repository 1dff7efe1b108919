package dev.sluice.rocketmq;

import dev.sluice.contracts.CourierContract;
import dev.sluice.contracts.TestLine;

class RocketCourierTest implements CourierContract {

    @Override
    public TestLine line() {
        return Rocket.shared().line();
    }
}
