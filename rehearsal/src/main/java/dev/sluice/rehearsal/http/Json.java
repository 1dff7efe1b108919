package dev.sluice.rehearsal.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads answers: objects as maps, arrays as lists, and everything else as the text it has.
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /// The object in a text; an empty one when the text is no JSON object.
    public static Map<String, Object> object(byte[] text) {
        try (var parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) return Map.of();
            return object(parser);
        } catch (IOException notJson) {
            return Map.of();
        }
    }

    /// The text of a field; empty when there is none.
    public static String text(Map<String, Object> object, String field) {
        return object.get(field) instanceof String text ? text : "";
    }

    /// The objects of a field that is an array.
    @SuppressWarnings("unchecked") // Objects are made below, with texts as keys.
    public static List<Map<String, Object>> objects(Map<String, Object> object, String field) {
        var found = new ArrayList<Map<String, Object>>();
        if (object.get(field) instanceof List<?> items) {
            for (var item : items) {
                if (item instanceof Map<?, ?> map) found.add((Map<String, Object>) map);
            }
        }
        return found;
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        var fields = new HashMap<String, Object>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static Object value(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) return object(parser);
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            var text = parser.getText();
            return text == null ? "" : text;
        }
        var items = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == null) throw new IOException("ends in mid-array");
            items.add(value(parser));
        }
        return items;
    }
}
