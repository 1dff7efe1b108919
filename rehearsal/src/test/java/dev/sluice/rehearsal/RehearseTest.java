package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.scenario.Scenarios;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The command from its arguments to its exit, with a private Sluice. A sale that was too short for
/// the machine shows nothing: then it is played again with more time.
@Timeout(1_200)
class RehearseTest {
    private static final String JAR = "sluice.jar";
    private static final int BROKEN = 1;
    private static final int SECONDS_MAX = 90;
    private static final String SERVER_OPTIONS = "sluice.java-options";

    @TempDir Path folder;

    /// How the command ended.
    private record Ended(int exit, String out, String err) {}

    @BeforeAll
    static void giveServer() {
        System.setProperty(JAR, System.getProperty("java.class.path"));
        System.setProperty(
                SERVER_OPTIONS,
                "-ea -XX:TieredStopAtLevel=1 -Xmx512m --enable-native-access=ALL-UNNAMED");
    }

    @AfterAll
    static void takeServer() {
        System.clearProperty(JAR);
        System.clearProperty(SERVER_OPTIONS);
    }

    @Test
    void a_hostile_crowd_breaks_no_promise() throws IOException {
        var report = play("a hostile crowd", 8, RehearseTest::hasSold, _ -> List.of());

        assertEquals(0, report.getInteger("kills"));
        assertEquals(1_500, report.getJsonObject("funnel").getInteger("buyers"));
    }

    /// The sale lasts longer where the server needs longer to come back, and so does each life of
    /// the server, since one that was killed once, or had no time to sell, shows nothing.
    @Test
    void a_server_that_is_killed_again_and_again_breaks_no_promise() throws IOException {
        play(
                "a server that is killed",
                12,
                report -> report.getInteger("kills") >= 2 && hasSold(report),
                lasting -> List.of("--kill-server-every", lasting / 6 + "s"));
    }

    private static boolean hasSold(JsonObject report) {
        return report.getJsonObject("funnel").getInteger("paid") > 0;
    }

    /// Plays a hostile crowd until its sale lasted long enough to show something.
    ///
    /// @param more options of a sale that lasts so many seconds
    /// @return the report, in which every promise was kept
    private JsonObject play(
            String what, int seconds, Predicate<JsonObject> shows, IntFunction<List<String>> more)
            throws IOException {
        int tries = 1;
        for (int lasting = seconds; ; lasting *= 2, tries++) {
            boolean isLast = lasting >= SECONDS_MAX;
            var arguments = new ArrayList<>(List.of("--scenario", quickHostile(lasting)));
            arguments.addAll(List.of("--duration", lasting + "s"));
            arguments.addAll(more.apply(lasting));
            var ended = rehearse(arguments.toArray(String[]::new));
            boolean isExcused = !isLast && ended.exit() == BROKEN && isTooSlow(json());
            var report = isExcused ? json() : assertKept(ended);
            if (!isExcused && shows.test(report)) return report;
            assertFalse(isLast, report::encode);
            Tries.again(RehearseTest.class, what, tries, Tries.broken(report));
        }
    }

    private static boolean isTooSlow(JsonObject report) {
        return Slowness.isAllThatIsWrong(report) && Slowness.isIn(report);
    }

    /// The shipped scenario, with orders that expire while the test has patience: once well before
    /// the close, and when they were sold again after it. How fast it is answered is not judged,
    /// since machine and crowd are one.
    private String quickHostile(int lasting) throws IOException {
        var file = folder.resolve("hostile.scenario");
        var payWithin = "pay-within = " + lasting * 5 / 8 + "s";
        try (var shipped = Scenarios.class.getResourceAsStream("hostile.scenario")) {
            var text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
            var others = text.replaceAll("(?m)^answer-max.*$", "");
            Files.writeString(file, String.join("\n", others, payWithin, "answer-max = 60s", ""));
        }
        return file.toString();
    }

    private Path report() {
        return folder.resolve("report");
    }

    private JsonObject json() throws IOException {
        return new JsonObject(Files.readString(report().resolve("report.json")));
    }

    private Ended rehearse(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--buyers", "1500", "--units", "60", "--arrive", "double-spike,4s"));
        all.addAll(List.of("--report", report().toString()));
        return run(all);
    }

    private static Ended run(List<String> arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exit =
                Main.run(
                        arguments,
                        Map.of(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Ended(
                exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// Terminal, page and JSON say that every promise was kept; the JSON.
    private JsonObject assertKept(Ended ended) throws IOException {
        assertEquals("", ended.err());
        assertEquals(0, ended.exit(), ended.out());
        assertTrue(ended.out().contains("\nEvery promise was kept.\n"), ended.out());
        assertFalse(ended.out().contains("✗"), ended.out());
        var json = json();
        var verdict = json.getJsonObject("verdict");
        assertTrue(verdict.getBoolean("holds"), ended.out());
        var page = Files.readString(report().resolve("report.html"));
        assertTrue(page.contains(verdict.getString("headline")), verdict.getString("headline"));
        var findings = verdict.getJsonArray("findings");
        assertEquals(findings.size(), ended.out().lines().filter(l -> l.contains("✓ ")).count());
        for (var each : findings) {
            var finding = (JsonObject) each;
            assertTrue(finding.getBoolean("holds"), finding::encode);
            var printed = "  ✓ " + finding.getString("promise") + "\n      ";
            assertTrue(
                    ended.out().contains(printed + finding.getString("evidence") + "\n"),
                    finding::encode);
        }
        return json;
    }

    @Test
    void what_cannot_be_played_is_one_line() {
        refused("there is no option \"--buyer\"", "--buyer", "7");
        refused("there is no option \"calm\"", "calm");
        refused("--units needs a value after it", "--units", "--seed", "1");
        refused("--seed must be given once only", "--seed", "1", "--seed", "2");
        refused("--arrive must be", "--arrive", "all-at-once");
        refused("--arrive must be", "--duration", "1s", "--arrive", "ramp,2s");
        refused("--duration must be", "--duration", "soon");
        refused("--kill-server-every", "--url", "http://127.0.0.1:1", "--kill-server-every", "3s");
        refused("--key", "--url", "http://127.0.0.1:1");
        refused("--url must be an address", "--url", "ftp://127.0.0.1", "--key", "x");
    }

    @Test
    void a_scenario_that_cannot_be_found_or_read_is_one_line() throws IOException {
        refused("--scenario must be a file or one of calm", "--scenario", "wild");
        refused("--scenario must be a file or one of calm", "--scenario", folder.toString());
        refused("--scenario must be a file or one of calm", "--scenario", "no\0path");
        var binary = Files.write(folder.resolve("picture"), new byte[] {(byte) 0xff, 0, 1});
        refused("picture: must be text in UTF-8", "--scenario", binary.toString());
        var mixed = Files.writeString(folder.resolve("mine"), "mix.plain = 99\n");
        refused("mine, line 1, mix: must sum to 100, was 99", "--scenario", mixed.toString());
    }

    private void refused(String what, String... arguments) {
        var ended = run(List.of(arguments));
        assertEquals(2, ended.exit(), ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().startsWith("sluice rehearse: "), ended.err());
        assertTrue(ended.err().contains(what), ended.err());
        assertEquals("", ended.out());
    }
}
