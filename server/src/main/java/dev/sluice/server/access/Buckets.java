package dev.sluice.server.access;

import dev.sluice.board.LongMap;
import dev.sluice.id.BuyerId;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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
    private static final int BUSY_MAX = 100_000;
    private static final long WAIT_WHEN_FULL_NANOS = 1_000_000_000L;

    private final Rate rate;
    private final ConcurrentHashMap<Object, AtomicLong> buckets = new ConcurrentHashMap<>();
    private final LongMap buyers = new LongMap();

    /// Who has drawn their bucket half empty, and how often since then, for the other nodes.
    private final ConcurrentHashMap<Object, AtomicInteger> busy = new ConcurrentHashMap<>();

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
        long wait = rate.tryAcquire(bucket, now);
        if (wait == 0 && rate.isLow(bucket.get(), now)) note(holder);
        return wait;
    }

    /// The same for a buyer.
    long tryAcquire(BuyerId buyer, long now) {
        while (true) {
            long known = buyers.get(buyer.value());
            if (known == LongMap.NONE && buyers.size() >= HOLDERS_MAX) return WAIT_WHEN_FULL_NANOS;
            long fullAt = known == LongMap.NONE ? now : known;
            long wait = rate.waitNanos(fullAt, now);
            if (wait > 0) return wait;
            long drawn = rate.drawn(fullAt, now);
            if (!buyers.replace(buyer.value(), known, drawn)) continue;
            if (rate.isLow(drawn, now)) note(buyer);
            return 0;
        }
    }

    Rate rate() {
        return rate;
    }

    /// Who has drawn much since this was last asked, and how often.
    Map<Object, Integer> takeBusy() {
        var taken = new HashMap<Object, Integer>();
        for (var holder : busy.keySet()) {
            var count = busy.remove(holder);
            if (count != null) taken.put(holder, count.get());
        }
        return taken;
    }

    /// The holder has drawn that much too much elsewhere: its bucket is empty, and owes it.
    void overdraw(Object holder, long over, long now) {
        long fullAt = now + rate.fillNanos() + over * rate.interval();
        if (holder instanceof BuyerId buyer) {
            long known = buyers.get(buyer.value());
            buyers.replace(buyer.value(), known, fullAt);
        } else {
            buckets.put(holder, new AtomicLong(fullAt));
        }
    }

    private void note(Object holder) {
        if (busy.mappingCount() >= BUSY_MAX && !busy.containsKey(holder)) return;
        busy.computeIfAbsent(holder, h -> new AtomicInteger()).incrementAndGet();
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
