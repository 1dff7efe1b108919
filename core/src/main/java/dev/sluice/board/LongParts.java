package dev.sluice.board;

/// Cuts a table into parts with a lock each, so that threads seldom meet and growing one part is
/// short. The parts are of different sizes, from one to two times the first, so that a crowd does
/// not make them grow at the same moment.
final class LongParts {

    private static final long MULTIPLIER = 0xC2B2AE3D27D4EB4FL;
    private static final int BITS = 8;

    private LongParts() {}

    /// Empty parts.
    ///
    /// @param rows of the smallest
    static LongRows[] of(int width, int rows) {
        var parts = new LongRows[1 << BITS];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new LongRows(width, (int) (rows * Math.pow(2, (double) i / parts.length)));
        }
        return parts;
    }

    /// Makes room for this many rows in all. Chance gives some parts more than others.
    static void expect(LongRows[] parts, int rows) {
        int each = rows / parts.length;
        int spare = (int) (4 * Math.sqrt(each));
        for (var part : parts) {
            synchronized (part) {
                part.expect(each + spare);
            }
        }
    }

    /// The part where this key belongs.
    static LongRows find(LongRows[] parts, long key) {
        return parts[(int) (key * MULTIPLIER >>> Long.SIZE - BITS)];
    }
}
