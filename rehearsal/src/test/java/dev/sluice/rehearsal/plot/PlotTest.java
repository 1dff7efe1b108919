package dev.sluice.rehearsal.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlotTest {
    private static final double NONE = Double.NaN;

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
