package dev.sluice.rehearsal.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.report.Buckets;
import dev.sluice.rehearsal.report.Palette;
import dev.sluice.rehearsal.report.Plots;
import dev.sluice.rehearsal.report.SampleRun;
import dev.sluice.rehearsal.report.Totals;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlotTest {
    private static final double NONE = Double.NaN;
    private static final Pattern DATA = Pattern.compile(" d=\"([^\"]*)\"");
    private static final Pattern COMMAND = Pattern.compile("([MLHVhvZ])([^MLHVhvZ]*)");

    @Test
    void every_line_stays_within_its_picture() {
        var runs =
                List.of(
                        SampleRun.good(),
                        SampleRun.empty(),
                        SampleRun.lasting(1),
                        SampleRun.lasting(2),
                        SampleRun.lasting(1_800),
                        SampleRun.lasting(100_000));
        for (var run : runs) {
            for (var plot : new Plots(run, Totals.of(run)).all()) {
                for (var frame : List.of(Frame.WIDE, Frame.NARROW)) {
                    var svg = Drawing.of(plot, frame);
                    assertFalse(svg.contains("NaN") || svg.contains("Infinity"), plot.id());
                    var data = DATA.matcher(svg);
                    while (data.find()) assertInside(data.group(1), frame, plot.id());
                }
            }
        }
    }

    private static void assertInside(String path, Frame frame, String plot) {
        var command = COMMAND.matcher(path);
        while (command.find()) {
            var numbers = command.group(2).strip();
            switch (command.group(1)) {
                case "M", "L" -> {
                    assertBetween(0, number(numbers.split(" ")[0]), frame.width(), plot);
                    assertBetween(0, number(numbers.split(" ")[1]), frame.height(), plot);
                }
                case "H" -> assertBetween(frame.boxLeft(), number(numbers), frame.boxRight(), plot);
                case "V" -> assertBetween(frame.boxTop(), number(numbers), frame.boxBottom(), plot);
                default -> assertTrue(Set.of("", "0", "5").contains(numbers), plot + " " + path);
            }
        }
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }

    private static void assertBetween(double least, double value, double most, String plot) {
        assertTrue(least <= value && value <= most, plot + ": " + value);
    }

    @Test
    void a_stack_is_drawn_from_the_ground_up() {
        var outline = new Outline(Axis.time(2, 0, 100, 5), Axis.counts(4, 80, 0), 1);

        assertEquals(
                "M0 80V60H50V40H100V80H50V80H0Z",
                outline.area(new double[] {0, 0}, new double[] {1, 2}));
        assertEquals(
                "M50 60V20H100V60H50Z", outline.area(new double[] {1, 1}, new double[] {1, 3}));
        assertEquals("", outline.area(new double[] {1, 1}, new double[] {1, 1}));
    }

    @Test
    void a_value_that_is_missing_leaves_a_gap() {
        var outline = new Outline(Axis.time(4, 0, 100, 5), Axis.counts(4, 80, 0), 1);

        assertEquals("M12.5 60L37.5 40M87.5 20h0", outline.line(new double[] {1, 2, NONE, 3}));
        assertEquals("M0 60H25M50 40H75V20H100", outline.steps(new double[] {1, NONE, 2, 3}));
        assertEquals("", outline.line(new double[] {NONE, NONE}));
        assertThrows(IllegalArgumentException.class, () -> Outline.number(NONE));
    }

    @Test
    void counts_have_round_ticks_with_separators() {
        assertEquals(
                List.of("0", "10,000", "20,000", "30,000", "40,000"),
                labels(Axis.counts(37_940, 0, 1)));
        assertEquals(List.of("0", "1"), labels(Axis.counts(0, 0, 1)));
        assertEquals(List.of("0", "1", "2", "3"), labels(Axis.counts(3, 0, 1)));
        assertEquals(List.of("0", "500", "1,000", "1,500"), labels(Axis.counts(1_001, 0, 1)));
    }

    @Test
    void latencies_have_a_tick_a_decade() {
        assertEquals(
                List.of("1 ms", "10 ms", "100 ms", "1 s", "10 s"),
                labels(Axis.millis(1.1, 5_000, 0, 1)));
        assertEquals(List.of("0.1 ms", "1 ms", "10 ms"), labels(Axis.millis(0.4, 0.9, 0, 1)));
        assertEquals(List.of("1 ms", "10 ms", "100 ms"), labels(Axis.millis(NONE, 0, 0, 1)));
    }

    @Test
    void time_has_as_many_ticks_as_there_is_room_for() {
        assertEquals(List.of("0 s", "1 s"), labels(Axis.time(1, 0, 1, 8)));
        assertEquals(
                List.of("0 s", "5 s", "10 s", "15 s", "20 s", "25 s", "30 s"),
                labels(Axis.time(31, 0, 1, 8)));
        assertEquals(List.of("0:00", "10:00", "20:00", "30:00"), labels(Axis.time(1_800, 0, 1, 5)));
        for (int seconds : new int[] {0, 7, 59, 181, 7_200, 86_400, 5_000_000}) {
            var ticks = Axis.time(seconds, 0, 1, 8).ticks();
            assertTrue(ticks.size() >= 2 && ticks.size() <= 9, seconds + " s: " + ticks);
        }
    }

    private static List<String> labels(Axis axis) {
        return axis.ticks().stream().map(Axis.Tick::label).toList();
    }

    @Test
    void a_place_beyond_an_axis_is_its_end() {
        var axis = Axis.millis(1, 1_000, 300, 0);

        assertEquals(300, axis.at(0), 1e-9);
        assertEquals(200, axis.at(10), 1e-9);
        assertEquals(0, axis.at(1e9), 1e-9);
    }

    @Test
    void a_long_timeline_is_folded_without_losing_a_buyer_or_a_peak() {
        var run = SampleRun.good();
        var buckets = Buckets.of(run.timeline(), 10);

        assertEquals(4, buckets.secondsEach());
        assertEquals(9, buckets.list().size());
        assertEquals(34, buckets.seconds());
        assertEquals(45_540, buckets.list().getFirst().arrivals() * 4, 1e-6);
        double all = buckets.list().stream().mapToDouble(b -> b.arrivals() * b.seconds()).sum();
        assertEquals(50_000, all, 1e-6);
        assertEquals(655, buckets.list().getFirst().queueDepth());
        assertEquals(61, buckets.list().getFirst().latency().p50());
        assertEquals(run.timeline().seconds().get(3).stock(), buckets.list().getFirst().stock());
    }

    @Test
    void each_reason_has_its_own_colour_and_keeps_it() {
        var some = Palette.of(List.of("SOLD_OUT", "WHAT", "GATE_FULL", "NOT_OPEN", "EVER"));

        assertEquals("c-slate", some.get("SOLD_OUT"));
        assertEquals(5, Set.copyOf(some.values()).size());
        assertEquals("c-slate", Palette.of(List.of("A", "B", "SOLD_OUT")).get("SOLD_OUT"));
    }

    @Test
    void numbers_read_as_people_write_them() {
        assertEquals("0.84 ms", Numbers.millis(0.84));
        assertEquals("12.3 ms", Numbers.millis(12.34));
        assertEquals("999 ms", Numbers.millis(999.4));
        assertEquals("1.00 s", Numbers.millis(999.6));
        assertEquals("12.0 s", Numbers.millis(12_000));
        assertEquals("–", Numbers.millis(NONE));
        assertEquals("31.4 s", Numbers.duration(Duration.ofMillis(31_420)));
        assertEquals("5 s", Numbers.duration(Duration.ofSeconds(5)));
        assertEquals("30 min", Numbers.duration(Duration.ofMinutes(30)));
        assertEquals("2 h 5 min", Numbers.duration(Duration.ofMinutes(125)));
        assertEquals("under 0.1 %", Numbers.percent(0.0001));
        assertEquals("over 99.9 %", Numbers.percent(0.99999));
        assertEquals("100.1 %", Numbers.percent(1.001));
        assertEquals("100 %", Numbers.percent(1));
        assertEquals("3.8 %", Numbers.percent(0.0377));
    }
}
