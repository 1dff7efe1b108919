package dev.sluice.server.nginx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.board.BoardOffer;
import dev.sluice.contracts.FreePort;
import dev.sluice.contracts.Soon;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.server.Settings;
import dev.sluice.server.ShopTest;
import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a node tells an edge, seen from the edge.
class EdgeMarksTest extends ShopTest {

    private static final String KEY = "a-key-of-sixteen-characters";
    private static final String PATIENT = "a-key-that-waits-for-the-edge";

    private record Put(String key, String node, long number, String view) {}

    private final HttpServer edge = edge();
    private final List<Put> puts = new CopyOnWriteArrayList<>();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger underWayMost = new AtomicInteger();
    private final Handler handler = handler();
    private volatile CountDownLatch door = new CountDownLatch(0);
    private volatile int status = 204;

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.edge.urls", "http://127.0.0.1:" + edge.getAddress().getPort());
        settings.put("sluice.edge.key", KEY);
        return settings;
    }

    @BeforeEach
    void listenToTheLog() {
        Logger.getLogger(EdgeMarks.class.getName()).addHandler(handler);
    }

    @AfterEach
    void stopEdge() {
        Logger.getLogger(EdgeMarks.class.getName()).removeHandler(handler);
        door.countDown();
        edge.stop(0);
    }

    @Test
    void the_whole_view_is_put_again_and_again_with_a_growing_number() {
        var first = offer(1);
        var second = soldOut();
        try (var marks = patientMarks(edge)) {
            marks.start(Duration.ofMillis(10));
            for (var key : List.of(KEY, PATIENT)) {
                await(() -> has(by(key), first, false) && has(by(key), second, true));
                int before = by(key).size();

                await(() -> by(key).size() >= before + 2);

                var node = by(key).getFirst().node();
                assertTrue(node.matches("[0-9a-f]+"), node);
                assertTrue(by(key).stream().allMatch(put -> put.node().equals(node)), "" + puts);
            }
        }
        // The node itself does not wait for an edge that is slow, and then views overtake others.
        var told = told();
        assertTrue(told.getLast().view().contains(first.id() + " 0\n"), "" + told);
        assertTrue(told.getLast().view().contains(second.id() + " 1\n"), "" + told);
        for (int i = 1; i < told.size(); i++) {
            assertTrue(told.get(i - 1).number() < told.get(i).number(), "" + told);
        }
    }

    @Test
    void a_change_is_put_at_once() {
        var offer = soldOut();
        try (var marks = patientMarks(edge)) {
            start(marks, offer, true);
            for (var stage : new Stage[] {Stage.PAUSED, Stage.PUBLISHED, Stage.PAUSED}) {
                engine().desk().move(offer.sale().id(), stage);

                await(() -> told(offer, stage == Stage.PUBLISHED));
            }
        }
    }

    /// Further marks of the same node, with a key of their own, that wait for an edge as long as a
    /// test does. Started with a long period, nothing but a change makes them speak again.
    private EdgeMarks patientMarks(HttpServer edge) {
        var urls = EdgeConfig.urls("http://127.0.0.1:" + edge.getAddress().getPort());
        var config = new EdgeConfig(urls, PATIENT);
        return new EdgeMarks(config, engine().sales(), engine().world(), Soon.LIMIT);
    }

    /// Starts marks that speak after a change only, and returns when they have told of the offer.
    /// They connect only when they speak: what failed at that is told at a further change.
    private void start(EdgeMarks marks, BoardOffer offer, boolean isSoldOut) {
        marks.start(Duration.ofDays(1));
        await(() -> {
            if (marks.out() > 0) engine().sales().put(offer.sale());
            return told(offer, isSoldOut);
        });
    }

    /// What was put with that key.
    private List<Put> by(String key) {
        return puts.stream().filter(put -> put.key().equals(key)).toList();
    }

    /// What the patient marks have put.
    private List<Put> told() {
        return by(PATIENT);
    }

    /// Whether the last of it calls the offer sold out, or not.
    private boolean told(BoardOffer offer, boolean isSoldOut) {
        return has(told(), offer, isSoldOut);
    }

    private static boolean has(List<Put> puts, BoardOffer offer, boolean isSoldOut) {
        var line = offer.id() + (isSoldOut ? " 1" : " 0");
        return !puts.isEmpty() && puts.getLast().view().contains(line);
    }

    @Test
    void a_slow_edge_delays_nobody_and_then_gets_the_newest_view() {
        var offer = offer(1);
        try (var marks = patientMarks(edge)) {
            start(marks, offer, false);
            await(() -> underWay.get() == 0);
            door = new CountDownLatch(1);
            engine().sales().mark(offer.id(), true);
            await(() -> underWay.get() == 1);

            Soon.returns(
                    "a thousand marks that do not wait for the edge",
                    () -> {
                        for (int i = 0; i < 1_001; i++) {
                            engine().sales().mark(offer.id(), i % 2 == 1);
                        }
                    });
            int before = told().size();
            door.countDown();

            await(() -> told().size() > before + 1);
            // The view that waited may be older than the last change, which then follows it.
            await(() -> told(offer, false));
            assertEquals(1, underWayMost.get());
        }
    }

    @Test
    void an_outage_is_logged_once_and_so_is_its_end() {
        // The node itself finds the edge out also when it is only slow, so others are listened to.
        var other = edge();
        try (var marks = patientMarks(other)) {
            marks.start(Duration.ofMillis(10));
            await(() -> !told().isEmpty() && marks.out() == 0);
            logged.clear();
            status = 403;
            await(() -> marks.out() == 1 && metric("sluice_edges_out") == 1);
            int before = told().size();
            await(() -> told().size() >= before + 2);
            assertEquals(1, logged(other).size(), logged::toString);
            assertTrue(logged(other).getFirst().contains("403"), logged::toString);

            status = 204;

            await(() -> marks.out() == 0 && metric("sluice_edges_out") == 0);
            await(() -> logged(other).size() == 2);
            for (var key : List.of(KEY, PATIENT)) assertFalse(logged.toString().contains(key));
        } finally {
            other.stop(0);
        }
    }

    /// What was logged about this edge.
    private List<String> logged(HttpServer edge) {
        var port = ":" + edge.getAddress().getPort() + "/";
        return logged.stream().filter(line -> line.contains(port)).toList();
    }

    @Test
    void an_edge_that_was_gone_is_told_every_mark_as_it_is_now() {
        var stays = soldOut();
        var changes = soldOut();
        int port = freePort();
        var other = edge(port);
        try (var marks = patientMarks(other)) {
            marks.start(Duration.ofMillis(10));
            await(() -> marks.out() == 0 && told(stays, true) && told(changes, true));
            other.stop(0);
            await(() -> marks.out() == 1);
            engine().desk().move(changes.sale().id(), Stage.PAUSED);

            other = edge(port);

            await(() -> marks.out() == 0 && told(stays, true) && told(changes, false));
        } finally {
            other.stop(0);
        }
    }

    /// One that nobody else gets by chance while no server has it.
    private static int freePort() {
        try (var held = FreePort.hold()) {
            return held.port();
        }
    }

    @Test
    void an_edge_that_is_gone_is_out() {
        edge.stop(0);
        await(() -> metric("sluice_edges_out") == 1);
    }

    @Test
    void a_mark_ends_with_its_sale_and_what_is_not_on_sale_is_not_spoken_of() {
        var offer = soldOut();
        var later = offer(1, clock.instant().plus(Duration.ofMinutes(1)));
        var closesAt = offer.sale().closesAt();

        assertEquals(offer.id() + " 1\n", view(offer, closesAt.minusMillis(3_000)));
        assertEquals(offer.id() + " 1 2999\n", view(offer, closesAt.minusMillis(2_999)));
        assertEquals(offer.id() + " 0\n", view(offer, closesAt));
        assertEquals("", view(offer, closesAt.plusSeconds(11)));
        assertEquals("", view(later, clock.instant()));
        assertEquals(later.id() + " 0\n", view(later, later.sale().opensAt()));
    }

    @Test
    void addresses_and_keys_that_cannot_be_are_refused() {
        assertEquals(List.of(), EdgeConfig.of("", "").urls());
        assertEquals(
                List.of(
                        URI.create("http://a:1/edge/marks"),
                        URI.create("https://b/edge/marks"),
                        URI.create("http://c/edge/marks")),
                EdgeConfig.of("http://a:1, https://b/,http://c/edge/marks", KEY).urls());
        assertThrows(StartFailure.class, () -> EdgeConfig.of("http://a", ""));
        for (var bad : List.of("a:1", "ftp://a", "http://a/b", "http:// a")) {
            assertThrows(StartFailure.class, () -> set("sluice.edge.urls", bad), bad);
        }
        for (var bad : List.of("short", "a key with blanks in it")) {
            var refused = assertThrows(StartFailure.class, () -> set("sluice.edge.key", bad), bad);
            assertFalse(refused.getMessage().contains(bad));
        }
    }

    private BoardOffer soldOut() {
        var offer = offer(1);
        for (var shopper : List.of(shopper(), shopper())) claimAs(as(shopper), shopper, offer);
        await(offer::soldOut);
        return offer;
    }

    private static Settings set(String name, String value) {
        return Settings.of(Map.of(name, value));
    }

    private static String view(BoardOffer offer, java.time.Instant now) {
        return EdgeMarks.view(List.of(offer), now);
    }

    private HttpServer edge() {
        return edge(0);
    }

    private HttpServer edge(int port) {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            var server = HttpServer.create(address, 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/edge/marks", this::take);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        boolean isHeld = PATIENT.equals(headers.getFirst("X-Sluice-Edge-Key"));
        if (isHeld) underWayMost.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try {
            var view = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (isHeld) Soon.until("the door opens", door);
            puts.add(
                    new Put(
                            headers.getFirst("X-Sluice-Edge-Key"),
                            headers.getFirst("X-Sluice-Node"),
                            Long.parseLong(headers.getFirst("X-Sluice-Number")),
                            view));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (isHeld) underWay.decrementAndGet();
        }
        exchange.sendResponseHeaders(exchange.getRequestMethod().equals("PUT") ? status : 405, -1);
        exchange.close();
    }

    private Handler handler() {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(new java.util.logging.SimpleFormatter().formatMessage(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
