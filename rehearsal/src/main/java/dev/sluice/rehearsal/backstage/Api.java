package dev.sluice.rehearsal.backstage;

import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.Values;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// An operator's calls to the nodes of a Sluice, each within a bounded time. Safe for all threads.
public final class Api implements AutoCloseable {
    static final Duration CALL_MAX = Duration.ofSeconds(10);

    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
    private static final Duration RETRY_MAX = Duration.ofSeconds(30);
    private static final Duration RETRY_EVERY = Duration.ofMillis(100);
    private static final String ROOT = "/api/v1";

    /// @param path below `/api/v1`
    /// @param body JSON, empty for none
    /// @param key makes it safe to repeat; empty for none
    record Request(String method, String path, String body, Duration longest, String key) {
        Request(String method, String path, String body, Duration longest) {
            this(method, path, body, longest, "");
        }

        /// The same call, which counts once however often it is made.
        Request once(String key) {
            return new Request(method, path, body, longest, key);
        }

        static Request get(String path) {
            return new Request("GET", path, "", CALL_MAX);
        }

        static Request post(String path, JsonObject body) {
            return new Request("POST", path, body.encode(), CALL_MAX);
        }
    }

    record Reply(Request request, URI node, int status, String body) {
        boolean isGood() {
            return status / 100 == 2;
        }

        /// Whether the same call may do better later.
        boolean isPassing() {
            return status == 429 || status == 502 || status == 503 || status == 504;
        }

        /// The body, of an answer that has to be good.
        JsonObject json() {
            if (!isGood()) throw unexpected();
            return anyJson();
        }

        String code() {
            return isGood() ? "" : anyJson().getString("code", "");
        }

        RehearsalFailure unexpected() {
            return new RehearsalFailure(
                    "%s %s at %s answered %d %s"
                            .formatted(
                                    request.method(),
                                    ROOT + request.path(),
                                    node,
                                    status,
                                    Values.quoted(body)));
        }

        private JsonObject anyJson() {
            try {
                return new JsonObject(body);
            } catch (DecodeException e) {
                throw unexpected();
            }
        }
    }

    private final List<URI> nodes;
    private final String key;
    private final InstantSource clock;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_MAX)
                    .build();

    /// @param nodes at least one
    public Api(List<URI> nodes, String key, InstantSource clock) {
        this.nodes = nodes;
        this.key = key;
        this.clock = clock;
    }

    List<URI> nodes() {
        return nodes;
    }

    /// One call to one node. No answer is an `IOException`.
    Reply ask(URI node, Request request) throws IOException, InterruptedException {
        var built =
                HttpRequest.newBuilder(URI.create(node + ROOT + request.path()))
                        .timeout(request.longest())
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .method(request.method(), BodyPublishers.ofString(request.body()));
        if (!request.key().isEmpty()) built.header("Idempotency-Key", request.key());
        HttpResponse<String> response = client.send(built.build(), BodyHandlers.ofString());
        return new Reply(request, node, response.statusCode(), response.body());
    }

    /// One call that is made once only, to the first node. No answer ends the rehearsal.
    Reply once(Request request) throws InterruptedException {
        try {
            return ask(nodes.getFirst(), request);
        } catch (IOException e) {
            throw noAnswer(nodes.getFirst(), e);
        }
    }

    /// A call that may be made any number of times: it is, on one node after the other, until it is
    /// answered for good, since a node may be starting again at present.
    Reply patiently(Request request) throws InterruptedException {
        var giveUp = clock.instant().plus(RETRY_MAX);
        for (int attempt = 0; ; attempt++) {
            var node = nodes.get(attempt % nodes.size());
            boolean isLast = clock.instant().isAfter(giveUp);
            try {
                var answer = ask(node, request);
                if (!answer.isPassing() || isLast) return answer;
            } catch (IOException e) {
                if (isLast) throw noAnswer(node, e);
            }
            LockSupport.parkNanos(RETRY_EVERY.toNanos());
            if (Thread.interrupted()) throw new InterruptedException();
        }
    }

    static RehearsalFailure noAnswer(URI node, IOException e) {
        var why = e.getMessage() == null ? "" : " (" + e.getMessage() + ")";
        return new RehearsalFailure(
                "No answer from %s%s. Check --url, and that Sluice runs there."
                        .formatted(node, why),
                e);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
