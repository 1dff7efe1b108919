package dev.sluice.sql.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A migration script, taken apart into its statements. Statements that only a shared database
/// needs have a comment above them that begins with `-- shared:`.
///
/// @param definitions what creates tables and indexes
/// @param changes what puts rows into them
public record Script(List<String> definitions, List<String> changes) {

    private static final String SHARED = "-- shared:";

    public static Script read(String name, boolean shared) {
        var definitions = new ArrayList<String>();
        var changes = new ArrayList<String>();
        for (var part : text(name).split(";\\s*(\n|$)")) {
            if (part.contains(SHARED) && !shared) continue;
            var statement = part.replaceAll("(?m)^--.*$", "").strip();
            if (statement.isEmpty()) continue;
            (statement.startsWith("create ") ? definitions : changes).add(statement);
        }
        return new Script(definitions, changes);
    }

    private static String text(String name) {
        try (var in = Script.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("missing in the jar: " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
