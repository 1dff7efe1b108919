package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Codes on their way through a program of the operator's.
class MessageWebhookTest extends ApiTest {

    private final HttpServer receiver = receiver();
    private final List<byte[]> received = new CopyOnWriteArrayList<>();
    private volatile int status = 202;

    @Override
    Map<String, String> settings() {
        var address = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/messages?key=1";
        return Map.of("sluice.messages.webhook-url", address, "sluice.limits.otp.phone", "off");
    }

    @AfterEach
    void stopReceiver() {
        receiver.stop(0);
    }

    @Test
    void a_code_is_posted_and_good_for_a_registration() throws IOException {
        api.post("/otp", Map.of("phone", "13800138000")).is(204);

        var message = Document.JSON.readTree(received.getFirst());
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
