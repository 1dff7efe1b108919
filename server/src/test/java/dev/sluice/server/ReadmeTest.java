package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.config.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds the README to the code: its table of settings, and its tour.
class ReadmeTest {

    private static final String LIMITS_PREFIX = "sluice.limits.";

    /// The limits have a table of their own, in the code, so here one row stands for all of them.
    private static final String LIMITS_ROW =
            "| `sluice.limits.GROUP.SCOPE` | `SLUICE_LIMITS_GROUP_SCOPE` | | see"
                    + " [`Limits`](server/src/main/java/dev/sluice/server/Limits.java) | Calls of a"
                    + " group of routes per `buyer`, `address`, `node` or `phone` as rate/burst:"
                    + " `10/20` in a second, `30m/60` in a minute, `9h/3` in an hour,"
                    + " or `off`. |\n";

    @TempDir Path folder;

    @Test
    void the_table_of_settings_is_what_the_code_says() throws IOException {
        var expected = table();

        assertEquals(
                expected,
                between("<!-- settings -->\n", "<!-- /settings -->"),
                () -> "Put this between the marks in README.md:\n\n" + expected + "\n");
    }

    @Test
    void the_tour_sells_a_lamp_and_the_books_balance() throws Exception {
        var key = Files.writeString(folder.resolve("key"), ServerProcess.KEY + "\n");
        try (var server = ServerProcess.start(folder.resolve("data"), "--port", "0")) {
            var tour =
                    between("<!-- tour -->\n```bash\n", "```\n<!-- /tour -->")
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

    private static String between(String start, String end) throws IOException {
        var text = Files.readString(root().resolve("README.md"));
        int from = text.indexOf(start);
        int to = text.indexOf(end, from);
        assertTrue(from >= 0 && to > from, () -> "README.md has no part between " + start + end);
        return text.substring(from + start.length(), to);
    }

    private static Path root() {
        var at = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(at.resolve("sluice"))) at = at.getParent();
        return at;
    }
}
