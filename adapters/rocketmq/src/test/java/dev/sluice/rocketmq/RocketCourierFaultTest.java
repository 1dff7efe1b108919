package dev.sluice.rocketmq;

import dev.sluice.contracts.CourierFaultContract;
import dev.sluice.contracts.TestBroker;
import dev.sluice.contracts.TestLine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/// One broker for all tests of the suite: each of them leaves it running.
@Tag("long")
class RocketCourierFaultTest implements CourierFaultContract {

    private static RocketBroker broker;

    @BeforeAll
    static void start() {
        broker = new RocketBroker();
    }

    @AfterAll
    static void end() {
        if (broker != null) broker.close();
    }

    @Override
    public TestBroker broker() {
        return new TestBroker() {
            @Override
            public TestLine line() {
                return broker.line();
            }

            @Override
            public void stop() {
                broker.stop();
            }

            @Override
            public void kill() {
                broker.kill();
            }

            @Override
            public void start() {
                broker.start();
            }

            @Override
            public void close() {}
        };
    }
}
