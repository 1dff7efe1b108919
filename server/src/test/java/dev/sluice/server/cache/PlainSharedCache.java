package dev.sluice.server.cache;

import dev.sluice.port.SharedCache;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// A shared cache in the memory of a test, which can be away, or full: then it takes nothing new.
final class PlainSharedCache implements SharedCache {

    private record Entry(byte[] value, Duration lifetime, long until) {}

    final AtomicInteger calls = new AtomicInteger();
    volatile boolean away;
    volatile boolean full;

    private final LongSupplier nanos;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    PlainSharedCache(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public Optional<byte[]> find(String key) {
        call();
        return Optional.ofNullable(entries.get(key)).map(Entry::value);
    }

    @Override
    public void put(String key, byte[] value, Duration lifetime) {
        call();
        checkRoom();
        entries.put(key, entry(value, lifetime));
    }

    @Override
    public boolean putIfAbsent(String key, byte[] value, Duration lifetime) {
        call();
        checkRoom();
        return entries.putIfAbsent(key, entry(value, lifetime)) == null;
    }

    @Override
    public void drop(String key) {
        call();
        entries.remove(key);
    }

    @Override
    public boolean isFirst(String key, Duration lifetime) {
        return putIfAbsent(key, new byte[] {1}, lifetime);
    }

    private void checkRoom() {
        if (full) throw new Unavailable("the shared cache is full", null);
    }

    Set<String> keys() {
        return Set.copyOf(entries.keySet());
    }

    List<Duration> lifetimes() {
        return entries.values().stream().map(Entry::lifetime).toList();
    }

    private Entry entry(byte[] value, Duration lifetime) {
        return new Entry(value, lifetime, nanos.getAsLong() + lifetime.toNanos());
    }

    private void call() {
        calls.incrementAndGet();
        if (away) throw new Unavailable("the shared cache is away", null);
        entries.values().removeIf(entry -> nanos.getAsLong() - entry.until >= 0);
    }
}
