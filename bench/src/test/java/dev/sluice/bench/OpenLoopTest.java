package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenLoopTest {
    private static final Duration STALL = Duration.ofMillis(600);

    @TempDir private Path folder;
    private final AtomicInteger arrived = new AtomicInteger();
    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
    private HttpServer server;
    private volatile int stalled = -1;
    private volatile int status = 202;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(oneThread);
        server.createContext(
                "/",
                exchange -> {
                    if (arrived.getAndIncrement() == stalled) stall();
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(status, 2);
                    exchange.getResponseBody().write(new byte[] {'{', '}'});
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        oneThread.shutdownNow();
    }

    @Test
    void every_request_is_sent_once_and_its_status_counted() throws Exception {
        status = 410;
        try (var loop = new OpenLoop(server.getAddress().getPort(), 8)) {
            var outcome = loop.runAtOnce(requests(500));

            assertEquals(500, outcome.count(410));
            assertEquals(0, outcome.cut());
            assertEquals(500, arrived.get());
            assertEquals(500, outcome.latency().getTotalCount());
        }
    }

    @Test
    void the_rate_is_kept() throws Exception {
        long start = System.nanoTime();
        try (var loop = new OpenLoop(server.getAddress().getPort(), 8)) {
            var outcome = loop.run(requests(300), 500);

            assertEquals(300, outcome.count(202));
            assertEquals(300, outcome.latency().getTotalCount());
        }
        long took = System.nanoTime() - start;
        assertTrue(took >= 299 * 2_000_000L, "300 at 500/s were sent within " + took + " ns");
    }

    /// One request of 600 meets a stall of 0.6 s. A closed loop over four connections would see
    /// four slow answers; here all that were due during the stall are late, which is half of them.
    @Test
    void a_stall_shows_in_the_latency_of_all_that_were_due_in_it() throws Exception {
        stalled = 100;
        try (var loop = new OpenLoop(server.getAddress().getPort(), 4)) {
            var outcome = loop.run(requests(600), 500);

            assertEquals(600, outcome.count(202));
            var latency = outcome.latency();
            long late = latency.getCountBetweenValues(STALL.toNanos() / 6, latency.getMaxValue());
            assertTrue(late >= 200, late + " were late");
            assertTrue(latency.getMaxValue() >= STALL.toNanos() * 9 / 10, "longest too short");
            assertTrue(latency.getValueAtPercentile(99) >= STALL.toNanos() / 2, "p99 too short");
        }
    }

    private RequestFile requests(int count) throws IOException {
        var lines =
                IntStream.range(0, count)
                        .mapToObj(i -> "s" + (100_000 + i) + "\tp" + (100_000 + i))
                        .collect(Collectors.joining("\n"));
        return RequestFile.ofClaims(folder.resolve("requests"), "offer", List.of(lines));
    }

    private static void stall() {
        long end = System.nanoTime() + STALL.toNanos();
        while (System.nanoTime() < end) LockSupport.parkNanos(end - System.nanoTime());
    }
}
