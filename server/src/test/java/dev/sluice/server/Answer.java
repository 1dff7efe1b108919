package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.server.json.Code;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the server answered.
///
/// @param headers by their names in lower case
public record Answer(int status, Map<String, List<String>> headers, byte[] bytes) {

    public String body() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public Optional<String> header(String name) {
        var values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null ? Optional.empty() : Optional.of(values.getFirst());
    }

    /// The content type without its parameters; empty when there is none.
    public String contentType() {
        var type = header("content-type").orElse("");
        return (type.contains(";") ? type.substring(0, type.indexOf(';')) : type).strip();
    }

    public JsonNode json() {
        try {
            return Document.JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            return fail("not JSON: " + this);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    /// A field as text; `price/amount` goes down.
    public String text(String path) {
        return field(path).asText();
    }

    public long number(String path) {
        return field(path).asLong();
    }

    private JsonNode field(String path) {
        var node = json().at("/" + path);
        return node.isMissingNode() ? fail("no " + path + " in " + this) : node;
    }

    /// Fails unless the status is this one.
    public Answer is(int expected) {
        assertEquals(expected, status, this::toString);
        return this;
    }

    /// Fails unless this is that problem.
    public Answer is(Code code) {
        assertEquals(code.status(), status, this::toString);
        assertEquals(code.name(), text("code"), this::toString);
        return this;
    }

    /// Fails unless this is INVALID because of that field.
    public Answer isInvalid(String field) {
        is(Code.INVALID);
        assertEquals(field, text("field"), this::toString);
        return this;
    }

    @Override
    public String toString() {
        var shown = body().length() > 500 ? body().substring(0, 500) + "..." : body();
        return status + " " + contentType() + " " + shown;
    }
}
