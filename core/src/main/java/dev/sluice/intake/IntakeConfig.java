package dev.sluice.intake;

import java.time.Duration;

/// How intake behaves. Settings live under `sluice.intake`.
///
/// @param batchMax claims decided in one step of the hold store
/// @param inFlightMax claims waiting for an answer; one more is refused as OVERLOADED
/// @param reserveTimeout longest wait for the hold store; after it the outcome is unknown
/// @param passLifetime how long a pass is good
public record IntakeConfig(
        int batchMax, int inFlightMax, Duration reserveTimeout, Duration passLifetime) {

    public static final IntakeConfig DEFAULTS =
            new IntakeConfig(512, 16_384, Duration.ofSeconds(2), Duration.ofMinutes(3));

    public IntakeConfig {
        require(batchMax >= 1, "batch-max must be at least 1, was " + batchMax);
        require(
                inFlightMax >= batchMax,
                "in-flight-max must be at least batch-max, was " + inFlightMax);
        require(
                reserveTimeout.isPositive(),
                "reserve-timeout must be positive, was " + reserveTimeout);
        require(
                passLifetime.toSeconds() >= 1 && passLifetime.toHours() < 24,
                "pass-lifetime must be between a second and a day, was " + passLifetime);
    }

    public IntakeConfig withReserveTimeout(Duration timeout) {
        return new IntakeConfig(batchMax, inFlightMax, timeout, passLifetime);
    }

    public IntakeConfig withPassLifetime(Duration lifetime) {
        return new IntakeConfig(batchMax, inFlightMax, reserveTimeout, lifetime);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.intake: " + otherwise);
    }
}
