package dev.sluice.bench;

/// Tells when a server is warm: when a round of load is hardly faster than the best before it, or
/// when there have been enough rounds.
final class Warmth {
    static final int ROUNDS_MAX = 6;

    private static final double HARDLY = 1.05;

    private double best;
    private int rounds;

    /// To be asked after each round.
    boolean isReached(double rate) {
        rounds++;
        boolean hardlyFaster = rounds > 1 && rate < HARDLY * best;
        best = Math.max(best, rate);
        return hardlyFaster || rounds >= ROUNDS_MAX;
    }
}
