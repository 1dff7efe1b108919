package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String TIME = "{\"now\":\"2026-01-01T00:00:00Z\"}";

    @TempDir Path folder;
    private CannedNode node;

    /// How the command ended.
    private record Ended(int exit, String out, String err) {}

    @BeforeEach
    void open() throws IOException {
        node = new CannedNode();
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void help_is_shown() {
        var ended = rehearse("--buyers", "nonsense", "--help");

        assertEquals(0, ended.exit());
        assertEquals(Options.HELP, ended.out());
    }

    @Test
    void an_address_where_nothing_answers_is_one_line() {
        node.close();

        refused("No answer from " + node.address(), rehearseThere());
    }

    @Test
    void a_wrong_key_is_one_line() {
        node.says("GET /time", 200, TIME)
                .says("GET /admin/switches", 401, "{\"code\":\"NO_OPERATOR\"}");

        refused("does not know this operator key. Check --key", rehearseThere());
    }

    @Test
    void a_sluice_without_rehearsals_is_one_line() {
        node.says("GET /time", 200, TIME).says("GET /admin/switches", 200, "{}");

        refused("Start it with --rehearsal.", rehearseThere());
    }

    @Test
    void a_malformed_scenario_is_one_line_with_line_and_field() throws IOException {
        var file = folder.resolve("mine.scenario");
        Files.writeString(file, "\nbuyers = many\n");

        var ended = rehearse("--scenario", file.toString());

        refused("mine.scenario, line 2, buyers: must be a number from 1 to 1000000", ended);
    }

    @Test
    void a_bad_option_is_one_line() {
        refused("--buyers must be a number", rehearse("--buyers", "0"));
    }

    @Test
    void a_report_that_could_not_be_written_is_refused_before_anybody_comes() throws IOException {
        var file = Files.writeString(folder.resolve("taken"), "");

        var ended = rehearse("--report", file.toString());

        refused("--report must be a folder that can be written, was \"", ended);
    }

    @Test
    void the_seed_and_the_scenario_are_printed_first() {
        var report = folder.toString();

        var ended = rehearse("--seed", "17", "--buyers", "1234", "--report", report);

        assertTrue(ended.out().startsWith("Rehearsal typical, seed 17\n"), ended.out());
        assertTrue(ended.out().contains("1,234 buyers arrive within 2s (spike)"), ended.out());
    }

    private Ended rehearseThere() {
        var url = node.address().toString();
        return rehearse("--url", url, "--key", "a-key", "--report", folder.toString());
    }

    private static Ended rehearse(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exit =
                Main.run(
                        List.of(arguments),
                        Map.of(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Ended(
                exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static void refused(String what, Ended ended) {
        assertEquals(2, ended.exit());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().startsWith("sluice rehearse: "), ended.err());
        assertTrue(ended.err().contains(what), ended.err());
        assertEquals("", ended.out());
    }
}
