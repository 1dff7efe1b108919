package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.SURELY;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.drain;
import static dev.sluice.contracts.CourierSamples.take;
import static dev.sluice.contracts.HoldSamples.claim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Courier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What every courier must do while the broker is there. The suites it extends check what is
/// retried, parked and given back; [CourierFaultContract] takes the broker away. A claim may come
/// more than once when a node has gone, so nothing here counts on it coming only once then.
public interface CourierContract extends CourierAsideContract, CourierBackContract {

    @Override
    TestLine line() throws Exception;

    @Test
    default void what_is_sent_arrives_as_it_was() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            var sent =
                    List.of(
                            new Delivery(claim("ann", 3), Long.MAX_VALUE, 1),
                            new Delivery(claim("ben", Integer.MAX_VALUE), 1, 3));

            courier.send(sent);

            assertEquals(Set.copyOf(sent), Set.copyOf(take(courier, 2)));
            assertEquals(List.of(), courier.take(10, QUIET));
        }
    }

    @Test
    default void a_large_batch_arrives_whole() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            var sent = deliveries(2_500);

            courier.send(sent);

            var taken = drain(courier, sent);
            assertEquals(sent.size(), taken.size());
            assertEquals(Set.copyOf(sent), Set.copyOf(taken));
        }
    }

    @Test
    default void an_empty_batch_is_no_trouble() throws Exception {
        try (var line = line()) {
            var courier = line.courier();

            courier.send(List.of());
            courier.acknowledge(List.of());

            assertEquals(List.of(), courier.take(10, QUIET));
        }
    }

    @Test
    default void no_more_is_taken_than_asked_for() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(7));

            var taken = new ArrayList<Delivery>();
            while (taken.size() < 7) {
                var more = courier.take(3, SURELY);
                assertTrue(!more.isEmpty() && more.size() <= 3, more::toString);
                taken.addAll(more);
            }

            assertEquals(7, Set.copyOf(taken).size());
        }
    }

    /// In several rounds, since in some of them the claim may come before the taker waits.
    @Test
    default void who_waits_is_woken_by_the_next_claim() throws Exception {
        try (var line = line();
                var settlement = Executors.newSingleThreadExecutor()) {
            var sender = line.courier();
            for (int round = 0; round < 5; round++) {
                var waiting = settlement.submit(() -> sender.take(10, SURELY));

                var sent = deliveries(1);
                sender.send(sent);

                assertEquals(sent, waiting.get(SURELY.toMillis(), TimeUnit.MILLISECONDS));
            }
        }
    }

    @Test
    default void nodes_share_what_is_sent() throws Exception {
        try (var line = line()) {
            var first = line.courier();
            var second = line.courier();
            var sent = new HashSet<Delivery>();
            var byFirst = new HashSet<Delivery>();
            var bySecond = new HashSet<Delivery>();
            // How soon a second node gets its share is up to the broker.
            while (byFirst.isEmpty() || bySecond.isEmpty()) {
                var more = deliveries(400);
                first.send(more);
                sent.addAll(more);
                while (byFirst.size() + bySecond.size() < sent.size()) {
                    int before = byFirst.size() + bySecond.size();
                    byFirst.addAll(settle(first));
                    bySecond.addAll(settle(second));
                    if (byFirst.size() + bySecond.size() == before) break;
                }
                assertTrue(sent.size() <= 20_000, byFirst.size() + " and " + bySecond.size());
            }

            var left = new HashSet<>(sent);
            left.removeAll(byFirst);
            left.removeAll(bySecond);
            byFirst.addAll(drain(second, List.copyOf(left)));
            byFirst.addAll(bySecond);
            assertEquals(sent, byFirst);
        }
    }

    @Test
    default void what_is_acknowledged_does_not_come_again_to_the_next_node() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            var sent = deliveries(50);
            courier.send(sent);
            assertEquals(Set.copyOf(sent), Set.copyOf(drain(courier, sent)));

            courier.close();

            assertEquals(List.of(), line.courier().take(10, QUIET));
        }
    }

    @Test
    default void what_a_node_took_and_did_not_acknowledge_comes_to_another() throws Exception {
        try (var line = line()) {
            var first = line.courier();
            first.send(deliveries(100));
            var taken = take(first, 100);
            assertEquals(100, taken.size());
            var second = line.courier();

            first.close();

            assertTrue(drain(second, taken).containsAll(taken));
        }
    }

    @Test
    default void of_claims_sent_together_those_not_acknowledged_come_again() throws Exception {
        try (var line = line()) {
            var first = line.courier();
            first.send(deliveries(10));
            var taken = take(first, 10);
            var left = List.of(taken.get(1), taken.get(4), taken.get(9));
            var done = new ArrayList<>(taken);
            done.removeAll(left);
            first.acknowledge(done.reversed());

            first.close();

            assertTrue(drain(line.courier(), left).containsAll(left), left::toString);
        }
    }

    @Test
    default void acknowledging_what_is_done_or_was_never_taken_does_nothing() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            courier.send(deliveries(3));
            var taken = take(courier, 3);

            courier.acknowledge(deliveries(2));
            courier.acknowledge(taken);
            courier.acknowledge(taken);

            assertEquals(List.of(), courier.take(10, QUIET));
            var later = deliveries(2);
            courier.send(later);
            assertTrue(drain(courier, later).containsAll(later));
        }
    }

    /// The outbox sends a claim again when it does not know whether it has arrived.
    @Test
    default void a_claim_that_was_sent_twice_is_done_when_all_that_came_is_acknowledged()
            throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            var sent = deliveries(1);
            courier.send(sent);
            courier.send(sent);

            for (var taken = take(courier, 1); !taken.isEmpty(); ) {
                assertEquals(Set.copyOf(sent), Set.copyOf(taken));
                courier.acknowledge(taken);
                // The other one may be late, and would go to the next node when this one closes.
                taken = courier.take(10, QUIET.multipliedBy(10));
            }
            courier.close();

            assertEquals(List.of(), line.courier().take(10, QUIET));
        }
    }

    @Test
    default void threads_may_send_take_and_acknowledge_at_one_time() throws Exception {
        try (var line = line()) {
            var courier = line.courier();
            var sent = new ConcurrentLinkedQueue<Delivery>();
            var taken = new ConcurrentLinkedQueue<Delivery>();

            allAtOnce(
                    6,
                    thread -> {
                        if (thread % 2 == 0) sendRounds(courier, sent);
                        else settleUntil(courier, taken, 1_500);
                        return thread;
                    });

            assertEquals(1_500, sent.size());
            assertEquals(Set.copyOf(sent), Set.copyOf(taken));
        }
    }

    private static void sendRounds(Courier courier, ConcurrentLinkedQueue<Delivery> sent) {
        for (int round = 0; round < 20; round++) {
            var batch = deliveries(25);
            courier.send(batch);
            sent.addAll(batch);
        }
    }

    private static void settleUntil(
            Courier courier, ConcurrentLinkedQueue<Delivery> taken, int count) {
        try {
            long giveUp = System.nanoTime() + SURELY.toNanos();
            while (taken.size() < count && System.nanoTime() < giveUp) {
                taken.addAll(settle(courier));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Delivery> settle(Courier courier) throws InterruptedException {
        var taken = courier.take(40, QUIET);
        courier.acknowledge(taken);
        return taken;
    }
}
