package dev.sluice.server.challenge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Digits and signs as strokes within a box from 0 to 1. Straight strokes (`/`) are drawn from
/// point to point; round ones (`~`) are splines through their points.
final class Strokes {

    private static final int STEPS = 6;

    /// The points lie on a grid of 60 by 100.
    private static final String SIGNS =
            """
            0 ~ 30,0 53,13 60,50 53,87 30,100 7,87 0,50 7,13 30,0
            1 / 10,22 32,0 32,100
            1 / 10,100 54,100
            2 ~ 3,24 12,5 30,0 50,6 57,26 46,50 24,75 2,99
            2 / 2,99 60,99
            3 ~ 4,12 26,0 50,8 54,28 42,44 20,48
            3 ~ 20,48 46,52 60,70 52,92 28,100 2,89
            4 / 43,100 43,0 0,68 60,68
            5 / 55,0 11,0 7,46
            5 ~ 7,46 28,36 52,46 60,68 50,92 26,100 2,90
            6 ~ 50,1 24,14 5,45 2,72 12,94 32,100 54,90 59,69 48,50 30,45 12,53 3,72
            7 / 0,0 60,0 20,100
            8 ~ 30,46 9,34 8,13 30,0 52,13 51,34 30,46 5,63 3,86 30,100 57,86 55,63 30,46
            9 ~ 10,99 36,86 55,55 58,28 48,6 28,0 6,10 1,31 12,50 30,55 48,47 57,28
            + / 30,22 30,78
            + / 0,50 60,50
            - / 2,50 58,50
            x / 5,26 55,76
            x / 55,26 5,76
            """;

    private static final Map<Character, List<double[][]>> ALL = all();

    private Strokes() {}

    /// The strokes of a sign, each a line through points of x and y.
    static List<double[][]> of(char sign) {
        return ALL.get(sign);
    }

    private static Map<Character, List<double[][]>> all() {
        var all = new HashMap<Character, List<double[][]>>();
        for (var row : SIGNS.lines().toList()) {
            var words = row.split(" ");
            var points = new double[words.length - 2][];
            for (int i = 0; i < points.length; i++) points[i] = point(words[i + 2]);
            var stroke = spaced(words[1].equals("~") ? spline(points) : points);
            all.computeIfAbsent(row.charAt(0), sign -> new ArrayList<>()).add(stroke);
        }
        return Map.copyOf(all);
    }

    private static double[] point(String text) {
        var numbers = text.split(",");
        return new double[] {
            Integer.parseInt(numbers[0]) / 60.0, Integer.parseInt(numbers[1]) / 100.0
        };
    }

    /// A Catmull-Rom spline through all points.
    private static double[][] spline(double[][] points) {
        int segments = points.length - 1;
        var spline = new double[segments * STEPS + 1][];
        for (int i = 0; i < segments; i++) {
            var before = points[Math.max(0, i - 1)];
            var after = points[Math.min(segments, i + 2)];
            for (int step = 0; step < STEPS; step++) {
                double t = (double) step / STEPS;
                double x = between(before[0], points[i][0], points[i + 1][0], after[0], t);
                double y = between(before[1], points[i][1], points[i + 1][1], after[1], t);
                spline[i * STEPS + step] = new double[] {x, y};
            }
        }
        spline[segments * STEPS] = points[segments];
        return spline;
    }

    private static double between(double... p) {
        double t = p[4];
        double linear = p[2] - p[0];
        double square = 2 * p[0] - 5 * p[1] + 4 * p[2] - p[3];
        double cube = 3 * p[1] - p[0] - 3 * p[2] + p[3];
        return p[1] + 0.5 * t * (linear + t * (square + t * cube));
    }

    /// The same line with points so close that bending them bends it.
    private static double[][] spaced(double[][] points) {
        var spaced = new ArrayList<double[]>();
        for (int i = 1; i < points.length; i++) {
            var from = points[i - 1];
            var to = points[i];
            int pieces = 1 + (int) (Math.hypot(to[0] - from[0], to[1] - from[1]) / 0.15);
            for (int piece = 0; piece < pieces; piece++) {
                double t = (double) piece / pieces;
                spaced.add(
                        new double[] {
                            from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])
                        });
            }
        }
        spaced.add(points[points.length - 1]);
        return spaced.toArray(double[][]::new);
    }
}
