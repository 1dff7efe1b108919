package dev.sluice.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.sale.Money;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Writes a JSON object field by field. Money and instants have the forms that `openapi.yaml` calls
/// `Money` and `Instant`.
public final class JsonOut {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private JsonOut(JsonGenerator json) {
        this.json = json;
    }

    /// The UTF-8 bytes of an object with the fields that the consumer writes.
    public static byte[] object(Consumer<JsonOut> fields) {
        var bytes = new ByteArrayOutputStream(256);
        try (var json = FACTORY.createGenerator(bytes)) {
            var out = new JsonOut(json);
            json.writeStartObject();
            fields.accept(out);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /// A value whose text is meant: an id, an enum constant, a string.
    public JsonOut text(String name, Object value) {
        return write(() -> json.writeStringField(name, value.toString()));
    }

    public JsonOut number(String name, long value) {
        return write(() -> json.writeNumberField(name, value));
    }

    public JsonOut decimal(String name, double value) {
        return write(() -> json.writeNumberField(name, value));
    }

    public JsonOut flag(String name, boolean value) {
        return write(() -> json.writeBooleanField(name, value));
    }

    /// RFC 3339 in UTC.
    public JsonOut instant(String name, Instant value) {
        return text(name, value);
    }

    public JsonOut money(String name, Money value) {
        return object(
                name,
                money -> money.number("amount", value.amount()).text("currency", value.currency()));
    }

    /// Writes the field if there is a value, and leaves it out otherwise.
    public <T> JsonOut present(Optional<T> value, BiConsumer<JsonOut, T> field) {
        value.ifPresent(v -> field.accept(this, v));
        return this;
    }

    public JsonOut object(String name, Consumer<JsonOut> fields) {
        write(() -> json.writeObjectFieldStart(name));
        fields.accept(this);
        return write(json::writeEndObject);
    }

    /// A list of objects.
    public <T> JsonOut list(String name, Iterable<T> entries, BiConsumer<JsonOut, T> fields) {
        write(() -> json.writeArrayFieldStart(name));
        for (var entry : entries) {
            write(json::writeStartObject);
            fields.accept(this, entry);
            write(json::writeEndObject);
        }
        return write(json::writeEndArray);
    }

    /// A list of texts.
    public JsonOut texts(String name, Iterable<?> entries) {
        write(() -> json.writeArrayFieldStart(name));
        for (var entry : entries) write(() -> json.writeString(entry.toString()));
        return write(json::writeEndArray);
    }

    private interface Step {
        void run() throws IOException;
    }

    private JsonOut write(Step step) {
        try {
            step.run();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
