package dev.sluice.rehearsal.backstage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Somebody may stop a rehearsal at any moment, and all waits for a moment of it end then. Safe for
/// all threads.
public final class Stop {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final InstantSource clock;

    public Stop(InstantSource clock) {
        this.clock = clock;
    }

    public void ask() {
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /// Returns at the moment, and earlier when somebody asks for the end. Whether somebody did.
    public boolean awaitUntil(Instant moment) throws InterruptedException {
        var left = Duration.between(clock.instant(), moment);
        return asked.await(Math.max(0, left.toNanos()), TimeUnit.NANOSECONDS);
    }
}
