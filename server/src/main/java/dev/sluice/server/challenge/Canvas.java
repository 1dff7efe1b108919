package dev.sluice.server.challenge;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A small picture in one ink, drawn with round strokes and smooth edges and written as a PNG. It
/// needs nothing of the machine: no fonts, no windows, no native libraries.
final class Canvas {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int SHADES = 32;
    private static final int BIT_DEPTH = 8;
    private static final int BY_PALETTE = 3;

    private final int width;
    private final int height;

    /// How much ink each pixel has, from 0 to 1.
    private final float[] ink;

    Canvas(int width, int height) {
        this.width = width;
        this.height = height;
        this.ink = new float[width * height];
    }

    /// A straight stroke with round ends; what lies outside the picture is left out.
    ///
    /// @param from x and y
    /// @param to x and y
    void stroke(double[] from, double[] to, double radius) {
        double fromX = from[0];
        double fromY = from[1];
        double toX = to[0];
        double toY = to[1];
        double reach = radius + 1;
        int left = Math.max(0, (int) Math.floor(Math.min(fromX, toX) - reach));
        int right = Math.min(width - 1, (int) Math.ceil(Math.max(fromX, toX) + reach));
        int top = Math.max(0, (int) Math.floor(Math.min(fromY, toY) - reach));
        int bottom = Math.min(height - 1, (int) Math.ceil(Math.max(fromY, toY) + reach));
        double alongX = toX - fromX;
        double alongY = toY - fromY;
        double square = Math.max(1e-9, alongX * alongX + alongY * alongY);
        for (int y = top; y <= bottom; y++) {
            for (int x = left; x <= right; x++) {
                double t = ((x - fromX) * alongX + (y - fromY) * alongY) / square;
                double nearest = Math.clamp(t, 0, 1);
                double awayX = x - fromX - nearest * alongX;
                double awayY = y - fromY - nearest * alongY;
                double away = Math.sqrt(awayX * awayX + awayY * awayY);
                float here = (float) Math.clamp(radius + 0.5 - away, 0, 1);
                ink[y * width + x] = Math.max(ink[y * width + x], here);
            }
        }
    }

    /// The picture on paper of one colour with ink of another, each as red, green and blue.
    byte[] png(int paperColour, int inkColour) {
        var png = new ByteArrayOutputStream(4_096);
        png.writeBytes(SIGNATURE);
        var header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        header.put((byte) BIT_DEPTH).put((byte) BY_PALETTE);
        chunk(png, "IHDR", header.array());
        chunk(png, "PLTE", palette(paperColour, inkColour));
        chunk(png, "IDAT", deflated(rows()));
        chunk(png, "IEND", new byte[0]);
        return png.toByteArray();
    }

    private static byte[] palette(int from, int to) {
        var palette = new byte[3 * SHADES];
        for (int shade = 0; shade < SHADES; shade++) {
            for (int part = 0; part < 3; part++) {
                int shift = 16 - 8 * part;
                int start = from >> shift & 0xff;
                int end = to >> shift & 0xff;
                palette[3 * shade + part] = (byte) (start + (end - start) * shade / (SHADES - 1));
            }
        }
        return palette;
    }

    /// Each row begins with a zero, which says that it is not filtered.
    private byte[] rows() {
        var rows = new byte[height * (width + 1)];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int shade = Math.round(ink[y * width + x] * (SHADES - 1));
                rows[y * (width + 1) + 1 + x] = (byte) shade;
            }
        }
        return rows;
    }

    private static byte[] deflated(byte[] bytes) {
        var deflated = new ByteArrayOutputStream(4_096);
        try (var deflater = new Deflater(Deflater.BEST_SPEED)) {
            deflater.setInput(bytes);
            deflater.finish();
            var part = new byte[4_096];
            while (!deflater.finished()) deflated.write(part, 0, deflater.deflate(part));
        }
        return deflated.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream png, String type, byte[] content) {
        var name = type.getBytes(StandardCharsets.ISO_8859_1);
        var check = new CRC32();
        check.update(name);
        check.update(content);
        var chunk = ByteBuffer.allocate(12 + content.length);
        chunk.putInt(content.length).put(name).put(content).putInt((int) check.getValue());
        png.writeBytes(chunk.array());
    }
}
