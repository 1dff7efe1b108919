package dev.sluice.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A client that holds every answer to the published document. Immutable: [#as] and [#with] make
/// another one. Paths are below `/api/v1`, or below the root after [#root].
public final class Api {

    private static final Duration WAIT_MAX = Duration.ofSeconds(60);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port;
    private final String prefix;
    private final Map<String, String> headers;

    public Api(int port) {
        this(port, "/api/v1", Map.of());
    }

    private Api(int port, String prefix, Map<String, String> headers) {
        this.port = port;
        this.prefix = prefix;
        this.headers = headers;
    }

    /// The same for paths that are not below `/api/v1`.
    public Api root() {
        return new Api(port, "", headers);
    }

    /// The same with a session or with the operator key as bearer token.
    public Api as(String token) {
        return with("Authorization", "Bearer " + token);
    }

    public Api with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new Api(port, prefix, Map.copyOf(more));
    }

    public int port() {
        return port;
    }

    /// The whole path of one that is given to this client.
    String path(String path) {
        return prefix + path;
    }

    public Answer get(String path) {
        return send("GET", path, new byte[0]);
    }

    public Answer delete(String path) {
        return send("DELETE", path, new byte[0]);
    }

    public Answer post(String path) {
        return send("POST", path, new byte[0]);
    }

    /// @param body JSON as text, or something that Jackson makes JSON of, such as a map
    public Answer post(String path, Object body) {
        return send("POST", path, json(body));
    }

    public Answer put(String path, Object body) {
        return send("PUT", path, json(body));
    }

    public Answer send(String method, String path, byte[] body) {
        var uri = URI.create("http://127.0.0.1:" + port + prefix + path);
        var request = HttpRequest.newBuilder(uri).timeout(WAIT_MAX);
        request.method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (body.length > 0 && !headers.containsKey("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        try {
            var response = CLIENT.send(request.build(), BodyHandlers.ofByteArray());
            return checked(
                    method,
                    prefix + path,
                    new Answer(response.statusCode(), response.headers().map(), response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// The answer to a request with a path as it stands, however malformed; also held to the
    /// document.
    public Answer sendRaw(String method, String rawPath) {
        var request = new StringBuilder(method + " " + prefix + rawPath + " HTTP/1.1\r\n");
        headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
        request.append("Host: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        return checked(method, prefix + rawPath, exchange(request.toString()));
    }

    private static Answer checked(String method, String path, Answer answer) {
        Document.published().check(method, path, answer);
        return answer;
    }

    private Answer exchange(String request) {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(Math.toIntExact(WAIT_MAX.toMillis()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return parsed(socket.getInputStream().readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Answer parsed(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        var lines = text.substring(0, end).split("\r\n");
        var headers = new HashMap<String, List<String>>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            var name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
            headers.put(name, List.of(lines[i].substring(colon + 1).strip()));
        }
        int status = Integer.parseInt(lines[0].split(" ")[1]);
        return new Answer(status, headers, Arrays.copyOfRange(bytes, end + 4, bytes.length));
    }

    private static byte[] json(Object body) {
        if (body instanceof String text) return text.getBytes(StandardCharsets.UTF_8);
        try {
            return Document.JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
