package dev.sluice.rocketmq;

import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.SURELY;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.take;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.FreePort;
import dev.sluice.id.OfferId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.port.Unavailable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What people find in the broker, and what happens when something there is not as it should be.
class RocketAsideTest {

    private final Rocket rocket = Rocket.shared();

    @AfterEach
    void close() {
        rocket.close();
    }

    @Test
    void a_parked_claim_lies_in_a_topic_with_its_cause() throws Exception {
        var courier = rocket.courier();
        courier.send(deliveries(2));
        var taken = take(courier, 2);

        courier.park(taken.getLast(), "the offer\n is unknown");

        var parked = nextOf("parked");
        assertEquals(List.of(taken.getLast()), ClaimText.deliveries(parked.getBody()));
        assertEquals("the offer  is unknown", parked.getUserProperty(RocketCourier.CAUSE));
        assertEquals(taken.getLast().claim().id().toString(), parked.getKeys());
    }

    /// Nonsense, a time beyond all calendars in both forms, and what a newer Sluice may write.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "1 2 3 4 9223372036854775807 6 7 8\n",
                "\1--------========++++++++0000@@@@@@@@0000--------0000",
                "claims 3\n1 2 3 4 5 6 7\n"
            })
    void a_message_that_holds_no_claims_is_parked_as_it_is(String text) throws Exception {
        var courier = rocket.courier();
        var body = text.getBytes(StandardCharsets.UTF_8);
        outsider().send(new Message(rocket.config().named("claims"), body));
        var sent = deliveries(1);
        courier.send(sent);

        // The two lie in queues of their own, so either may come first.
        var taken = new ArrayList<Delivery>();
        var reader = readerOf("parked");
        var until = Rocket.CLOCK.instant().plus(SURELY);
        var parked = Optional.<MessageExt>empty();
        while ((parked.isEmpty() || taken.isEmpty()) && Rocket.CLOCK.instant().isBefore(until)) {
            var more = courier.take(10, QUIET);
            courier.acknowledge(more);
            taken.addAll(more);
            if (parked.isEmpty()) parked = reader.next(QUIET);
        }
        assertEquals(sent, taken);
        assertArrayEquals(body, parked.orElseThrow().getBody());
    }

    @Test
    void a_signal_of_a_newer_sluice_is_passed_over() throws Exception {
        var transport = rocket.closing(new RocketTransport(rocket.config()));
        var inbox = new LinkedBlockingQueue<Envelope>();
        transport.subscribe(inbox::add);
        var unknown = "unheard-of 1".getBytes(StandardCharsets.UTF_8);

        outsider().send(new Message(rocket.config().named("signals"), unknown));
        transport.send(new Bare(new Signal.SoldOut(new OfferId(1))));

        var heard = inbox.poll(SURELY.toMillis(), TimeUnit.MILLISECONDS);
        assertEquals(new Bare(new Signal.SoldOut(new OfferId(1))), heard);
    }

    @Test
    void a_node_hears_no_signals_from_before_it_started() throws Exception {
        var first = rocket.closing(new RocketTransport(rocket.config()));
        first.send(new Bare(new Signal.SoldOut(new OfferId(1))));

        var second = rocket.closing(new RocketTransport(rocket.config()));
        var inbox = new LinkedBlockingQueue<Envelope>();
        second.subscribe(inbox::add);
        first.send(new Bare(new Signal.SoldOut(new OfferId(2))));

        var heard = inbox.poll(SURELY.toMillis(), TimeUnit.MILLISECONDS);
        assertEquals(new Bare(new Signal.SoldOut(new OfferId(2))), heard);
    }

    @Test
    void without_a_broker_everything_starts_and_each_call_says_so() throws Exception {
        var second = Duration.ofSeconds(1);
        try (var port = FreePort.hold();
                var nobody = new Rocket(port.port(), second, second)) {
            var courier = nobody.courier();
            var deadlines = nobody.closing(new RocketDeadlines(nobody.config(), Rocket.CLOCK));
            deadlines.subscribe(_ -> {});
            var transport = nobody.closing(new RocketTransport(nobody.config()));

            assertThrows(Unavailable.class, () -> courier.send(deliveries(1)));
            assertThrows(Unavailable.class, () -> courier.take(1, QUIET));
            assertThrows(Unavailable.class, () -> deadlines.remind(Rocket.CLOCK.instant()));
            assertThrows(
                    Unavailable.class,
                    () -> transport.send(new Bare(new Signal.SwitchesChanged())));
        }
    }

    /// A reminder of next week is kept in steps, and none of them is taken for the reminder.
    @Test
    void a_reminder_that_is_too_far_away_for_the_broker_is_accepted() throws Exception {
        var deadlines = rocket.closing(new RocketDeadlines(rocket.config(), Rocket.CLOCK));
        var inbox = new LinkedBlockingQueue<>();
        deadlines.subscribe(inbox::add);

        deadlines.remind(Rocket.CLOCK.instant().plus(Duration.ofDays(7)));

        assertEquals(null, inbox.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS));
    }

    private RocketClient outsider() {
        var group = rocket.config().named("outsider");
        return rocket.closing(
                new RocketClient(rocket.config(), "tests", new DefaultMQProducer(group)));
    }

    private MessageExt nextOf(String topic) throws InterruptedException {
        return readerOf(topic).next(SURELY).orElseThrow();
    }

    private PopReader readerOf(String topic) {
        var name = rocket.config().named(topic);
        var group = rocket.config().named("people");
        var lease = Duration.ofSeconds(30);
        return rocket.closing(new PopReader(Rocket.CLOCK, outsider(), name, 1, group, lease));
    }
}
