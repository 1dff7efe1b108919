package dev.sluice.id;

/// How ids hash. The bits of an id that differ between neighbours stand apart from each other, and
/// the sum of halves that Java makes of a long would send thousands of them into one bucket of a
/// map.
final class IdHash {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private IdHash() {}

    static int of(long value) {
        return (int) (value * MULTIPLIER >>> 32);
    }
}
