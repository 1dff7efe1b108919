package dev.sluice.contracts;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Courier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Deliveries and waits for the suites of the courier.
public final class CourierSamples {

    /// How long a test waits for what must come. Brokers may take a while to notice that a node is
    /// gone. It is not waited out when all is well.
    public static final Duration SURELY = Soon.LIMIT;

    /// How long a test waits for what must not come.
    public static final Duration QUIET = Duration.ofMillis(300);

    /// Short enough to be waited out, long enough not to pass within [#QUIET].
    public static final Duration DELAY = Duration.ofMillis(1_000);

    private CourierSamples() {}

    /// New claims as an outbox numbers them, for a first attempt.
    public static List<Delivery> deliveries(int count) {
        var deliveries = new ArrayList<Delivery>(count);
        for (var claim : HoldSamples.claims(count)) {
            deliveries.add(new Delivery(claim, 1_000 + deliveries.size(), 1));
        }
        return deliveries;
    }

    /// Takes until so many have come, or time is up.
    public static List<Delivery> take(Courier courier, int count) throws InterruptedException {
        var taken = new ArrayList<Delivery>();
        while (taken.size() < count) {
            var more = courier.take(count - taken.size(), SURELY);
            if (more.isEmpty()) return taken;
            taken.addAll(more);
        }
        return taken;
    }

    /// Takes until all of these have come at least once, or none comes any more. What comes is
    /// acknowledged.
    public static List<Delivery> drain(Courier courier, List<Delivery> expected)
            throws InterruptedException {
        var taken = new ArrayList<Delivery>();
        while (!taken.containsAll(expected)) {
            var more = courier.take(1_000, SURELY);
            if (more.isEmpty()) return taken;
            courier.acknowledge(more);
            taken.addAll(more);
        }
        return taken;
    }

    public static Delivery next(Delivery delivery) {
        return new Delivery(delivery.claim(), delivery.sequence(), delivery.attempt() + 1);
    }
}
