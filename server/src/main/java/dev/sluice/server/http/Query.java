package dev.sluice.server.http;

import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Strict reading of a query string, in the manner of [Fields]: each name at most once, each value
/// as it must be. Names that nobody looks for are passed over, since caches and links add such.
public final class Query {

    private static final int VALUE_MAX = 1_000;

    private final Map<String, String> values;

    private Query(Map<String, String> values) {
        this.values = values;
    }

    /// @param text what follows the question mark; null when there is none
    public static Query of(String text, String... known) {
        var values = new HashMap<String, String>();
        if (text == null || text.isEmpty()) return new Query(values);
        var names = Set.of(known);
        for (var pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            var name = Percent.decodeQuery(equals < 0 ? pair : pair.substring(0, equals));
            if (name == null) throw Problem.invalid("query", Flaw.NOT_DECODABLE);
            if (!names.contains(name)) continue;
            var value = equals < 0 ? "" : Percent.decodeQuery(pair.substring(equals + 1));
            if (value == null) throw Problem.invalid(name, Flaw.NOT_DECODABLE);
            if (value.length() > VALUE_MAX) {
                throw Problem.invalid(name, Flaw.BAD_LENGTH, 0, VALUE_MAX);
            }
            if (values.put(name, value) != null) throw Problem.invalid(name, Flaw.TWICE);
        }
        return new Query(values);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public long integer(String name, long min, long max, long otherwise) {
        var text = values.get(name);
        if (text == null) return otherwise;
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException bad) {
            throw Problem.invalid(name, Flaw.NOT_INTEGER);
        }
        if (value < min || value > max) throw Problem.invalid(name, Flaw.OUT_OF_RANGE, min, max);
        return value;
    }

    public <T> Optional<T> id(String name, Function<String, Optional<T>> parse) {
        return text(name)
                .map(t -> parse.apply(t).orElseThrow(() -> Problem.invalid(name, Flaw.NOT_ID)));
    }

    /// One of the constants of an enum; clients write them in lower case.
    public <E extends Enum<E>> Optional<E> oneOf(String name, Class<E> type) {
        return text(name)
                .map(t -> Fields.constant(type, t).orElseThrow(() -> notOneOf(name, type)));
    }

    private static <E extends Enum<E>> Problem notOneOf(String name, Class<E> type) {
        return Problem.invalid(name, Flaw.NOT_ONE_OF, Fields.namesOf(type));
    }
}
