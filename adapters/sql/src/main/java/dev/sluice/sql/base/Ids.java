package dev.sluice.sql.base;

import java.util.function.ToLongFunction;

/// Many ids as one value of a statement, which takes them apart with `json_each`.
public final class Ids {

    private Ids() {}

    public static <T> String json(Iterable<T> things, ToLongFunction<T> id) {
        var json = new StringBuilder("[");
        for (var thing : things) {
            if (json.length() > 1) json.append(',');
            json.append(id.applyAsLong(thing));
        }
        return json.append(']').toString();
    }
}
