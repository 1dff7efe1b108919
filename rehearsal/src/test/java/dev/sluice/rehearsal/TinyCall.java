package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Refusal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// A request to a [TinySluice]: what came with it, and the ways to answer it.
///
/// @param ids the ids in its path, in order
record TinyCall(HttpServerRequest request, List<String> ids, Buffer bytes) {

    private static final int BODY_MAX = 65_536;

    static Refusal invalid(String field) {
        return new Refusal(400, "INVALID", field);
    }

    /// What follows `Bearer`, or null.
    String bearer() {
        var header = request.getHeader("Authorization");
        return header != null && header.startsWith("Bearer ") ? header.substring(7) : null;
    }

    /// The body, which has all of the required fields and none but these and the optional ones.
    JsonObject body(Set<String> required, Set<String> optional) {
        if (bytes.length() == 0 || bytes.length() > BODY_MAX) throw invalid("body");
        JsonObject body;
        try {
            body = new JsonObject(bytes);
        } catch (DecodeException | ClassCastException garbage) {
            throw invalid("body");
        }
        for (var field : body.fieldNames()) {
            if (!required.contains(field) && !optional.contains(field)) throw invalid(field);
        }
        for (var field : required) {
            if (body.getValue(field) == null) throw invalid(field);
        }
        return body;
    }

    JsonObject body(String... required) {
        return body(Set.of(required), Set.of());
    }

    void noBody() {
        if (bytes.length() > 0) body(Set.of(), Set.of());
    }

    static String text(JsonObject body, String field) {
        if (body.getValue(field) instanceof String text) return text;
        throw invalid(field);
    }

    static long integer(JsonObject body, String field, long max) {
        var value = body.getValue(field);
        if (!(value instanceof Integer) && !(value instanceof Long)) throw invalid(field);
        long number = ((Number) value).longValue();
        if (number < 1 || number > max) throw invalid(field);
        return number;
    }

    /// A number in the query, from 1 on.
    OptionalLong number(String name, long max) {
        var text = request.getParam(name);
        if (text == null) return OptionalLong.empty();
        if (!text.matches("[0-9]{1,18}")) throw invalid(name);
        long number = Long.parseLong(text);
        if (number < 1 || number > max) throw invalid(name);
        return OptionalLong.of(number);
    }

    void answer(int status, JsonObject json) {
        answer(status, "application/json", json.toBuffer());
    }

    void answer(int status, String type, Buffer bytes) {
        var response = request.response();
        if (response.ended() || response.closed()) return;
        response.setStatusCode(status)
                .putHeader("Content-Type", type)
                .putHeader("Cache-Control", "no-store")
                .end(bytes);
    }

    void refuse(Refusal refusal) {
        if (refusal.status == 429 || refusal.status == 503) {
            request.response().putHeader("Retry-After", "1");
        }
        answer(refusal.status, "application/problem+json", problem(refusal).toBuffer());
    }

    private static JsonObject problem(Refusal refusal) {
        var problem =
                new JsonObject()
                        .put("type", "/docs/problems#" + refusal.code)
                        .put("title", refusal.code)
                        .put("status", refusal.status)
                        .put("detail", "Refused: " + refusal.code)
                        .put("code", refusal.code);
        if (refusal.field != null) problem.put("field", refusal.field);
        return problem;
    }
}
