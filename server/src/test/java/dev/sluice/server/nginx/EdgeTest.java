package dev.sluice.server.nginx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer;
import dev.sluice.server.Api;
import dev.sluice.server.EdgeTestCase;
import dev.sluice.server.LiveClient;
import dev.sluice.server.Settings;
import dev.sluice.server.Sluice;
import dev.sluice.server.config.World;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.ServerConfig;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What nginx does with calls on their way to the nodes.
class EdgeTest extends EdgeTestCase {

    private static final int NOT_LISTENING = 1;

    /// A node that dies each time it has read a request.
    private static final class Dying implements AutoCloseable {

        private final ServerSocket listening;
        private final AtomicInteger requests = new AtomicInteger();

        Dying() {
            try {
                listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Thread.ofVirtual().start(this::die);
        }

        private void die() {
            while (!listening.isClosed()) {
                try (var socket = listening.accept()) {
                    socket.getInputStream().read(new byte[8_192]);
                    requests.incrementAndGet();
                } catch (IOException closed) {
                    return;
                }
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    @Test
    void both_nodes_get_calls() {
        var values = new HashMap<>(settings());
        values.put("sluice.server.port", "0");
        values.put("sluice.data", folder.resolve("second").toString());
        values.put("sluice.no-demo", "true");
        var world = new World(clock, new SecureRandom(), System::nanoTime);
        try (var second = new Sluice(Settings.of(values), world).start()) {
            startNginx(List.of(sluice.port(), second.port()), Map.of());

            for (int i = 0; i < 20; i++) edge.get("/time").is(200);

            var secondApi = new Api(second.port());
            assertTrue(answers(api) >= 5, () -> "the first got " + answers(api));
            assertTrue(answers(secondApi) >= 5, () -> "the second got " + answers(secondApi));
            assertEquals(20, answers(api) + answers(secondApi));
        }
    }

    @Test
    void the_socket_of_a_buyer_works_through_the_edge() {
        startNginx(Map.of());
        var ann = shopper();
        var offer = offer(2);
        try (var socket = LiveClient.open(nginx.port(), Map.of()).hello(ann.session())) {
            socket.watch(offer.id()).nextOffer("OPEN");
            claimAs(edge.as(ann.session()), ann, offer).is(202);
            socket.nextWon();
        }
        edge.get("/live").isInvalid("Upgrade");
        var other =
                from("127.0.0.1", "GET /api/v1/time HTTP/1.1", "Upgrade: websocket").split("\r\n");
        assertEquals("HTTP/1.1 200 OK", other[0]);
    }

    @Test
    void the_socket_of_an_operator_works_through_the_edge() throws Exception {
        startNginx(Map.of());
        var sale = offer(2).sale().id();
        var heard = new CompletableFuture<String>();
        var listener =
                new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(
                            WebSocket socket, CharSequence text, boolean last) {
                        heard.complete(text.toString());
                        return null;
                    }
                };
        try (var client = HttpClient.newHttpClient()) {
            var uri = "ws://127.0.0.1:" + nginx.port() + "/api/v1/admin/live?sale=" + sale;
            var socket =
                    client.newWebSocketBuilder()
                            .header("Authorization", "Bearer " + OPERATOR_KEY)
                            .buildAsync(URI.create(uri), listener)
                            .join();

            var message = heard.get(60, TimeUnit.SECONDS);

            assertTrue(message.contains("\"saleId\":\"" + sale + '"'), message);
            socket.abort();
            client.shutdownNow();
        }
    }

    @Test
    void a_node_that_dies_with_a_claim_in_its_hands_is_no_error_for_the_buyer() throws IOException {
        try (var dying = new Dying()) {
            startNginx(List.of(dying.listening.getLocalPort(), sluice.port()), Map.of());
            var offer = offer(20);
            for (int i = 0; i < 10; i++) {
                var ann = shopper();
                claimAs(edge.as(ann.session()), ann, offer).is(202);
            }
            assertTrue(dying.requests.get() >= 1, "the dying node got a claim");
        }
    }

    @Test
    void what_may_not_be_repeated_is_not_sent_to_another_node() throws IOException {
        try (var dying = new Dying()) {
            startNginx(List.of(dying.listening.getLocalPort(), sluice.port()), Map.of());
            var offer = offer(20);
            int refused = 0;
            for (int i = 0; i < 10; i++) {
                var answer = askForPass(edge, offer);
                if (answer.status() == Code.NO_SESSION.status()) continue;
                answer.is(Code.UNAVAILABLE);
                refused++;
            }
            assertEquals(dying.requests.get(), refused);
            assertTrue(refused >= 1, "the dying node got a call");
            for (int i = 0; i < 10; i++) edge.get("/time").is(200);
        }
    }

    @Test
    void a_node_that_does_not_listen_costs_nobody_anything() {
        startNginx(List.of(NOT_LISTENING, sluice.port()), Map.of());
        var offer = offer(20);
        for (int i = 0; i < 10; i++) {
            var ann = shopper();
            askForPass(edge, offer).is(Code.NO_SESSION);
            claimAs(edge.as(ann.session()), ann, offer).is(202);
        }
    }

    @Test
    void without_any_node_the_edge_says_so_as_a_node_would() {
        startNginx(List.of(NOT_LISTENING), Map.of());
        for (var lang : Lang.values()) {
            var answer = edge.with("Accept-Language", lang.tag()).get("/time").is(Code.UNAVAILABLE);

            assertArrayEquals(Replies.of(Code.UNAVAILABLE, lang).body(), answer.bytes());
            assertEquals("1", answer.header("retry-after").orElseThrow());
            assertEquals("no-store", answer.header("cache-control").orElseThrow());
        }
    }

    @Test
    void a_body_that_is_too_large_is_refused_as_by_a_node() {
        startNginx(Map.of());
        var large = new byte[ServerConfig.BODY_MAX + 1];
        for (var lang : Lang.values()) {
            var atEdge = edge.with("Accept-Language", lang.tag()).send("POST", "/sessions", large);
            var atNode = api.with("Accept-Language", lang.tag()).send("POST", "/sessions", large);

            atEdge.isInvalid("body");
            assertArrayEquals(atNode.bytes(), atEdge.bytes(), atEdge::toString);
        }
        var allowed = new byte[ServerConfig.BODY_MAX];
        assertEquals("body", edge.send("POST", "/sessions", allowed).text("field"));
    }

    @Test
    void what_is_not_http_and_what_is_not_there_get_a_problem_too() {
        startNginx(Map.of());

        assertProblem(Problem.invalid("request", Flaw.NOT_HTTP), from("127.0.0.1", "NONSENSE"));
        assertProblem(
                Problem.invalid("request", Flaw.NOT_HTTP),
                from("127.0.0.1", "GET / HTTP/1.1", "X: " + "x".repeat(10_000)));
        var inside = from("127.0.0.1", "GET /edge/problem/sold-out HTTP/1.1");
        assertProblem(Problem.of(Code.NOT_FOUND), inside);
        assertProblem(Problem.of(Code.NOT_FOUND), from("127.0.0.1", "GET /metrics HTTP/1.1"));
        edge.get("/nothing/here").is(Code.NOT_FOUND);
    }

    @Test
    void the_node_learns_who_asks_and_nobody_can_lie_about_it() {
        startNginx(Map.of("EDGE_TRUSTED", "127.0.0.3"));
        var lie = "X-Forwarded-For: 10.9.9.9";

        assertWho("127.0.0.2 false", from("127.0.0.2", "GET /who HTTP/1.1", lie));
        assertWho(
                "127.0.0.2 false",
                from("127.0.0.2", "GET /who HTTP/1.1", "X-Forwarded-Proto: https"));
        assertWho(
                "203.0.113.7 true",
                from(
                        "127.0.0.3",
                        "GET /who HTTP/1.1",
                        "X-Forwarded-Proto: https",
                        "X-Forwarded-For: 10.9.9.9, 203.0.113.7"));
    }

    @Test
    void an_address_that_hammers_is_told_when_to_come_again() {
        startNginx(Map.of("EDGE_RATE", "1r/m", "EDGE_BURST", "2"));
        var answers = new ArrayList<String>();
        for (int i = 0; i < 4; i++) answers.add(from("127.0.0.2", "GET /api/v1/time HTTP/1.1"));

        for (var answer : answers.subList(0, 3)) assertTrue(answer.contains("\"now\""), answer);
        assertProblem(Problem.of(Code.RATE_LIMITED), answers.getLast());
        assertTrue(answers.getLast().contains("Retry-After: 1\r\n"), answers.getLast());
        for (int i = 0; i < 10; i++) edge.get("/time").is(200);
    }

    @Test
    void the_limit_can_be_switched_off() {
        startNginx(Map.of("EDGE_RATE", "1r/m", "EDGE_BURST", "2", "EDGE_LIMIT", "off"));
        for (int i = 0; i < 10; i++) {
            var answer = from("127.0.0.2", "GET /api/v1/time HTTP/1.1");
            assertTrue(answer.contains("\"now\""), answer);
        }
    }

    @Test
    void a_page_is_kept_for_a_second_and_known_by_its_tag() {
        startNginx(Map.of());
        var offer = offer(1);
        var sale = "/sales/" + offer.sale().id();
        for (var path : List.of(sale, sale + "/stock", "/offers/" + offer.id() + "/sale")) {
            var page = edge.get(path).is(200);
            var tag = page.header("etag").orElseThrow();
            double before = answers(api);
            for (int i = 0; i < 20; i++) {
                assertArrayEquals(page.bytes(), edge.get(path).is(200).bytes());
                edge.with("If-None-Match", tag).get(path).is(304);
            }

            assertTrue(answers(api) - before < 20, () -> "the node answered " + answers(api));
        }
        for (var file : List.of("/", "/favicon.svg")) edge.root().get(file).is(200);
    }

    @Test
    void a_page_of_a_sale_that_is_about_to_open_is_not_kept() {
        startNginx(Map.of());
        var offer = offer(1, clock.instant().plus(Duration.ofHours(1)));
        await(() -> availability(offer).equals("UPCOMING"));
        var left = Duration.between(clock.instant(), offer.sale().opensAt());
        clock.advance(left.minusMillis(2_500));

        await(() -> {
            var before = clock.instant();
            var shown = availability(offer);
            boolean isOpen = !before.isBefore(offer.sale().opensAt());
            assertFalse(isOpen && shown.equals("UPCOMING"), "nobody sees a closed door");
            return shown.equals("OPEN");
        });
    }

    @Test
    void nothing_is_kept_when_the_cache_is_off() {
        startNginx(Map.of("EDGE_CACHE", "off"));
        var path = "/sales/" + offer(1).sale().id();
        double before = answers(api);
        for (int i = 0; i < 10; i++) edge.get(path).is(200);

        assertEquals(10, answers(api) - before);
    }

    @Test
    void large_answers_are_compressed_and_small_ones_are_not() {
        startNginx(Map.of());
        var accepting = edge.root().with("Accept-Encoding", "gzip");

        assertEquals("gzip", accepting.get("/openapi.yaml").header("content-encoding").orElse(""));
        assertEquals("", accepting.get("/api/v1/time").header("content-encoding").orElse(""));
    }

    @Test
    void nginx_has_nothing_to_complain_about() throws Exception {
        startNginx(Map.of());
        soldOut();
        atOnce(50, () -> edge.get("/sales").is(200));

        assertEquals("", nginx.errors());
    }

    private String availability(BoardOffer offer) {
        return edge.get("/sales/" + offer.sale().id()).is(200).text("offers/0/availability");
    }

    /// Answers that a node has given to those who look.
    private static double answers(Api node) {
        return node.root()
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("sluice_answers_total{group=\"read\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    private static void assertWho(String expected, String answer) {
        assertTrue(answer.endsWith("\r\n\r\n" + expected), answer);
    }

    private static void assertProblem(Problem problem, String answer) {
        var expected = new String(Replies.of(problem, Lang.EN).body());
        assertTrue(answer.startsWith("HTTP/1.1 " + problem.code().status() + " "), answer);
        assertTrue(answer.contains("Content-Type: application/problem+json\r\n"), answer);
        assertTrue(answer.endsWith("\r\n\r\n" + expected), answer);
    }
}
