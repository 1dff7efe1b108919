package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.config.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds pages to the code: the tables of settings and of limits in `docs/settings.md`, and the
/// tour in the README.
class ReadmeTest {

    private static final String README = "README.md";
    private static final String SETTINGS = "docs/settings.md";
    private static final String LIMITS_PREFIX = "sluice.limits.";

    /// The limits have a table of their own, so one row stands for all of them.
    private static final String LIMITS_ROW =
            "| `sluice.limits.GROUP.SCOPE` | `SLUICE_LIMITS_GROUP_SCOPE` | | see [Limits](#limits)"
                    + " | How often a group of routes may be called per `buyer`, `address`, `node`"
                    + " or `phone`. |\n";

    @TempDir Path folder;

    @Test
    void the_table_of_settings_is_what_the_code_says() throws IOException {
        var expected = table();

        assertEquals(
                expected,
                between(SETTINGS, "<!-- settings -->\n", "<!-- /settings -->"),
                () -> "Put this between the marks in " + SETTINGS + ":\n\n" + expected + "\n");
    }

    @Test
    void the_table_of_limits_is_what_the_code_says() throws IOException {
        var expected = limits();

        assertEquals(
                expected,
                between(SETTINGS, "<!-- limits -->\n", "<!-- /limits -->"),
                () -> "Put this between the marks in " + SETTINGS + ":\n\n" + expected + "\n");
    }

    @Test
    void the_tour_sells_a_lamp_and_the_books_balance() throws Exception {
        var key = Files.writeString(folder.resolve("key"), ServerApart.KEY + "\n");
        try (var server = ServerApart.start(folder.resolve("data"), "--port", "0")) {
            var tour =
                    between(README, "<!-- tour -->\n```bash\n", "```\n<!-- /tour -->")
                            .replace("http://localhost:8080", "http://localhost:" + server.port())
                            .replace("data/operator-key", key.toString());

            var output = bash(tour);

            assertTrue(output.contains("\"status\":\"WON\""), output);
            assertTrue(output.contains("\"status\":\"PAID\""), output);
            assertTrue(output.contains("\"balanced\":true"), output);
        }
    }

    private static String table() {
        var rows =
                Setting.ALL.stream()
                        .filter(setting -> !setting.name().startsWith(LIMITS_PREFIX))
                        .map(ReadmeTest::row)
                        .collect(Collectors.joining());
        return """
        | setting | environment variable | option | default | meaning |
        | --- | --- | --- | --- | --- |
        """
                + rows
                + LIMITS_ROW;
    }

    private static String row(Setting setting) {
        var cells =
                List.of(
                        code(List.of(setting.name())),
                        code(setting.variables()),
                        code(List.of(setting.option())),
                        code(List.of(setting.standard())),
                        setting.meaning());
        return cells.stream()
                .map(cell -> cell.isEmpty() ? "|" : "| " + cell)
                .collect(Collectors.joining(" ", "", " |\n"));
    }

    /// A row for each group, with the rates of its scopes in the order of the code.
    private static String limits() {
        var scopes = new LinkedHashSet<String>();
        var groups = new LinkedHashMap<String, List<String>>();
        for (var setting : Setting.ALL) {
            if (!setting.name().startsWith(LIMITS_PREFIX)) continue;
            var key = setting.name().substring(LIMITS_PREFIX.length());
            int dot = key.indexOf('.');
            scopes.add(key.substring(dot + 1));
            groups.computeIfAbsent(key.substring(0, dot), group -> new ArrayList<>())
                    .add(code(List.of(setting.standard())));
        }
        var rows = new StringBuilder("| group | " + String.join(" | ", scopes) + " |\n");
        rows.append("| ---").append(" | ---".repeat(scopes.size())).append(" |\n");
        groups.forEach((group, rates) -> {
            var cells = String.join(" | ", rates);
            rows.append("| `%s` | %s |\n".formatted(group, cells));
        });
        return rows.toString();
    }

    private static String code(List<String> words) {
        return words.stream()
                .filter(word -> !word.isEmpty())
                .map(word -> "`" + word + "`")
                .collect(Collectors.joining(", "));
    }

    /// What a shell prints that is given this to do.
    private static String bash(String script) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true);
        builder.environment().put("no_proxy", "localhost");
        var shell = builder.start();
        try {
            // It prints less than a pipe holds, so it need not be read meanwhile.
            assertTrue(shell.waitFor(1, TimeUnit.MINUTES), "The tour takes more than a minute.");
            var output = shell.getInputStream().readAllBytes();
            return new String(output, StandardCharsets.UTF_8);
        } finally {
            shell.destroyForcibly();
        }
    }

    private static String between(String page, String start, String end) throws IOException {
        var text = Files.readString(root().resolve(page));
        int from = text.indexOf(start);
        int to = text.indexOf(end, from);
        assertTrue(from >= 0 && to > from, () -> page + " has no part between " + start + end);
        return text.substring(from + start.length(), to);
    }

    private static Path root() {
        var at = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(at.resolve("sluice"))) at = at.getParent();
        return at;
    }
}
