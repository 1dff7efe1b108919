package dev.sluice.rabbitmq;

import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.drain;
import static dev.sluice.contracts.CourierSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.CourierFaultContract;
import dev.sluice.contracts.CourierSamples;
import dev.sluice.contracts.DeadlinesContract;
import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Soon;
import dev.sluice.contracts.TestBroker;
import dev.sluice.id.OrderId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Courier;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What happens when RabbitMQ is stopped, killed or hangs.
@Tag("long")
class RabbitFaultTest implements CourierFaultContract {

    private static PrivateRabbit broker;

    @BeforeAll
    static void startBroker() {
        broker = new PrivateRabbit();
    }

    @AfterAll
    static void wipeBroker() {
        if (broker != null) broker.wipe();
    }

    @Override
    public TestBroker broker() {
        return broker;
    }

    @Test
    void results_and_signals_go_on_after_a_kill_and_what_waits_is_kept() throws Exception {
        try (var rabbit = broker.rabbit()) {
            var link = rabbit.link(broker.config(rabbit));
            var courier = rabbit.closing(new RabbitCourier(link));
            // A reminder waits in the queue of its seconds, however long this test stands still.
            var now = DeadlinesContract.CLOCK.instant().truncatedTo(ChronoUnit.MILLIS);
            var deadlines = rabbit.closing(new RabbitDeadlines(link, InstantSource.fixed(now)));
            var results = rabbit.closing(new RabbitResults(link));
            var transport = rabbit.closing(new RabbitTransport(link));
            var heard = new LinkedBlockingQueue<Envelope>();
            transport.subscribe(heard::add);
            var inbox = rabbit.name("inbox");
            rabbit.ask(channel -> channel.queueDeclare(inbox, true, false, false, null));
            rabbit.ask(channel -> channel.queueBind(inbox, rabbit.name("results"), "ORDER.*"));
            results.publish(List.of(won()));
            var past = now.minusSeconds(1);
            deadlines.remind(past);
            deadlines.remind(now.plusSeconds(600));
            courier.send(deliveries(1));
            courier.retry(take(courier, 1).getFirst(), Duration.ofMinutes(10));

            broker.kill(rabbit.name("retry.600000"));
            assertThrows(Unavailable.class, () -> deadlines.remind(past));
            assertThrows(Unavailable.class, () -> results.publish(List.of(won())));
            transport.send(new Bare(new Signal.SwitchesChanged()));
            broker.start();

            var reminders = new LinkedBlockingQueue<Instant>();
            deadlines.subscribe(reminders::add);
            assertEquals(past, reminders.poll(60, TimeUnit.SECONDS));
            rabbit.awaitOne("deadline.600");
            rabbit.awaitOne("retry.600000");
            untilItWorks(() -> results.publish(List.of(won())));
            assertEquals(2, rabbit.get("inbox", 2).size());
            Soon.until("signals are heard", () -> isHeard(transport, heard));
        } finally {
            broker.close();
        }
    }

    @Test
    void while_the_broker_hangs_nobody_waits_longer_than_the_timeout() throws Exception {
        try (var line = broker.line()) {
            var courier = line.courier();
            var sent = deliveries(3);
            courier.send(sent);
            var taken = take(courier, 3);
            // More than fits between us and the broker, so that a thread is stuck while it writes.
            var much = deliveries(300_000);
            broker.freeze(true);
            try {
                bounded(() -> courier.send(much));
                bounded(() -> courier.send(deliveries(1)));
                Soon.returns("an answer of a hanging broker", () -> tryLater(courier, taken));
            } finally {
                broker.freeze(false);
            }

            var later = deliveries(5);
            untilItWorks(() -> courier.send(later));
            assertTrue(drain(courier, later).containsAll(later));
            courier.acknowledge(taken);
        }
    }

    /// A node that has given back what it had asks for messages again when it takes.
    @Test
    void a_broker_that_hangs_when_it_is_asked_for_messages_sends_them_later() throws Exception {
        try (var line = broker.line()) {
            var courier = line.courier();
            var sent = deliveries(3);
            courier.send(sent);
            courier.giveBack(take(courier, 3));
            broker.freeze(true);
            try {
                Soon.returns("an answer of a hanging broker", () -> tryToTake(courier));
            } finally {
                broker.freeze(false);
            }

            assertTrue(drain(courier, sent).containsAll(sent));
        }
    }

    private static void tryToTake(Courier courier) throws InterruptedException {
        try {
            assertEquals(List.of(), courier.take(1, Duration.ofMillis(10)));
        } catch (Unavailable inTime) {
            assertTrue(inTime.getMessage().startsWith("RabbitMQ: "), inTime.getMessage());
        }
    }

    @Test
    void a_courier_opened_while_the_broker_is_away_goes_on_when_it_is_there() throws Exception {
        try (var line = broker.line()) {
            broker.freeze(true);
            var courier = line.courier();
            var sent = deliveries(2);
            assertThrows(Unavailable.class, () -> courier.take(1, Duration.ofMillis(10)));
            assertThrows(Unavailable.class, () -> courier.send(sent));

            broker.freeze(false);

            untilItWorks(() -> courier.send(sent));
            assertTrue(drain(courier, sent).containsAll(sent));
        } finally {
            broker.freeze(false);
        }
    }

    /// What is sent before the connection is there is lost, so it is sent again and again.
    private static boolean isHeard(RabbitTransport transport, BlockingQueue<Envelope> heard)
            throws InterruptedException {
        var signal = new Bare(new Signal.Freed(HoldSamples.OFFER));
        transport.send(signal);
        return signal.equals(heard.poll(100, TimeUnit.MILLISECONDS));
    }

    /// Does nothing when it has been noticed that the connection is gone and all comes again.
    private static void tryLater(Courier courier, List<Delivery> taken) {
        try {
            courier.retry(taken.getFirst(), Duration.ofSeconds(5));
        } catch (Unavailable inTime) {
            assertTrue(inTime.getMessage().startsWith("RabbitMQ: "), inTime.getMessage());
        }
    }

    private static void bounded(Runnable call) {
        Soon.returns(
                "an answer of a hanging broker", () -> assertThrows(Unavailable.class, call::run));
    }

    private static void untilItWorks(Runnable call) {
        long giveUp = System.nanoTime() + CourierSamples.SURELY.toNanos();
        while (true) {
            try {
                call.run();
                return;
            } catch (Unavailable notYet) {
                assertTrue(System.nanoTime() < giveUp, notYet::getMessage);
            }
        }
    }

    private static ClaimState won() {
        Delivery delivery = deliveries(1).getFirst();
        var outcome = new Outcome.Won(delivery.claim().id(), new OrderId(1));
        return new ClaimState(delivery.claim().hold(), 1, Optional.of(outcome));
    }
}
