package dev.sluice.server.http;

import dev.sluice.server.json.JsonOut;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A complete answer: status, headers and ready bytes. Immutable, so that one reply can be sent to
/// any number of requests, from any event loop, without being made again.
public final class Reply {

    public static final String JSON = "application/json";
    public static final String PROBLEM = "application/problem+json";
    public static final String HTML = "text/html; charset=utf-8";
    public static final String TEXT = "text/plain; charset=utf-8";

    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    private static final CharSequence CONTENT_TYPE_OPTIONS =
            HttpHeaders.createOptimized("x-content-type-options");
    private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence REFERRER_POLICY =
            HttpHeaders.createOptimized("referrer-policy");
    private static final CharSequence NO_REFERRER = HttpHeaders.createOptimized("no-referrer");

    /// What is handed to a connection at a time. All that was handed over and is not read yet is
    /// copied outside the heap, of which there is little, for each connection that does not read.
    private static final int PIECE_MAX = 32 * 1024;

    private final int status;

    /// Names and values by turns.
    private final CharSequence[] headers;

    private final Buffer body;

    private Reply(int status, CharSequence[] headers, Buffer body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    public static Reply json(int status, Consumer<JsonOut> fields) {
        return bytes(status, JSON, JsonOut.object(fields));
    }

    public static Reply text(int status, String contentType, String text) {
        return bytes(status, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply bytes(int status, String contentType, byte[] bytes) {
        var headers =
                new CharSequence[] {
                    HttpHeaders.CONTENT_TYPE,
                    HttpHeaders.createOptimized(contentType),
                    HttpHeaders.CONTENT_LENGTH,
                    HttpHeaders.createOptimized("" + bytes.length),
                    HttpHeaders.CACHE_CONTROL,
                    NO_STORE,
                    CONTENT_TYPE_OPTIONS,
                    NOSNIFF,
                    REFERRER_POLICY,
                    NO_REFERRER
                };
        return new Reply(status, headers, Buffer.buffer(bytes));
    }

    /// An answer without a body: 204, 304 or a redirect.
    public static Reply empty(int status) {
        var headers =
                new CharSequence[] {
                    HttpHeaders.CACHE_CONTROL,
                    NO_STORE,
                    CONTENT_TYPE_OPTIONS,
                    NOSNIFF,
                    REFERRER_POLICY,
                    NO_REFERRER
                };
        return new Reply(status, headers, null);
    }

    /// The same reply with this header instead of the one it may have.
    public Reply with(CharSequence name, String value) {
        var optimized = HttpHeaders.createOptimized(value);
        for (int i = 0; i < headers.length; i += 2) {
            if (name.toString().equalsIgnoreCase(headers[i].toString())) {
                var changed = headers.clone();
                changed[i + 1] = optimized;
                return new Reply(status, changed, body);
            }
        }
        return filled(body, name, optimized);
    }

    /// The header of this name, if there is one.
    public Optional<String> header(CharSequence name) {
        for (int i = 0; i < headers.length; i += 2) {
            if (name.toString().equalsIgnoreCase(headers[i].toString())) {
                return Optional.of(headers[i + 1].toString());
            }
        }
        return Optional.empty();
    }

    /// 304: what the client has is still what this reply would tell it.
    public Reply notModified() {
        var reply = empty(304);
        for (var name : List.of(HttpHeaders.ETAG, HttpHeaders.CACHE_CONTROL)) {
            var value = header(name);
            if (value.isPresent()) reply = reply.with(name, value.get());
        }
        return reply;
    }

    /// The same reply with one more `Set-Cookie`.
    public Reply withCookie(String cookie) {
        return filled(body, HttpHeaders.SET_COOKIE, HttpHeaders.createOptimized(cookie));
    }

    /// The same reply with another body of the same length and one more header.
    public Reply filled(Buffer body, CharSequence name, CharSequence value) {
        var more = Arrays.copyOf(headers, headers.length + 2);
        more[headers.length] = name;
        more[headers.length + 1] = value;
        return new Reply(status, more, body);
    }

    int status() {
        return status;
    }

    /// The body's bytes; empty when there is no body.
    public byte[] body() {
        return body == null ? new byte[0] : body.getBytes();
    }

    /// Sends the reply, on the request's event loop, unless an answer has been begun already. A
    /// client that has gone away is not an error.
    void send(HttpServerRequest request) {
        var response = request.response();
        if (response.headWritten() || response.ended() || response.closed()) return;
        response.setStatusCode(status);
        var target = response.headers();
        for (int i = 0; i < headers.length; i += 2) target.add(headers[i], headers[i + 1]);
        if (body == null || request.method() == HttpMethod.HEAD) response.end();
        else send(response, body);
    }

    /// Pieces that a connection has no room for wait as views of the one body.
    private static void send(HttpServerResponse response, Buffer body) {
        int from = 0;
        for (; body.length() - from > PIECE_MAX; from += PIECE_MAX) {
            response.write(body.slice(from, from + PIECE_MAX));
        }
        response.end(from == 0 ? body : body.slice(from, body.length()));
    }
}
