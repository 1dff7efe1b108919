package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.contracts.Soon;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A socket as a browser has it. Every message that it gets is held to the document.
public final class LiveClient implements WebSocket.Listener, AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Soon.LIMIT;

    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private WebSocket socket;

    public static LiveClient open(int port, Map<String, String> headers) {
        var client = new LiveClient();
        var builder = CLIENT.newWebSocketBuilder().connectTimeout(PATIENCE);
        headers.forEach(builder::header);
        var uri = URI.create("ws://127.0.0.1:" + port + "/api/v1/live");
        client.socket = builder.buildAsync(uri, client).join();
        return client;
    }

    /// The status with which opening a socket is refused.
    public static int refusal(int port) {
        try {
            open(port, Map.of()).close();
            return 101;
        } catch (CompletionException e) {
            var refused = (WebSocketHandshakeException) e.getCause();
            return refused.getResponse().statusCode();
        }
    }

    public LiveClient send(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    public LiveClient sendBytes(byte[] bytes) {
        socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
        return this;
    }

    public LiveClient hello(String session) {
        return send("{\"type\":\"hello\",\"session\":\"" + session + "\"}");
    }

    public LiveClient watch(Object offer) {
        return send("{\"type\":\"watch\",\"offerId\":\"" + offer + "\"}");
    }

    /// The next message, of this type.
    public JsonNode next(String type) {
        var message = poll(PATIENCE);
        assertNotNull(message, "no message came, but " + type + " was awaited");
        assertEquals(type, message.get("type").asText(), message::toString);
        return message;
    }

    /// The next message, which says that an offer is this.
    public void nextOffer(String availability) {
        assertEquals(availability, next("offer").get("availability").asText());
    }

    /// The next message of this type; others before it are passed over.
    public JsonNode nextOf(String type) {
        while (true) {
            var message = poll(PATIENCE);
            assertNotNull(message, "no " + type + " came");
            if (message.get("type").asText().equals(type)) return message;
        }
    }

    /// The next message that a claim is won; what comes before it is passed over.
    public JsonNode nextWon() {
        while (true) {
            var claim = nextOf("claim");
            if (claim.get("status").asText().equals("WON")) return claim;
        }
    }

    /// Nothing was sent until the socket answered: a question whose answer is known comes first.
    public void assertNothing() {
        send("nonsense");
        var message = poll(PATIENCE);
        assertNotNull(message);
        assertEquals("error", message.get("type").asText(), message::toString);
        assertNull(messages.peek());
    }

    public int closedWith() {
        return closed.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    public boolean isClosed() {
        return closed.isDone();
    }

    @Override
    public void close() {
        if (socket != null) socket.abort();
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            messages.add(checked(partial.toString()));
            partial.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        closed.complete(status);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.complete(-1);
    }

    private JsonNode poll(Duration patience) {
        try {
            return messages.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode checked(String text) {
        try {
            var message = Document.JSON.readTree(text);
            Document.published().checkMessage(message);
            return message;
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }
}
