package dev.sluice.embedded;

import java.time.Duration;

/// How the embedded stores behave. Settings live under `sluice.embedded`.
///
/// @param backlogMax claims that are held and not yet acknowledged; one more is refused as
///     OVERLOADED
/// @param timeout longest wait for the claim log, and again for a lock that another process has on
///     its file; after it the outcome is unknown
public record EmbeddedConfig(int backlogMax, Duration timeout) {

    public static final EmbeddedConfig DEFAULTS =
            new EmbeddedConfig(250_000, Duration.ofMillis(2_000));

    public EmbeddedConfig {
        require(backlogMax >= 1, "backlog-max must be at least 1, was " + backlogMax);
        require(timeout.toMillis() >= 1, "timeout must be at least 1 ms, was " + timeout);
        require(timeout.toMinutes() < 1, "timeout must be under a minute, was " + timeout);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.embedded: " + otherwise);
    }
}
