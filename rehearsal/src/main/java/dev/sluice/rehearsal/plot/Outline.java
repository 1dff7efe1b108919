package dev.sluice.rehearsal.plot;

import java.util.Locale;

/// The path data of lines and areas. A value that is missing interrupts them.
///
/// @param x the axis of buckets, in seconds
/// @param secondsEach how wide a bucket is; the last one ends with the axis
public record Outline(Axis x, Axis y, int secondsEach) {

    /// A line in steps, as wide as its buckets.
    String steps(double[] values) {
        var path = new StringBuilder();
        boolean drawing = false;
        for (int at = 0; at < values.length; at++) {
            if (!Double.isFinite(values[at])) {
                drawing = false;
                continue;
            }
            if (!drawing) path.append('M').append(left(at)).append(' ').append(place(values[at]));
            else path.append('V').append(place(values[at]));
            path.append('H').append(right(at));
            drawing = true;
        }
        return path.toString();
    }

    /// A line from the middle of each bucket to that of the next; a lonely value is a dot.
    String line(double[] values) {
        var path = new StringBuilder();
        boolean drawing = false;
        for (int at = 0; at < values.length; at++) {
            if (!Double.isFinite(values[at])) {
                drawing = false;
                continue;
            }
            path.append(drawing ? 'L' : 'M').append(middle(at)).append(' ');
            path.append(place(values[at]));
            boolean lonely = at + 1 == values.length || !Double.isFinite(values[at + 1]);
            if (!drawing && lonely) path.append("h0");
            drawing = true;
        }
        return path.toString();
    }

    /// An area in steps between two edges, left out where it has no thickness.
    String area(double[] lower, double[] upper) {
        var path = new StringBuilder();
        int at = 0;
        while (at < lower.length) {
            int from = at;
            while (at < lower.length && upper[at] > lower[at]) at++;
            if (at > from) {
                piece(path, lower, upper, new Span(from, at));
            } else {
                at++;
            }
        }
        return path.toString();
    }

    double middleOf(int bucket) {
        return (x.at((double) bucket * secondsEach) + x.at((bucket + 1.0) * secondsEach)) / 2;
    }

    /// Whether any of a bucket lies between two places.
    boolean touches(int bucket, double from, double to) {
        return x.at((bucket + 1.0) * secondsEach) > from
                && x.at((double) bucket * secondsEach) < to;
    }

    private record Span(int from, int to) {}

    private void piece(StringBuilder path, double[] lower, double[] upper, Span span) {
        path.append('M').append(left(span.from)).append(' ').append(place(lower[span.from]));
        for (int at = span.from; at < span.to; at++) {
            path.append('V').append(place(upper[at])).append('H').append(right(at));
        }
        for (int at = span.to - 1; at >= span.from; at--) {
            path.append('V').append(place(lower[at])).append('H').append(left(at));
        }
        path.append('Z');
    }

    private String left(int bucket) {
        return number(x.at((double) bucket * secondsEach));
    }

    private String right(int bucket) {
        return number(x.at((bucket + 1.0) * secondsEach));
    }

    private String middle(int bucket) {
        return number(middleOf(bucket));
    }

    private String place(double value) {
        return number(y.at(value));
    }

    /// A coordinate to a tenth, which is finer than anybody sees.
    public static String number(double coordinate) {
        if (!Double.isFinite(coordinate)) {
            throw new IllegalArgumentException("not a coordinate: " + coordinate);
        }
        long tenths = Math.round(coordinate * 10);
        if (tenths % 10 == 0) return Long.toString(tenths / 10);
        return String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }
}
