package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.server.Answer;
import dev.sluice.server.FreshSluice;
import dev.sluice.server.Garbage;
import dev.sluice.server.json.Code;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminLiveTest extends AdminTest {

    private static final String UNKNOWN = "0ns7d2k8v0w1a";

    /// The other end of one socket.
    private static final class Listener implements WebSocket.Listener {

        final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                messages.add(new Answer(0, Map.of(), text.toString().getBytes()).json());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return null;
        }

        JsonNode next() throws InterruptedException {
            var message = messages.poll(60, TimeUnit.SECONDS);
            assertTrue(message != null, "a message in time");
            return message;
        }
    }

    private final Listener listener = new Listener();

    private WebSocket connect(String query, String... header) {
        return connect(listener, query, header);
    }

    private WebSocket connect(Listener listener, String query, String... header) {
        var builder = HttpClient.newHttpClient().newWebSocketBuilder();
        if (header.length == 2) builder.header(header[0], header[1]);
        var uri = URI.create("ws://127.0.0.1:" + sluice.port() + "/api/v1/admin/live" + query);
        return builder.buildAsync(uri, listener).join();
    }

    private int refusal(String query, String... header) {
        try {
            connect(query, header);
        } catch (CompletionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                return refused.getResponse().statusCode();
            }
        }
        return 101;
    }

    private static String hello(String key, String sale) {
        return "{\"type\":\"hello\",\"key\":\"" + key + "\",\"sale\":\"" + sale + "\"}";
    }

    private Answer stats(String sale) {
        return operator().get("/admin/sales/" + sale + "/stats").is(200);
    }

    @Test
    void who_only_asks_for_a_challenge_has_arrived() {
        var sale = published(2);

        api.get("/offers/" + sale.text("offers/0/offerId") + "/challenge").is(200);

        assertEquals(1, stats(sale.text("saleId")).number("totals/arrived"));
    }

    @Test
    void the_stats_count_what_happens_in_a_sale() {
        var sale = published(2);
        var offer = sale.text("offers/0/offerId");
        var id = sale.text("saleId");
        sell(offer, 2);
        claim(offer, crowd(1, offer).getFirst()).is(Code.SOLD_OUT);

        await(() -> stats(id).number("latency/count") >= 2);

        var stats = stats(id);
        assertTrue(stats.text("node").endsWith(":" + sluice.port()), stats::toString);
        assertTrue(stats.json().at("/latency/p95Ms").asDouble() > 0);
        assertEquals(3, stats.number("totals/arrived"));
        assertEquals(1, stats.number("totals/refused/SOLD_OUT"));
        assertEquals(2, stats.number("totals/claims"));
        assertEquals(2, stats.number("totals/won"));
        assertEquals(0, stats.number("totals/lost"));
        assertEquals(0, stats.number("queueDepth"));
        assertEquals(2, stats.number("offers/0/unpaid"));
        assertEquals("SOLD_OUT", stats.text("offers/0/availability"));
        assertTrue(stats.json().at("/offers/0/balanced").asBoolean());
        assertTrue(stats.json().at("/latency/p99Ms").asDouble() > 0);
        long sum = 0;
        for (var second : stats.json().get("perSecond")) sum += second.get("claims").asLong();
        assertTrue(sum <= 2);
    }

    @Test
    void a_draft_has_stats_too_and_strangers_see_none() {
        var draft = draft(3).text("saleId");
        assertEquals(3, stats(draft).number("offers/0/free"));
        operator().get("/admin/sales/" + UNKNOWN + "/stats").is(Code.NO_SUCH_SALE);
        operator().get("/admin/sales/a.b/stats").isInvalid("saleId");
        api.get("/admin/sales/" + draft + "/stats").is(Code.NO_OPERATOR);
    }

    @Test
    void an_operator_known_by_header_gets_the_stats_every_second() throws Exception {
        var sale = published(5).text("saleId");
        connect("?sale=" + sale, "Authorization", "Bearer " + OPERATOR_KEY);

        for (int i = 0; i < 2; i++) {
            var message = listener.next();
            assertEquals("stats", message.get("type").asText());
            assertEquals(sale, message.get("saleId").asText());
            assertEquals(5, message.at("/offers/0/free").asLong());
        }
    }

    @Test
    void an_operator_known_by_cookie_gets_the_stats() throws Exception {
        var sale = published(5).text("saleId");
        var session = api.post("/admin/sessions", Map.of("key", OPERATOR_KEY)).text("session");
        connect("?sale=" + sale, "Cookie", "sluice_operator=" + session);

        assertEquals("stats", listener.next().get("type").asText());
    }

    @Test
    void an_operator_known_by_hello_may_change_to_another_sale() throws Exception {
        var first = published(5).text("saleId");
        var second = published(7).text("saleId");
        var socket = connect("");
        socket.sendText(hello(OPERATOR_KEY, first), true).join();
        assertEquals(first, listener.next().get("saleId").asText());
        socket.sendText(hello(OPERATOR_KEY, UNKNOWN), true).join();
        JsonNode message;
        do message = listener.next();
        while (!message.get("type").asText().equals("error"));
        assertEquals("NO_SUCH_SALE", message.get("code").asText());
        socket.sendText(hello(OPERATOR_KEY, second), true).join();
        do message = listener.next();
        while (!message.get("saleId").asText().equals(second));
    }

    @Test
    void a_wrong_key_closes_the_socket() throws Exception {
        var sale = published(5).text("saleId");
        connect("").sendText(hello("wrong", sale), true).join();

        assertEquals("NO_OPERATOR", listener.next().get("code").asText());
        assertEquals(1008, listener.closed.get(60, TimeUnit.SECONDS));
    }

    @Test
    void nonsense_on_the_socket_is_named_and_survived() throws Exception {
        var sale = published(5).text("saleId");
        var socket = connect("");
        for (var bad :
                new String[] {"", "x", "[]", "{}", "{\"type\":\"bye\"}", hello("k", "a.b")}) {
            if (bad.contains("a.b")) bad = hello(OPERATOR_KEY, "a.b");
            socket.sendText(bad, true).join();
            assertEquals("INVALID", listener.next().get("code").asText(), bad);
        }
        socket.sendText(hello(OPERATOR_KEY, sale), true).join();
        assertEquals("stats", listener.next().get("type").asText());
    }

    @Test
    void the_handshake_is_refused_like_any_call() {
        var sale = published(5).text("saleId");
        var key = "Bearer " + OPERATOR_KEY;
        assertEquals(401, refusal("?sale=" + sale, "Authorization", "Bearer wrong"));
        assertEquals(404, refusal("?sale=" + UNKNOWN, "Authorization", key));
        assertEquals(400, refusal("?sale=a.b", "Authorization", key));
        operator().get("/admin/live").isInvalid("Upgrade");
        operator().post("/admin/live").is(Code.METHOD_NOT_ALLOWED);
    }

    @Test
    @FreshSluice("it takes all places")
    void there_is_a_bound_to_the_sockets_and_a_closed_one_makes_room() throws Exception {
        // Known at once: one that has not said hello is closed after a while.
        var sale = "?sale=" + published(5).text("saleId");
        var key = "Bearer " + OPERATOR_KEY;
        var first = connect(sale, "Authorization", key);
        var others = new ArrayList<Listener>();
        for (int i = 1; i < AdminLive.SOCKETS_MAX; i++) {
            others.add(new Listener());
            connect(others.getLast(), sale, "Authorization", key);
        }
        for (var other : others) assertEquals("stats", other.next().get("type").asText());
        assertEquals(503, refusal(sale, "Authorization", key));
        first.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        await(() -> refusal(sale, "Authorization", key) == 101);
    }

    @Test
    void a_server_that_stops_says_good_bye() throws Exception {
        var sale = published(5).text("saleId");
        connect("?sale=" + sale, "Authorization", "Bearer " + OPERATOR_KEY);
        listener.next();
        restartSluice();

        assertEquals(1001, listener.closed.get(60, TimeUnit.SECONDS));
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var sale = draft(1).text("saleId");
        return Stream.of(
                        Garbage.to(operator(), "GET", "/admin/sales/" + sale + "/stats").tests(),
                        Garbage.to(operator(), "GET", "/admin/live").tests())
                .flatMap(tests -> tests);
    }
}
