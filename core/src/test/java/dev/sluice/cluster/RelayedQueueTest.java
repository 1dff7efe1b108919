package dev.sluice.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.plain.Fuses;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainClaimQueue;
import dev.sluice.plain.Samples;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Courier;
import dev.sluice.port.Unavailable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The outbox and the courier together; that every broker keeps the promises of a claim queue is
/// tested against the real ones.
@Timeout(120)
class RelayedQueueTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    /// Delivers what it was sent and remembers what it was told.
    private static final class PlainCourier implements Courier {
        final LinkedBlockingQueue<Delivery> sent = new LinkedBlockingQueue<>();
        final List<String> told = new ArrayList<>();
        volatile boolean broken;

        @Override
        public void send(List<Delivery> deliveries) {
            if (broken) throw new IllegalStateException("a planted bug");
            sent.addAll(deliveries);
        }

        @Override
        public List<Delivery> take(int max, Duration wait) throws InterruptedException {
            var first = sent.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
            return first == null ? List.of() : List.of(first);
        }

        @Override
        public void acknowledge(List<Delivery> deliveries) {
            told.add("acknowledge " + deliveries.size());
        }

        @Override
        public void giveBack(List<Delivery> deliveries) {
            told.add("give back " + deliveries.size());
        }

        @Override
        public void retry(Delivery delivery, Duration delay) {
            told.add("retry in " + delay.toSeconds());
        }

        @Override
        public void park(Delivery delivery, String cause) {
            told.add("park: " + cause);
        }

        @Override
        public void close() {
            told.add("close");
        }
    }

    private final ManualClock clock = new ManualClock();
    private final PlainClaimQueue outbox = new PlainClaimQueue(clock);
    private final PlainCourier courier = new PlainCourier();
    private final Fuses fuses = new Fuses();
    private final RelayedQueue queue =
            new RelayedQueue(outbox, fuses.around(Courier.class, courier), clock);

    @AfterEach
    void close() {
        queue.close();
    }

    /// Settlement goes on with the parts of the outbox that are there.
    @Test
    void it_is_asked_of_the_outbox_whether_claims_could_be_acknowledged() {
        var halfAway =
                (ClaimQueue)
                        Proxy.newProxyInstance(
                                ClaimQueue.class.getClassLoader(),
                                new Class<?>[] {ClaimQueue.class},
                                (_, method, arguments) ->
                                        switch (method.getName()) {
                                            case "check" -> null;
                                            case "depth" ->
                                                    throw new Unavailable("a shard is away", null);
                                            default -> method.invoke(outbox, arguments);
                                        });
        try (var relayed = new RelayedQueue(halfAway, courier, clock)) {
            relayed.check();
            assertThrows(Unavailable.class, relayed::depth);
        }
    }

    @Test
    void claims_come_through_the_courier_and_stay_in_the_outbox_until_they_are_settled()
            throws Exception {
        outbox.put(Samples.claim(1, 5, 2));

        var taken = queue.take(10, SOON);

        assertEquals(Samples.claim(1, 5, 2), taken.getFirst().claim());
        assertEquals(1, queue.depth());
        assertEquals(2, queue.queuedUnits(Samples.OFFER));
        queue.acknowledge(taken);
        assertEquals(0, queue.depth());
        assertEquals(List.of("acknowledge 1"), courier.told);
    }

    @Test
    void while_the_broker_is_away_claims_wait_and_then_go_on() throws Exception {
        fuses.blowBefore("send");
        fuses.blowBefore("send");
        outbox.put(Samples.claim(1, 5, 2));
        fuses.awaitBlown();
        fuses.awaitBlown();

        assertEquals(Samples.claim(1, 5, 2), queue.take(10, SOON).getFirst().claim());
    }

    /// The other node's relay takes from the same outbox, and has a broker that answers.
    @Test
    void a_relay_that_alone_is_cut_off_from_the_broker_leaves_the_claims_to_others()
            throws Exception {
        fuses.takeAway("send");
        outbox.put(Samples.claim(1, 5, 2));
        fuses.awaitBlown();
        try (var other = new RelayedQueue(outbox, new PlainCourier(), clock)) {
            assertEquals(Samples.claim(1, 5, 2), other.take(10, SOON).getFirst().claim());
            outbox.put(Samples.claim(2, 6, 1));
            assertEquals(Samples.claim(2, 6, 1), other.take(10, SOON).getFirst().claim());
        }

        fuses.mend();
        outbox.put(Samples.claim(3, 7, 1));

        assertEquals(Samples.claim(3, 7, 1), queue.take(10, SOON).getFirst().claim());
    }

    @Test
    void what_this_node_cannot_send_is_sent_by_others() throws Exception {
        fuses.takeAway("send");
        outbox.put(Samples.claim(1, 5, 2));

        var others = outbox.take(10, Duration.ZERO);
        while (others.isEmpty()) others = outbox.take(10, SOON);
        assertEquals(Samples.claim(1, 5, 2), others.getFirst().claim());
        assertEquals(1, others.getFirst().attempt());
        outbox.acknowledge(others);

        fuses.mend();
        outbox.put(Samples.claim(2, 6, 1));
        assertEquals(Samples.claim(2, 6, 1), queue.take(10, SOON).getFirst().claim());
    }

    @Test
    void what_is_given_back_goes_back_to_the_courier_and_stays_in_the_outbox() throws Exception {
        outbox.put(Samples.claim(1, 5, 2));
        var taken = queue.take(10, SOON);

        queue.giveBack(taken);

        assertEquals(List.of("give back 1"), courier.told);
        assertEquals(1, queue.depth());
        assertEquals(List.of(), outbox.take(10, Duration.ZERO));
    }

    @Test
    void a_relay_outlives_a_bug_and_says_so_when_it_stays() throws Exception {
        courier.broken = true;
        outbox.put(Samples.claim(1, 5, 2));
        while (queue.trouble().isEmpty()) Thread.onSpinWait();

        courier.broken = false;

        assertEquals(Samples.claim(1, 5, 2), queue.take(10, SOON).getFirst().claim());
        while (queue.trouble().isPresent()) Thread.onSpinWait();
    }

    @Test
    void short_retries_wait_in_the_broker_and_long_ones_in_the_outbox() throws Exception {
        outbox.put(Samples.claim(1, 5, 2));
        var taken = queue.take(10, SOON).getFirst();

        queue.retry(taken, clock.instant().plusSeconds(30), "busy");
        queue.retry(taken, clock.instant().plusSeconds(3_600), "very busy");

        assertEquals(List.of("retry in 30", "acknowledge 1"), courier.told);
        clock.advance(Duration.ofHours(1));
        assertEquals(2, queue.take(10, SOON).getFirst().attempt());
    }

    @Test
    void a_parked_claim_is_in_both_and_comes_again_through_the_courier() throws Exception {
        outbox.put(Samples.claim(1, 5, 2));
        var taken = queue.take(10, SOON).getFirst();

        queue.park(taken, "broken");

        assertEquals("broken", queue.parked(10).getFirst().cause());
        assertEquals(List.of("park: broken"), courier.told);
        assertTrue(queue.unpark(taken.claim().id()));
        assertEquals(taken.claim(), queue.take(10, SOON).getFirst().claim());
    }
}
