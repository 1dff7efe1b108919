package dev.sluice.server.cache;

import dev.sluice.port.SharedCache;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// The shared cache as one module sees it: its keys begin with the module's prefix, faults count as
/// nothing found, and after a fault it is left alone for a second.
///
/// A drop leaves a mark, an empty value, for a few seconds. Whoever loaded the value before the
/// drop finds the mark in the way of putting it. A drop that failed is owed, and is said before
/// anything else when the cache is back; the value is not found here until then.
///
/// Any thread may call; every call but `faults` may block.
final class SharedLevel {

    /// Longer than anyone loads.
    private static final Duration MARK_LIFETIME = Duration.ofSeconds(10);

    private static final long REST_NANOS = 1_000_000_000L;
    private static final int OWED_MAX = 10_000;
    private static final int PAID_MAX = 100;
    private static final byte[] MARK = {};

    private final SharedCache cache;
    private final String prefix;
    private final LongSupplier nanos;
    private final Set<String> owed = ConcurrentHashMap.newKeySet();
    private final LongAdder faults = new LongAdder();
    private volatile long restsUntil;

    SharedLevel(SharedCache cache, String prefix, LongSupplier nanos) {
        this.cache = cache;
        this.prefix = prefix;
        this.nanos = nanos;
        this.restsUntil = nanos.getAsLong();
    }

    Optional<byte[]> find(String id) {
        if (isResting()) return Optional.empty();
        try {
            pay();
            if (owed.contains(id)) return Optional.empty();
            return cache.find(prefix + id).filter(bytes -> bytes.length > 0);
        } catch (Unavailable fault) {
            rest();
            return Optional.empty();
        }
    }

    void put(String id, byte[] bytes, Duration lifetime) {
        if (isResting()) {
            // What others may find there is older than this.
            owe(id);
            return;
        }
        try {
            pay();
            cache.put(prefix + id, bytes, lifetime);
        } catch (Unavailable fault) {
            owe(id);
            rest();
        }
    }

    void putIfAbsent(String id, byte[] bytes, Duration lifetime) {
        if (isResting()) return;
        try {
            cache.putIfAbsent(prefix + id, bytes, lifetime);
        } catch (Unavailable fault) {
            rest();
        }
    }

    /// Tried even while the cache is left alone. A full cache takes no mark, but what it has can be
    /// taken away, so that no other node finds it there until the mark can be set.
    void drop(String id) {
        try {
            mark(id);
        } catch (Unavailable fault) {
            owe(id);
            rest();
            takeAway(id);
        }
    }

    private void takeAway(String id) {
        try {
            cache.drop(prefix + id);
        } catch (Unavailable away) {
            rest();
        }
    }

    long faults() {
        return faults.sum();
    }

    private void mark(String id) {
        cache.put(prefix + id, MARK, MARK_LIFETIME);
    }

    /// More than can be kept are forgotten; the values' own lifetimes are their bound.
    private void owe(String id) {
        if (owed.size() < OWED_MAX) owed.add(id);
    }

    private void pay() {
        if (owed.isEmpty()) return;
        int paid = 0;
        for (var id : owed) {
            mark(id);
            owed.remove(id);
            if (++paid == PAID_MAX) return;
        }
    }

    private boolean isResting() {
        return nanos.getAsLong() - restsUntil < 0;
    }

    private void rest() {
        faults.increment();
        restsUntil = nanos.getAsLong() + REST_NANOS;
    }
}
