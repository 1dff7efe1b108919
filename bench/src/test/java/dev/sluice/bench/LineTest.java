package dev.sluice.bench;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LineTest {
    /// A row of figures as a run writes it: name, what, rate, and columns that do not matter here.
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (\\S+) +\\| (.+?) +\\| +[0-9,]+ \\|(?:[^|\n]*\\|){4}$");

    @Test
    void each_line_has_a_name_of_its_own_in_kebab_case() {
        for (var line : Line.values()) {
            assertTrue(line.label().matches("[a-z]{2,}(-[a-z]+)*"), line.label());
        }
        assertEquals(
                Line.values().length, Stream.of(Line.values()).map(Line::label).distinct().count());
    }

    @Test
    void the_tables_on_the_page_name_lines_as_a_run_does() throws Exception {
        var lines = Stream.of(Line.values()).collect(toMap(Line::label, Line::what));
        var page = Files.readString(Path.of("..", "docs", "performance.md"));
        var rows = ROW.matcher(page).results().toList();

        assertFalse(rows.isEmpty());
        for (var row : rows) assertEquals(lines.get(row.group(1)), row.group(2), row.group());
    }
}
