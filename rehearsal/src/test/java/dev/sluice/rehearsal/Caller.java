package dev.sluice.rehearsal;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Calls a Sluice in plain blocking style, for tests. Safe for all threads.
///
/// @param token the session or the operator key; empty for nobody's
record Caller(HttpClient http, URI base, String token) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// @param code the stable code of a refusal; empty for a success
    /// @param body empty when the answer is no JSON
    record Answer(int status, String code, JsonObject body, HttpResponse<String> response) {

        /// As a rehearsal counts answers.
        String kind() {
            return code.isEmpty() ? "" + status : status + " " + code;
        }

        String text(String field) {
            return body.getString(field, "");
        }
    }

    static Caller of(URI base, String token) {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new Caller(http, base, token);
    }

    Caller as(String other) {
        return new Caller(http, base, other);
    }

    Answer get(String path) {
        return send(request(path).GET().build());
    }

    Answer post(String path, JsonObject body) {
        return post(path, body.encode());
    }

    Answer post(String path, String body) {
        return send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        var builder = HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
        return token.isEmpty() ? builder : builder.header("Authorization", "Bearer " + token);
    }

    private Answer send(HttpRequest request) {
        try {
            var response = http.send(request, BodyHandlers.ofString());
            var type = response.headers().firstValue("Content-Type").orElse("");
            var body = type.contains("json") ? new JsonObject(response.body()) : new JsonObject();
            return new Answer(response.statusCode(), body.getString("code", ""), body, response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
