package dev.sluice.rehearsal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A node that gives the answers it was told to give, each call's in their order and the last one
/// from then on. What it was not told is a 404.
public final class CannedNode implements AutoCloseable {
    /// Closes the connection instead of an answer.
    public static final int SILENCE = 0;

    private record Canned(int status, String body) {}

    private final HttpServer server;
    private final Map<String, Deque<Canned>> answers = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();

    public CannedNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /// @param call method and path, such as `GET /time`
    public synchronized CannedNode says(String call, int status, String body) {
        answers.computeIfAbsent(call, _ -> new ArrayDeque<>()).add(new Canned(status, body));
        return this;
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// What was called so far, with its body.
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /// The keys by which calls may be repeated, of those that had one.
    public synchronized List<String> keys() {
        return List.copyOf(keys);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().toString().replaceFirst("^/api/v1", "");
            var body = exchange.getRequestBody().readAllBytes();
            var key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            var canned = next(exchange.getRequestMethod() + " " + path, body);
            if (key != null) keep(key);
            if (canned.status() == SILENCE) return;
            var bytes = canned.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(canned.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized void keep(String key) {
        keys.add(key);
    }

    private synchronized Canned next(String call, byte[] body) {
        calls.add((call + " " + new String(body, StandardCharsets.UTF_8)).strip());
        var queue = answers.getOrDefault(call, new ArrayDeque<>());
        if (queue.isEmpty()) return new Canned(404, "{\"code\":\"NOT_FOUND\"}");
        return queue.size() == 1 ? queue.peek() : queue.poll();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
