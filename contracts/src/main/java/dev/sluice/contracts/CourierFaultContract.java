package dev.sluice.contracts;

import static dev.sluice.contracts.CourierSamples.SURELY;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.drain;
import static dev.sluice.contracts.CourierSamples.next;
import static dev.sluice.contracts.CourierSamples.take;
import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Courier;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What every courier must do when the broker goes and comes back. An adapter's test implements
/// this and starts a broker of its own.
public interface CourierFaultContract {

    /// What the couriers of this suite are configured with. A broker that is there may stand still
    /// for so long, and some of these tests wait it out.
    Duration TIMEOUT = Duration.ofSeconds(15);

    /// A broker that runs and that no other test uses.
    TestBroker broker() throws Exception;

    @Test
    default void what_was_sent_survives_a_restart_of_the_broker() throws Exception {
        try (var broker = broker();
                var line = broker.line()) {
            survives(line, broker::stop, broker::start);
        }
    }

    @Test
    default void what_was_sent_survives_a_kill_of_the_broker() throws Exception {
        try (var broker = broker();
                var line = broker.line()) {
            survives(line, broker::kill, broker::start);
        }
    }

    /// Some claims were not taken, some taken, one retried, one parked and one acknowledged. What
    /// was done shortly before may come again.
    private static void survives(TestLine line, Runnable end, Runnable start) throws Exception {
        var courier = line.courier();
        courier.send(deliveries(5));
        var taken = take(courier, 5);
        courier.retry(taken.get(0), Duration.ofMillis(1));
        assertEquals(List.of(next(taken.get(0))), take(courier, 1));
        courier.park(taken.get(1), "broken");
        courier.acknowledge(List.of(taken.get(2)));
        var waiting = deliveries(250);
        courier.send(waiting);

        end.run();
        eachIsUnavailableInTime(courier, taken.get(3));
        start.run();

        var expected = new ArrayList<>(waiting);
        expected.add(next(taken.get(0)));
        expected.add(taken.get(4));
        var came = takeWhenItIsBack(courier, expected);
        assertTrue(came.containsAll(expected), came::toString);
        var later = deliveries(3);
        courier.send(later);
        assertTrue(drain(courier, later).containsAll(later));
    }

    private static void eachIsUnavailableInTime(Courier courier, Delivery taken) {
        unavailable(() -> courier.send(deliveries(1)));
        unavailable(() -> untilUnavailable(courier));
        inTime(() -> maybeUnavailable(() -> courier.retry(taken, Duration.ofMillis(1))));
        inTime(() -> maybeUnavailable(() -> courier.park(taken, "broken")));
        inTime(() -> maybeUnavailable(() -> courier.acknowledge(List.of(taken))));
    }

    /// A node that knows that the delivery will come again may do nothing instead.
    private static void maybeUnavailable(Runnable call) {
        try {
            call.run();
        } catch (Unavailable expected) {
            assertFalse(expected.getMessage().isEmpty());
        }
    }

    /// What arrived before the broker went may still be taken; then it is noticed.
    private static void untilUnavailable(Courier courier) throws InterruptedException {
        for (int i = 0; i < 10_000; i++) courier.take(100, A_MOMENT);
    }

    private static void unavailable(Executable call) {
        inTime(() -> assertThrows(Unavailable.class, call));
    }

    private static void inTime(Executable call) {
        Soon.returns("an answer without the broker", call);
    }

    /// The same courier goes on by itself, sooner or later.
    private static List<Delivery> takeWhenItIsBack(Courier courier, List<Delivery> expected)
            throws InterruptedException {
        var came = new ArrayList<Delivery>();
        Soon.until(
                SURELY.multipliedBy(2),
                () -> "all come again, so far " + came.size(),
                () -> {
                    try {
                        var taken = courier.take(100, Duration.ofMillis(100));
                        courier.acknowledge(taken);
                        came.addAll(taken);
                    } catch (Unavailable notYet) {
                        return false;
                    }
                    return came.containsAll(expected);
                });
        return came;
    }
}
