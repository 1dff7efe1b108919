package dev.sluice.rocketmq;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.TestLine;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Courier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/// A RocketMQ on some port with topics of one test's own, and what the test has opened on it.
final class Rocket implements AutoCloseable {

    static final InstantSource CLOCK = InstantSource.system();

    /// What a broker that is there takes on no machine.
    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final RocketConfig config;
    private final List<AutoCloseable> open = new ArrayList<>();

    Rocket(int port, Duration timeout, Duration lease) {
        var prefix = "test-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        this.config = new RocketConfig("127.0.0.1:" + port, prefix, timeout, lease);
    }

    /// The one that the tests share.
    static Rocket shared() {
        return new Rocket(Services.port("rocketmq"), TIMEOUT, RocketConfig.DEFAULT_LEASE);
    }

    RocketConfig config() {
        return config;
    }

    /// Closes this too, in reverse order.
    <T extends AutoCloseable> T closing(T opened) {
        open.add(opened);
        return opened;
    }

    /// A courier as on one more node, with an outbox in which every claim is open.
    RocketCourier courier() {
        return courier(_ -> true);
    }

    RocketCourier courier(Predicate<ClaimId> isOpen) {
        return closing(new RocketCourier(config, CLOCK, isOpen));
    }

    TestLine line() {
        return new TestLine() {
            @Override
            public Courier courier() {
                return Rocket.this.courier();
            }

            @Override
            public void close() {
                Rocket.this.close();
            }
        };
    }

    @Override
    public void close() {
        for (var opened : open.reversed()) {
            try {
                opened.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        open.clear();
    }
}
