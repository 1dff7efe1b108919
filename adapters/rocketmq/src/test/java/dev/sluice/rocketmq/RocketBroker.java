package dev.sluice.rocketmq;

import dev.sluice.contracts.CourierFaultContract;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.TestBroker;
import dev.sluice.contracts.TestLine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// A name server and broker that no other test uses. They end with this process at the latest.
final class RocketBroker implements TestBroker {

    /// No test has a claim for so long before it is done with it, and some of them wait it out.
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final String name;
    private final int port;

    RocketBroker() {
        // Where the shared one cannot run, this one cannot either, and the test is skipped.
        Services.port("rocketmq");
        var pid = Long.toString(ProcessHandle.current().pid());
        name = "rocketmq-" + pid + "-" + NUMBERS.incrementAndGet();
        Services.run("up", "rocketmq", "--name", name, "--with", pid);
        port = Services.port(name);
    }

    Rocket rocket() {
        return new Rocket(port, CourierFaultContract.TIMEOUT, LEASE);
    }

    @Override
    public TestLine line() {
        return rocket().line();
    }

    @Override
    public void stop() {
        Services.run("stop", name);
    }

    @Override
    public void kill() {
        Services.run("stop", name, "--kill");
    }

    @Override
    public void start() {
        Services.run("start", name);
    }

    @Override
    public void close() {
        // Nobody needs what it would write at its end.
        kill();
        Services.run("down", name, "--wipe");
    }
}
