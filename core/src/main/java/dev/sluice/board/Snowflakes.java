package dev.sluice.board;

import dev.sluice.port.Unavailable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// Makes ids that sort by time, are unique across nodes and reveal no volume: 41 bits of
/// milliseconds, 10 bits of worker number, 12 bits that start at random in each millisecond and go
/// on in random steps. When a millisecond is used up, or the clock goes back, ids run ahead of the
/// clock rather than repeat.
///
/// **Why they are unique whatever clocks do.** The time in an id lies within the lease of the
/// worker number: after all that earlier holders may have used, and before the lease ends, be it
/// that the clock has reached that end or that ids have run ahead to it. Leases of one number do
/// not overlap.
///
/// Safe for all threads; the lock is held for a few nanoseconds.
public final class Snowflakes {

    public static final int WORKERS = 1 << 10;

    private static final long EPOCH_MILLIS = Instant.parse("2025-01-01T00:00:00Z").toEpochMilli();
    private static final int SEQUENCE_BITS = 12;
    private static final int START_MAX = 1 << 10;
    private static final int STEP_MAX = 4;

    private final InstantSource clock;
    private final RandomGenerator random;
    private int worker;
    private long last;
    private long untilMillis = Long.MAX_VALUE;

    /// @param usedUpTo ids up to this moment may belong to an earlier holder of the worker number
    public Snowflakes(int worker, Instant usedUpTo, InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        become(worker, usedUpTo);
    }

    /// Goes on with another worker number, when the lease of the one before was lost.
    public synchronized void become(int worker, Instant usedUpTo) {
        if (worker < 0 || worker >= WORKERS) throw new IllegalArgumentException("worker " + worker);
        this.worker = worker;
        last = Math.max(last, ticks(usedUpTo.toEpochMilli() + 1));
    }

    /// Makes no ids of that time or a later one: the lease of the worker number ends, and others
    /// may get it.
    public synchronized void endAt(Instant until) {
        untilMillis = until.toEpochMilli();
    }

    public synchronized long next() {
        long now = ticks(clock.millis());
        long next =
                now > last ? now + random.nextInt(START_MAX) : last + 1 + random.nextInt(STEP_MAX);
        check(next);
        last = next;
        long millis = last >>> SEQUENCE_BITS;
        long sequence = last & (1 << SEQUENCE_BITS) - 1;
        return (millis << 10 | worker) << SEQUENCE_BITS | sequence;
    }

    /// Whether ids can be made now.
    ///
    /// @throws Unavailable when they cannot
    public synchronized void check() {
        check(Math.max(ticks(clock.millis()), last + STEP_MAX));
    }

    /// No id is of a later time than this.
    public synchronized Instant usedUpTo() {
        return Instant.ofEpochMilli((last >>> SEQUENCE_BITS) + EPOCH_MILLIS);
    }

    private void check(long ticks) {
        if ((ticks >>> SEQUENCE_BITS) + EPOCH_MILLIS >= untilMillis) {
            throw new Unavailable("the lease of worker number " + worker + " has run out", null);
        }
    }

    /// When the id was made, for people and tests.
    public static Instant timeOf(long id) {
        return Instant.ofEpochMilli((id >>> SEQUENCE_BITS + 10) + EPOCH_MILLIS);
    }

    private static long ticks(long epochMillis) {
        return Math.max(0, epochMillis - EPOCH_MILLIS) << SEQUENCE_BITS;
    }
}
