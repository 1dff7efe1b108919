package dev.sluice.settlement;

import java.time.Duration;
import java.util.List;

/// How settlement behaves. Settings live under `sluice.settlement`.
///
/// @param batchMax claims settled in one transaction
/// @param retryDelays how long a claim that fails by itself waits for each further attempt; when
///     they are used up it is parked for a person
/// @param pauseMax longest pause between attempts while the order book is not available
/// @param rest pause after a batch that was not full, in which claims that are being acknowledged
///     have the disk and the processor for themselves
public record SettlementConfig(
        int batchMax, List<Duration> retryDelays, Duration pauseMax, Duration rest) {

    public static final SettlementConfig DEFAULTS =
            new SettlementConfig(
                    1_000,
                    List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30)),
                    Duration.ofSeconds(2),
                    Duration.ofMillis(5));

    public SettlementConfig {
        retryDelays = List.copyOf(retryDelays);
        require(batchMax >= 1, "batch-max must be at least 1, was " + batchMax);
        require(
                retryDelays.stream().allMatch(Duration::isPositive),
                "retry-delays must be positive, were " + retryDelays);
        require(pauseMax.isPositive(), "pause-max must be positive, was " + pauseMax);
        require(!rest.isNegative(), "rest must not be negative, was " + rest);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.settlement: " + otherwise);
    }
}
