package dev.sluice.server.challenge;

import java.util.random.RandomGenerator;

/// Draws a sum so that people read it and programs find it hard. Signs are strokes of our own,
/// since a fresh machine has no fonts. Each is scaled, turned and slanted by chance; a wave bends
/// the whole; strokes swell and shrink; lines of the same ink run across.
///
/// One picture is drawn by one thread.
final class SumPicture {

    private static final int WIDTH = 160;
    private static final int HEIGHT = 60;
    private static final int MARGIN = 14;
    private static final double SIGN_HEIGHT = 31;
    private static final int LINES = 4;
    private static final int DOTS = 45;

    private final RandomGenerator random;
    private final Canvas canvas = new Canvas(WIDTH, HEIGHT);
    private final double waveX;
    private final double waveY;
    private final double phaseX;
    private final double phaseY;
    private final double swell;

    /// @param random decides everything about how the picture looks
    SumPicture(RandomGenerator random) {
        this.random = random;
        this.waveX = random.nextDouble(1.0, 2.2);
        this.waveY = random.nextDouble(2.0, 4.0);
        this.phaseX = random.nextDouble(2 * Math.PI);
        this.phaseY = random.nextDouble(2 * Math.PI);
        this.swell = random.nextDouble(2 * Math.PI);
    }

    byte[] png(String sum) {
        double step = (double) (WIDTH - 2 * MARGIN) / sum.length();
        for (int i = 0; i < sum.length(); i++) {
            double jitter = random.nextDouble(-0.08, 0.08) * step;
            sign(sum.charAt(i), MARGIN + (i + 0.5) * step + jitter, step);
        }
        for (int i = 0; i < LINES; i++) line();
        for (int i = 0; i < DOTS; i++) dot();
        return canvas.png(paper(), ink());
    }

    private void sign(char sign, double centreX, double room) {
        double height = SIGN_HEIGHT * random.nextDouble(0.85, 1.15);
        double width = Math.min(height * 0.6, room * 0.8) * random.nextDouble(0.85, 1.1);
        // A plus that is turned too far is a times.
        double freedom = Character.isDigit(sign) ? 1 : 0.35;
        double turn = Math.toRadians(random.nextDouble(-14, 14) * freedom);
        double slant = random.nextDouble(-0.15, 0.15) * freedom;
        double centreY = HEIGHT / 2.0 + random.nextDouble(-5, 5);
        double thickness = random.nextDouble(1.4, 2.1);
        for (var stroke : Strokes.of(sign)) {
            var points = new double[stroke.length][];
            for (int i = 0; i < stroke.length; i++) {
                double x = (stroke[i][0] - 0.5) * width;
                double y = (stroke[i][1] - 0.5) * height;
                x -= y * slant;
                double turnedX = centreX + x * Math.cos(turn) - y * Math.sin(turn);
                double turnedY = centreY + x * Math.sin(turn) + y * Math.cos(turn);
                points[i] = bend(turnedX, turnedY);
            }
            draw(points, thickness);
        }
    }

    /// Runs from side to side, thinner than a sign and never steep, so that it is taken for none.
    private void line() {
        double from = random.nextDouble(6, HEIGHT - 6);
        double to = random.nextDouble(6, HEIGHT - 6);
        double height = random.nextDouble(2, 7);
        double phase = random.nextDouble(2 * Math.PI);
        double length = random.nextDouble(0.05, 0.11);
        var points = new double[WIDTH / 4 + 1][];
        for (int i = 0; i < points.length; i++) {
            double x = i * 4;
            double y = from + (to - from) * x / WIDTH + height * Math.sin(x * length + phase);
            points[i] = new double[] {x, y};
        }
        draw(points, random.nextDouble(0.45, 0.75));
    }

    private void dot() {
        double x = random.nextDouble(WIDTH);
        double y = random.nextDouble(HEIGHT);
        double size = random.nextDouble(0.4, 1.1);
        var to = new double[] {x + random.nextDouble(-2, 2), y + random.nextDouble(-2, 2)};
        canvas.stroke(new double[] {x, y}, to, size);
    }

    private double[] bend(double x, double y) {
        return new double[] {
            x + waveX * Math.sin(y * 0.16 + phaseX), y + waveY * Math.sin(x * 0.07 + phaseY)
        };
    }

    private void draw(double[][] points, double thickness) {
        for (int i = 1; i < points.length; i++) {
            var from = points[i - 1];
            var to = points[i];
            double swollen = thickness * (1 + 0.2 * Math.sin((from[0] + from[1]) * 0.25 + swell));
            canvas.stroke(from, to, swollen);
        }
    }

    /// A light colour.
    private int paper() {
        return colour(225, 256);
    }

    /// A dark colour.
    private int ink() {
        return colour(10, 110);
    }

    private int colour(int min, int max) {
        int red = random.nextInt(min, max);
        int green = random.nextInt(min, max);
        return red << 16 | green << 8 | random.nextInt(min, max);
    }
}
