package dev.sluice.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.plain.CapturedLog;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainTransport;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/// NumberedBroadcast with a thread of their own, as in a node.
class NumberedBroadcastThreadsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();

    @Test
    void signals_of_many_threads_arrive_in_one_order_without_losses() throws Exception {
        var direct = new PlainTransport();
        try (var sender = new NumberedBroadcast(direct, "sender", clock);
                var receiver = new NumberedBroadcast(direct, "receiver", clock)) {
            var here = Collections.synchronizedList(new ArrayList<Signal>());
            var there = Collections.synchronizedList(new ArrayList<Signal>());
            var arrived = new CountDownLatch(4_000);
            sender.subscribe(here::add);
            receiver.subscribe(signal -> {
                there.add(signal);
                arrived.countDown();
            });

            var threads = new ArrayList<Thread>();
            for (int t = 0; t < 4; t++) {
                int from = t * 1_000;
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    for (int i = 0; i < 1_000; i++) {
                                        sender.send(signal(from + i));
                                    }
                                }));
            }
            for (var thread : threads) thread.join();

            assertTrue(arrived.await(60, TimeUnit.SECONDS));
            assertEquals(here, there);
            assertInOrderByThread(here);
        }
    }

    @Test
    void sending_does_not_wait_for_a_transport_that_hangs() throws Exception {
        var hanging = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        var transport =
                new Transport() {
                    @Override
                    public void send(Envelope envelope) {
                        hanging.countDown();
                        try {
                            released.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }

                    @Override
                    public void subscribe(Consumer<Envelope> subscriber) {}
                };
        try (var beats = new NumberedBroadcast(transport, "node", clock)) {
            var heard = Collections.synchronizedList(new ArrayList<Signal>());
            beats.subscribe(heard::add);
            for (int i = 0; i < 20_000; i++) beats.send(signal(i));
            assertTrue(hanging.await(60, TimeUnit.SECONDS));

            assertEquals(20_000, heard.size());
            for (int i = 0; i < 3; i++) {
                beats.beat();
                clock.advance(SECOND);
            }
            assertEquals(new Signal.Missed(), heard.getLast());
            released.countDown();
        }
    }

    @Test
    @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
    void a_mistake_of_the_transport_is_in_the_log_and_the_next_signal_goes_out() throws Exception {
        var sent = new CountDownLatch(2);
        var transport =
                new Transport() {
                    @Override
                    public void send(Envelope envelope) {
                        sent.countDown();
                        throw new IllegalStateException("a bug");
                    }

                    @Override
                    public void subscribe(Consumer<Envelope> subscriber) {}
                };
        try (var log = new CapturedLog(NumberedBroadcast.class)) {
            try (var beats = new NumberedBroadcast(transport, "node", clock)) {
                beats.send(signal(1));
                beats.send(signal(2));
                assertTrue(sent.await(60, TimeUnit.SECONDS));
                // Closing waits for a second only, and the log follows the call.
                while (log.count("a signal is lost") < 2) Thread.onSpinWait();
            }
            assertEquals(2, log.count("a signal is lost"));
        }
    }

    private static void assertInOrderByThread(List<Signal> signals) {
        var last = new HashMap<Long, Long>();
        for (var signal : signals) {
            long offer = ((Signal.SoldOut) signal).offer().value();
            var before = last.put(offer / 1_000, offer);
            assertTrue(before == null || before == offer - 1, before + " before " + offer);
        }
    }

    private static Signal signal(long number) {
        return new Signal.SoldOut(new OfferId(number));
    }
}
