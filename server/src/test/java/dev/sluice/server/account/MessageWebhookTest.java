package dev.sluice.server.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.port.Unavailable;
import dev.sluice.server.ApiTest;
import dev.sluice.server.Document;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.json.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Codes on their way through a program of the operator's.
@Timeout(120)
class MessageWebhookTest extends ApiTest {

    private final HttpServer receiver = receiver();
    private final List<byte[]> received = new CopyOnWriteArrayList<>();
    private volatile int status = 202;

    @Override
    public Map<String, String> settings() {
        var address = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/messages?key=1";
        return Map.of("sluice.messages.webhook-url", address, "sluice.limits.otp.phone", "off");
    }

    @AfterEach
    void stopReceiver() {
        receiver.stop(0);
    }

    @Test
    void a_code_is_posted_and_good_for_a_registration() throws IOException {
        // A receiver that does not get to answer in time is asked again.
        AdminTest.await(() -> api.post("/otp", Map.of("phone", "13800138000")).status() == 204);

        var message = Document.JSON.readTree(received.getLast());
        assertEquals(3, message.size());
        assertEquals("13800138000", message.get("to").asText());
        var code = message.get("code").asText();
        assertTrue(message.get("text").asText().contains(code));
        var body =
                Map.of(
                        "phone", "13800138000",
                        "otp", code,
                        "password", "correct horse",
                        "name", "Li");
        api.post("/buyers", body).is(201);
    }

    @Test
    void a_webhook_that_fails_or_is_gone_is_unavailable() {
        status = 500;
        api.post("/otp", Map.of("phone", "13800138000")).is(Code.UNAVAILABLE);
        receiver.stop(0);
        api.post("/otp", Map.of("phone", "13800138000")).is(Code.UNAVAILABLE);
    }

    /// One that begins to answer and never ends.
    @Test
    void a_webhook_that_begins_an_answer_and_never_ends_it_holds_nobody() throws Exception {
        var ended = new CountDownLatch(1);
        receiver.createContext(
                "/silent",
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().flush();
                    awaitQuietly(ended);
                    exchange.close();
                });
        var address = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/silent";
        var hasty = new MessageWebhook(URI.create(address), Duration.ofMillis(100));
        var message = new Messages.Message("13800138000", "1", "1", Instant.EPOCH);
        try {
            assertThrows(Unavailable.class, () -> hasty.send(message));
        } finally {
            ended.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpServer receiver() {
        try {
            var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            var server = HttpServer.create(any, 0);
            server.createContext("/messages", this::receive);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        received.add(exchange.getRequestBody().readAllBytes());
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
