package dev.sluice.rehearsal.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.plot.Markup;
import dev.sluice.rehearsal.plot.PlotFigure;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlotsTest {
    private static final Pattern PICTURE = Pattern.compile("<svg .*?</svg>", Pattern.DOTALL);
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
                var page = new Markup();
                PlotFigure.write(page, plot);
                var pictures = PICTURE.matcher(page.toString()).results().toList();
                assertEquals(2, pictures.size(), plot.id());
                for (var picture : pictures) assertInside(picture.group(), plot.id());
            }
        }
    }

    private static void assertInside(String svg, String plot) {
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), plot);
        var frame = Frame.of(svg);
        var data = DATA.matcher(svg);
        while (data.find()) assertInside(data.group(1), frame, plot);
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

    /// What a picture says of its size and of the box that its lines are in.
    private record Frame(
            double width,
            double height,
            double boxLeft,
            double boxRight,
            double boxTop,
            double boxBottom) {
        private static final Pattern SIZE = Pattern.compile("viewBox=\"0 0 (\\d+) (\\d+)\"");
        private static final Pattern SIDES =
                Pattern.compile("data-left=\"([\\d.]+)\" data-right=\"([\\d.]+)\"");
        private static final Pattern CURSOR =
                Pattern.compile("class=\"cursor\"[^>]* y=\"([\\d.]+)\"[^>]* height=\"([\\d.]+)\"");

        static Frame of(String svg) {
            var size = numbers(SIZE, svg);
            var sides = numbers(SIDES, svg);
            var cursor = numbers(CURSOR, svg);
            double top = cursor[0];
            double bottom = top + cursor[1];
            return new Frame(size[0], size[1], sides[0], sides[1], top, bottom);
        }

        private static double[] numbers(Pattern pattern, String svg) {
            var found = pattern.matcher(svg).results().findFirst().orElseThrow();
            return new double[] {number(found.group(1)), number(found.group(2))};
        }
    }
}
