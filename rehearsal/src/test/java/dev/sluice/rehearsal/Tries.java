package dev.sluice.rehearsal;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;

/// Notes each rehearsal that did not show what it was to show and is played again. `./sluice test`
/// prints the notes at its end, so that what fails in two of three tries is not green without a
/// word. They are beside the reports of the tests, and forgotten with them.
final class Tries {

    private static final Path NOTES = Path.of("target", "surefire-reports", "tries.txt");
    private static final int WHY_MAX = 300;

    private Tries() {}

    /// @param what was rehearsed
    /// @param tries how often by now
    /// @param why the last of them does not count
    static void again(Class<?> test, String what, int tries, String why) {
        note(NOTES, line(test.getSimpleName(), what, tries, why));
    }

    static String line(String test, String what, int tries, String why) {
        var oneLine = why.strip().replaceAll("\\s+", " ");
        var shown = oneLine.substring(0, Math.min(oneLine.length(), WHY_MAX));
        return "%s: %s, try %d: %s".formatted(test, what, tries, shown);
    }

    static void note(Path notes, String line) {
        try {
            Files.createDirectories(notes.getParent());
            var append = StandardOpenOption.APPEND;
            Files.writeString(notes, line + "\n", StandardOpenOption.CREATE, append);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The promises that were not kept, by a report.
    static String broken(JsonObject report) {
        var broken =
                report.getJsonObject("verdict").getJsonArray("findings").stream()
                        .map(JsonObject.class::cast)
                        .filter(finding -> !finding.getBoolean("holds"))
                        .map(finding -> "not: " + finding.getString("promise"))
                        .collect(Collectors.joining("; "));
        return broken.isEmpty() ? "it showed too little" : broken;
    }
}
