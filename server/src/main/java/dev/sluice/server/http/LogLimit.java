package dev.sluice.server.http;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// How often the log is told of something: so many times in ten seconds, however many there are.
/// Safe for all threads.
final class LogLimit {

    private static final long SPAN_NANOS = Duration.ofSeconds(10).toNanos();

    private final int max;
    private final LongSupplier nanos;

    // Guarded by this.
    private long since;
    private int told;
    private long untold;

    LogLimit(int max, LongSupplier nanos) {
        this.max = max;
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /// How many were not told since the last that was; nothing when this one is not to be told.
    synchronized OptionalLong next() {
        long now = nanos.getAsLong();
        if (now - since >= SPAN_NANOS) {
            since = now;
            told = 0;
        }
        if (told == max) {
            untold++;
            return OptionalLong.empty();
        }
        told++;
        long before = untold;
        untold = 0;
        return OptionalLong.of(before);
    }
}
