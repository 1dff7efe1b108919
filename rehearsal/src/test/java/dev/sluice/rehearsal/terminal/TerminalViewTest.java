package dev.sluice.rehearsal.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.crowd.Snapshot;
import dev.sluice.rehearsal.terminal.TerminalLines.Look;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TerminalViewTest {
    private static final Snapshot MIDST =
            new Snapshot(
                    "the sale is open",
                    0.5,
                    12.44,
                    50_000,
                    31_204,
                    24_812,
                    Map.of(
                            "SOLD_OUT",
                            28_112L,
                            "GATE_FULL",
                            9_111L,
                            "OVER_LIMIT",
                            7L,
                            "NOT_OPEN",
                            1L),
                    1_044,
                    1_000,
                    912,
                    1.2,
                    18.04,
                    250);
    private static final Snapshot BEFORE =
            new Snapshot(
                    "making buyers",
                    0,
                    -3.2,
                    50_000,
                    0,
                    0,
                    Map.of(),
                    0,
                    0,
                    0,
                    Double.NaN,
                    Double.NaN,
                    -1);
    private static final Look PLAIN = new Look(80, false, false);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);

    @Test
    void the_live_view_says_everything_that_is_known() {
        var lines = TerminalLines.live(MIDST, 1_000, PLAIN);

        assertEquals("the sale is open" + " ".repeat(58) + "12.4 s", lines.get(0));
        assertEquals("#".repeat(37) + "-".repeat(37) + " 50 %", lines.get(1));
        assertEquals("buyers   31,204 of 50,000 | 24,812 requests/s", lines.get(2));
        assertEquals("latency  p50 1.20 ms | p99 18.0 ms", lines.get(3));
        assertEquals(
                "refused  37,231 | SOLD_OUT 28,112 | GATE_FULL 9,111 | OVER_LIMIT 7", lines.get(4));
        assertEquals("claims   1,044 | won 1,000 | paid 912", lines.get(5));
        assertEquals("stock    " + "#".repeat(16) + "-".repeat(46) + " 250 left", lines.get(6));
    }

    @Test
    void what_is_not_known_yet_is_said_so() {
        var lines = TerminalLines.live(BEFORE, 0, PLAIN);

        assertTrue(lines.get(0).endsWith("-3.2 s"), lines.get(0));
        assertEquals("latency  p50 – | p99 –", lines.get(3));
        assertEquals("stock    unknown", lines.get(6));
    }

    @Test
    void no_line_is_wider_than_the_window() {
        for (var snapshot : List.of(MIDST, BEFORE)) {
            for (int width : IntStream.rangeClosed(20, 120).toArray()) {
                for (var line : TerminalLines.live(snapshot, 1_000, new Look(width, true, true))) {
                    var seen = line.replaceAll("\u001b\\[[0-9;]*m", "");
                    assertTrue(seen.length() <= width, width + " columns: " + seen);
                }
            }
        }
    }

    @Test
    void the_view_has_the_same_number_of_lines_at_any_width() {
        int lines = TerminalLines.live(MIDST, 1_000, PLAIN).size();

        for (int width : new int[] {20, 33, 40, 60, 120}) {
            assertEquals(lines, TerminalLines.live(BEFORE, 0, new Look(width, true, true)).size());
        }
    }

    @Test
    void without_colour_there_is_no_escape() {
        var lines = String.join("", TerminalLines.live(MIDST, 1_000, new Look(80, false, true)));

        assertFalse(lines.contains("\u001b"), lines);
        assertTrue(
                String.join("", TerminalLines.live(MIDST, 1, new Look(80, true, true)))
                        .contains("\u001b[32m"));
    }

    @Test
    void on_a_terminal_it_draws_in_place_and_gives_the_cursor_back() {
        var view = new TerminalView(() -> MIDST, new Screen(true, PLAIN, out));
        view.show();
        view.show();
        view.close();
        view.close();

        var text = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("\u001b[?25l\u001b[?7l\r\u001b[Kthe sale is open"), text);
        assertTrue(text.endsWith("\u001b[?7h\u001b[?25h"), text);
        assertEquals(3, occurrences(text, "the sale is open"));
        assertEquals(2, occurrences(text, "\u001b[7A\r"));
        assertEquals(1, occurrences(text, "\u001b[?25h"));
    }

    @Test
    void elsewhere_it_says_a_line_only_when_something_changed() {
        var now = new AtomicReference<>(BEFORE);
        var view = new TerminalView(now::get, new Screen(false, PLAIN, out));
        view.show();
        view.show();
        now.set(MIDST);
        view.show();
        view.close();

        var lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(2, lines.size());
        assertEquals(
                "12.4 s  the sale is open  50 %  arrived 31,204/50,000  24,812 requests/s"
                        + "  p50 1.20 ms  p99 18.0 ms  claims 1,044  won 1,000  paid 912  left 250"
                        + "  refused 37,231 (SOLD_OUT 28,112, GATE_FULL 9,111, OVER_LIMIT 7)",
                lines.get(1));
        assertFalse(lines.toString().contains("\u001b"));
    }

    @Test
    void nothing_is_shown_before_there_is_something() {
        var view = new TerminalView(() -> null, new Screen(true, PLAIN, out));
        view.show();
        view.close();

        assertEquals("", bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void the_width_of_the_window_is_read_with_care() {
        assertEquals(100, Screen.columnsOf("40 100\n"));
        assertEquals(120, Screen.columnsOf("40 300\n"));
        assertEquals(20, Screen.columnsOf("40 3\n"));
        assertEquals(80, Screen.columnsOf("0 0\n"));
        assertEquals(80, Screen.columnsOf(""));
        assertEquals(80, Screen.columnsOf("stty: not a terminal"));
    }

    private static int occurrences(String text, String of) {
        return text.split(java.util.regex.Pattern.quote(of), -1).length - 1;
    }
}
