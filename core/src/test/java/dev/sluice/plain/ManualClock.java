package dev.sluice.plain;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that moves when it is told to.
public final class ManualClock implements InstantSource {

    public static final Instant START = Instant.parse("2026-06-18T10:00:00Z");

    private volatile Instant now = START;

    @Override
    public Instant instant() {
        return now;
    }

    public void advance(Duration step) {
        now = now.plus(step);
    }

    public void set(Instant now) {
        this.now = now;
    }
}
