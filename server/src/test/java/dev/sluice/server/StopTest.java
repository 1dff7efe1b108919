package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// How a Sluice stops: nothing under way is dropped, and it takes five seconds at most.
class StopTest extends ApiTest {

    private static final Duration STOP_MAX = Duration.ofSeconds(5);

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Override
    void prepare(Sluice sluice) {
        sluice.routes().get("/slow", RouteGroup.PAGE, call -> slow());
    }

    private Reply slow() throws InterruptedException {
        arrived.countDown();
        release.await();
        return Reply.json(200, out -> out.text("answer", "done"));
    }

    @Test
    void a_request_under_way_is_answered() throws Exception {
        var answer = CompletableFuture.supplyAsync(() -> api.root().get("/slow"));
        arrived.await();

        var stopped = CompletableFuture.runAsync(sluice::close);
        awaitRefusal();
        release.countDown();

        assertEquals("done", answer.get().is(200).text("answer"));
        stopped.get();
    }

    @Test
    void a_request_that_waits_for_long_is_answered_unavailable() throws Exception {
        var answer = CompletableFuture.supplyAsync(() -> api.root().get("/slow"));
        arrived.await();

        long start = System.nanoTime();
        sluice.close();

        assertTrue(System.nanoTime() - start < STOP_MAX.toNanos());
        answer.get().is(Code.UNAVAILABLE);
    }

    @Test
    void connections_that_are_open_and_idle_do_not_delay_the_stop() throws Exception {
        api.root().get("/health/live");
        try (var silent = new Socket(InetAddress.ofLiteral("127.0.0.1"), api.port())) {
            long start = System.nanoTime();
            sluice.close();

            assertTrue(System.nanoTime() - start < STOP_MAX.toNanos());
            assertEquals(-1, silent.getInputStream().read());
        }
    }

    @Test
    void stopping_twice_does_no_harm() {
        sluice.close();
        sluice.close();
    }

    /// Waits until nobody can connect any more.
    private void awaitRefusal() {
        assertThrows(
                IOException.class,
                () -> {
                    while (true) new Socket(InetAddress.ofLiteral("127.0.0.1"), api.port()).close();
                });
    }
}
