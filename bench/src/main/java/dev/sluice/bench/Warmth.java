package dev.sluice.bench;

/// Tells when a server is warm: when two rounds of load in a row are hardly faster than the best
/// before them, or when there have been enough rounds. One such round may be chance.
final class Warmth {
    static final int ROUNDS_MAX = 10;

    private static final double HARDLY = 1.05;
    private static final int SLOW_ROUNDS = 2;

    private double best;
    private int rounds;
    private int slowRounds;

    /// To be asked after each round.
    boolean isReached(double rate) {
        rounds++;
        boolean hardlyFaster = rounds > 1 && rate < HARDLY * best;
        slowRounds = hardlyFaster ? slowRounds + 1 : 0;
        best = Math.max(best, rate);
        return slowRounds == SLOW_ROUNDS || rounds >= ROUNDS_MAX;
    }
}
