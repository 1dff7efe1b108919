package dev.sluice.bench;

/// Ids of buyers who come in no order.
final class Ids {
    private Ids() {}

    /// Another positive number for each.
    static long scattered(long number) {
        // The factor is odd, so no two products are the same in their lower 63 bits.
        return (number + 1) * 0x9E3779B97F4A7C15L & Long.MAX_VALUE;
    }
}
