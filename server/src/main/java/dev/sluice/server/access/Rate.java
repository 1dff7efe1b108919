package dev.sluice.server.access;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A rate with a burst, kept by the generic cell rate algorithm: a bucket is one number, the time
/// at which it would be full again. Any thread may draw from any bucket.
///
/// @param perSecond how fast a bucket fills
/// @param burst how much it holds
public record Rate(double perSecond, int burst) {

    private static final double PER_SECOND_MAX = 1e9;

    public Rate {
        if (!(perSecond > 0 && perSecond <= PER_SECOND_MAX)) {
            throw new IllegalArgumentException("the rate must be positive");
        }
        if (burst < 1) throw new IllegalArgumentException("the burst must be at least 1");
    }

    /// Reads `10/20` as ten per second with a burst of twenty; `30m/5` is thirty per minute, `9h/3`
    /// nine per hour. `off` is no limit.
    public static Optional<Rate> parse(String text) {
        if (text.equals("off")) return Optional.empty();
        int slash = text.indexOf('/');
        if (slash < 1) throw new IllegalArgumentException("write it as rate/burst or as off");
        var rate = text.substring(0, slash);
        double seconds = rate.endsWith("m") ? 60 : rate.endsWith("h") ? 3600 : 1;
        if (seconds > 1) rate = rate.substring(0, rate.length() - 1);
        double perSecond = Double.parseDouble(rate) / seconds;
        return Optional.of(new Rate(perSecond, Integer.parseInt(text.substring(slash + 1))));
    }

    /// A full bucket.
    public AtomicLong bucket(long now) {
        return new AtomicLong(now);
    }

    /// Draws one from the bucket: 0 when it was there, else the nanoseconds until it will be.
    public long tryAcquire(AtomicLong bucket, long now) {
        while (true) {
            long fullAt = bucket.get();
            long wait = waitNanos(fullAt, now);
            if (wait > 0) return wait;
            if (bucket.compareAndSet(fullAt, drawn(fullAt, now))) return 0;
        }
    }

    /// How long until a bucket that is full at that time has one; 0 when it has one now.
    long waitNanos(long fullAt, long now) {
        return Math.max(0, fullAt - now - interval() * (burst - 1L));
    }

    /// When a bucket will be full after one more was drawn from it.
    long drawn(long fullAt, long now) {
        return now + Math.max(0, fullAt - now) + interval();
    }

    /// Whether a bucket that is full at that time is at most half full now.
    boolean isLow(long fullAt, long now) {
        return 2 * (fullAt - now) >= fillNanos();
    }

    /// The nanoseconds in which one more comes into a bucket.
    long interval() {
        return Math.max(1, (long) (1e9 / perSecond));
    }

    /// After this time an untouched bucket is full, so it may be forgotten.
    long fillNanos() {
        return (long) (1e9 / perSecond * burst);
    }
}
