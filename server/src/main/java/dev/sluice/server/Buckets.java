package dev.sluice.server;

import dev.sluice.intake.LongMap;
import dev.sluice.sale.BuyerId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The buckets of one limit, by holder. A bucket that is full says no more than none, so it is
/// forgotten at the next sweep: nothing has to be remembered about who came when, and a call costs
/// one look into a map. Draws from a bucket that is being forgotten at that very moment may be
/// lost, which gives its holder one call too many at most. Buyers, of whom there is a crowd, cost
/// two numbers each and no object.
///
/// Any thread may call.
final class Buckets {

    private static final int HOLDERS_MAX = 4_000_000;
    private static final long WAIT_WHEN_FULL_NANOS = 1_000_000_000L;

    private final Rate rate;
    private final ConcurrentHashMap<Object, AtomicLong> buckets = new ConcurrentHashMap<>();
    private final LongMap buyers = new LongMap();

    Buckets(Rate rate) {
        this.rate = rate;
    }

    /// 0 when the holder may go on, else the nanoseconds until that. When there are more holders
    /// than can be kept, a new one has to wait for a sweep.
    long tryAcquire(Object holder, long now) {
        var bucket = buckets.get(holder);
        if (bucket == null) {
            if (buckets.mappingCount() >= HOLDERS_MAX) return WAIT_WHEN_FULL_NANOS;
            bucket = buckets.computeIfAbsent(holder, h -> rate.bucket(now));
        }
        return rate.tryAcquire(bucket, now);
    }

    /// The same for a buyer.
    long tryAcquire(BuyerId buyer, long now) {
        while (true) {
            long known = buyers.get(buyer.value());
            if (known == LongMap.NONE && buyers.size() >= HOLDERS_MAX) return WAIT_WHEN_FULL_NANOS;
            long fullAt = known == LongMap.NONE ? now : known;
            long wait = rate.waitNanos(fullAt, now);
            if (wait > 0) return wait;
            if (buyers.replace(buyer.value(), known, rate.drawn(fullAt, now))) return 0;
        }
    }

    /// Forgets the buckets that are full.
    void sweep(long now) {
        buckets.values().removeIf(fullAt -> fullAt.get() - now <= 0);
        buyers.removeIf(fullAt -> fullAt - now <= 0);
    }

    long size() {
        return buckets.mappingCount() + buyers.size();
    }
}
