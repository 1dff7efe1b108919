package dev.sluice.rehearsal.plot;

import java.util.Arrays;
import java.util.List;

/// What a plot over time shows, apart from how large it is drawn.
///
/// @param id unlike that of any other plot in the page
/// @param caption one sentence that says what to see in it
/// @param description the same for people who do not see it
/// @param whole what the values in the legend speak of while nothing is pointed at
/// @param seconds the span of the time axis
/// @param secondsEach how many seconds a value stands for
public record Plot(
        String id,
        String title,
        String caption,
        String description,
        String whole,
        Shape shape,
        Unit unit,
        int seconds,
        int secondsEach,
        List<Series> series,
        List<Mark> marks,
        List<Level> levels) {

    public enum Shape {
        /// Lines in steps, each from zero.
        STEPS,
        /// Areas in steps, each on top of the one before.
        STACK,
        /// Lines from point to point.
        LINES
    }

    public enum Unit {
        COUNT,
        /// Milliseconds, on a logarithmic axis.
        MILLIS
    }

    /// @param colour a class of the style sheet
    /// @param values one a bucket; not a number where there is none
    /// @param whole what is said of the whole run
    public record Series(String name, String colour, double[] values, String whole) {

        boolean isEmpty() {
            return last() < 0;
        }

        /// The last bucket that has a value; -1 when none has.
        int last() {
            int at = values.length - 1;
            while (at >= 0 && !Double.isFinite(values[at])) at--;
            return at;
        }
    }

    /// Something that happened at a moment.
    public record Mark(double second, String label) {}

    /// A value that matters.
    public record Level(double value, String label) {}

    boolean isEmpty() {
        return series.stream().allMatch(Series::isEmpty);
    }

    int buckets() {
        return series.isEmpty() ? 0 : series.getFirst().values().length;
    }

    /// The lower and upper edge of each series of a stack, in turn: edge 0 is the ground and edge
    /// `i + 1` the top of series `i`. Where a series has no value it has no thickness.
    double[][] edges() {
        var edges = new double[series.size() + 1][buckets()];
        for (int i = 0; i < series.size(); i++) {
            for (int at = 0; at < buckets(); at++) {
                double value = series.get(i).values()[at];
                edges[i + 1][at] = edges[i][at] + (Double.isFinite(value) ? Math.max(value, 0) : 0);
            }
        }
        return edges;
    }

    /// The largest value that has to be in the plot.
    double most() {
        if (shape == Shape.STACK) return Arrays.stream(edges()[series.size()]).max().orElse(0);
        return series.stream()
                .flatMapToDouble(one -> Arrays.stream(one.values()))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    /// The smallest value above zero.
    double least() {
        return series.stream()
                .flatMapToDouble(one -> Arrays.stream(one.values()))
                .filter(value -> Double.isFinite(value) && value > 0)
                .min()
                .orElse(1);
    }
}
