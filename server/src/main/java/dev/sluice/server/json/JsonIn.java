package dev.sluice.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads JSON from a stranger: an object, nothing after it, no name twice, limited depth, strict
/// UTF-8. The values are String, Long, Boolean, Map, List, [#NULL] and [#OTHER_NUMBER].
public final class JsonIn {

    /// What a JSON `null` becomes: never a value that a field may have.
    static final Object NULL = new Object();

    /// A number that is not an integer of 64 bits.
    static final Object OTHER_NUMBER = new Object();

    private static final int DEPTH_MAX = 16;
    private static final JsonFactory FACTORY = factory();

    private JsonIn() {}

    public static Map<String, Object> object(byte[] bytes) {
        try (var json = FACTORY.createParser(text(bytes))) {
            if (json.nextToken() != JsonToken.START_OBJECT) throw notJson();
            var object = readObject(json, Place.TOP);
            if (json.nextToken() != null) throw notJson();
            return object;
        } catch (StreamConstraintsException tooDeep) {
            throw Problem.invalid("body", Flaw.TOO_DEEP);
        } catch (JsonProcessingException | CharacterCodingException bad) {
            throw notJson();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Decoded by itself, since the parser would guess at UTF-16 and let some malformed UTF-8 pass.
    private static String text(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    /// Where a value stands. What that is called is put together when it has to be said: a name may
    /// be as long as a body, and a list have as many values.
    ///
    /// @param step a name, or the number of a value in its list
    private record Place(Place outer, Object step) {

        static final Place TOP = new Place(null, "");

        @Override
        public String toString() {
            if (step instanceof Integer index) return outer + "[" + index + "]";
            return outer == TOP || this == TOP ? "" + step : outer + "." + step;
        }
    }

    private static Map<String, Object> readObject(JsonParser json, Place place) throws IOException {
        var object = new LinkedHashMap<String, Object>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            var name = json.currentName();
            var field = new Place(place, name);
            json.nextToken();
            var value = readValue(json, field);
            if (object.put(name, value) != null) throw Problem.invalid("" + field, Flaw.TWICE);
        }
        return object;
    }

    private static List<Object> readList(JsonParser json, Place place) throws IOException {
        var list = new ArrayList<Object>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            list.add(readValue(json, new Place(place, list.size())));
        }
        return list;
    }

    private static Object readValue(JsonParser json, Place place) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> readObject(json, place);
            case START_ARRAY -> readList(json, place);
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> NULL;
            case VALUE_NUMBER_INT -> {
                var type = json.getNumberType();
                boolean fits =
                        type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG;
                yield fits ? (Object) json.getLongValue() : OTHER_NUMBER;
            }
            case VALUE_NUMBER_FLOAT -> OTHER_NUMBER;
            case null, default -> throw notJson();
        };
    }

    private static Problem notJson() {
        return Problem.invalid("body", Flaw.NOT_JSON);
    }

    /// Names are not kept from one body to the next: a stranger who sends a new long one each time
    /// would fill the heap with them. How long a name or a number may be is for the body's own
    /// limit and for [Fields], which say so by the field's name; digits are never made a number
    /// here that are too many for a long.
    private static JsonFactory factory() {
        var constraints =
                StreamReadConstraints.builder()
                        .maxNestingDepth(DEPTH_MAX)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .build();
        return JsonFactory.builder()
                .streamReadConstraints(constraints)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }
}
