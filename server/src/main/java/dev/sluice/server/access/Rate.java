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
    private static final String BURST = " burst ";
    private static final String FORM = "write it as 10/s burst 20, 30/min burst 60, or off";

    public Rate {
        if (!(perSecond > 0 && perSecond <= PER_SECOND_MAX)) {
            throw new IllegalArgumentException("the rate must be positive");
        }
        if (burst < 1) throw new IllegalArgumentException("the burst must be at least 1");
    }

    /// Reads `10/s burst 20` as ten per second with a burst of twenty, and `30/min burst 60` and
    /// `9/h burst 3` likewise; `off` is no limit. The short forms `10/20`, `30m/60` and `9h/3` mean
    /// the same.
    public static Optional<Rate> parse(String text) {
        if (text.equals("off")) return Optional.empty();
        int slash = text.indexOf('/');
        if (slash < 1) throw new IllegalArgumentException(FORM);
        var count = text.substring(0, slash);
        var rest = text.substring(slash + 1);
        int burst = rest.indexOf(BURST);
        if (burst >= 0) {
            var size = rest.substring(burst + BURST.length());
            return Optional.of(of(count, rest.substring(0, burst), size));
        }
        var unit = count.endsWith("m") ? "min" : count.endsWith("h") ? "h" : "s";
        if (!unit.equals("s")) count = count.substring(0, count.length() - 1);
        return Optional.of(of(count, unit, rest));
    }

    private static Rate of(String count, String unit, String burst) {
        double seconds =
                switch (unit) {
                    case "s" -> 1;
                    case "min" -> 60;
                    case "h" -> 3_600;
                    default -> throw new IllegalArgumentException(FORM);
                };
        return new Rate(Double.parseDouble(count) / seconds, Integer.parseInt(burst));
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
