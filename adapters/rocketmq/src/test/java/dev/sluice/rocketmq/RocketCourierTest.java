package dev.sluice.rocketmq;

import dev.sluice.contracts.CourierContract;
import dev.sluice.contracts.TestLine;
import dev.sluice.contracts.Thorough;

class RocketCourierTest implements CourierContract {

    /// Beyond the 16 times that RocketMQ forgives where it counts.
    @Override
    public int often() {
        return Thorough.times(3, 18);
    }

    @Override
    public TestLine line() {
        return Rocket.shared().line();
    }
}
