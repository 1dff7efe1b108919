package dev.sluice.server.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.sluice.port.SharedCache;
import dev.sluice.port.Unavailable;
import dev.sluice.server.metrics.Metrics;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A node's own memory in front of what all nodes share, in front of the source of the truth.
///
/// - **One loads.** Of those on this node who miss the same id, one asks the shared cache and the
///   source, and the others wait for what it finds. That nothing was found is remembered for a
///   second.
/// - **Nothing old stays.** A value whose id is dropped while it is being loaded is not kept here.
///   In the shared cache a drop leaves a mark for a few seconds, over which nobody puts a value
///   that was loaded before. Who changes something first changes the source, then calls [#drop],
///   then tells the other nodes, which call [#dropLocal].
/// - **The shared cache may be away.** Then it counts as empty and is not asked for a second; drops
///   that it did not hear are said again when it is back.
/// - **Lifetimes vary** by a tenth, so that what came together does not go together.
///
/// Any thread may call; only what says so blocks.
public final class TwoLevelCache<V> {

    /// How values are carried. What cannot be read, as from another version, is loaded anew.
    public interface Codec<V> {

        /// Never empty.
        byte[] encode(V value);

        V decode(byte[] bytes);
    }

    /// @param module what is cached; all keys begin with it
    /// @param version of the form of the values; another one finds nothing of this one's
    /// @param localMax values in this node's memory
    public record Spec<V>(
            String module,
            int version,
            int localMax,
            Duration localLifetime,
            Duration sharedLifetime,
            Codec<V> codec) {}

    private static final Duration NOTHING_LIFETIME = Duration.ofSeconds(1);
    private static final Duration LOAD_MAX = Duration.ofSeconds(10);
    private static final double VARIATION = 0.1;

    /// What this node knows: a value, or that there is none.
    private record Known<V>(Optional<V> value, long lifetimeNanos) {}

    private final Spec<V> spec;
    private final SharedLevel shared;
    private final RandomGenerator random;
    private final Predicate<String> mayExist;
    private final Cache<String, Known<V>> local;

    /// Who is loading what. A load whose flight was taken out of here keeps nothing.
    private final ConcurrentMap<String, CompletableFuture<Optional<V>>> flights =
            new ConcurrentHashMap<>();

    private final LongAdder localHits = new LongAdder();
    private final LongAdder sharedHits = new LongAdder();
    private final LongAdder loads = new LongAdder();
    private final LongAdder unknown = new LongAdder();

    public TwoLevelCache(
            Spec<V> spec, SharedCache shared, RandomGenerator random, LongSupplier nanos) {
        this(spec, shared, random, nanos, id -> true);
    }

    /// @param random safe for many threads
    /// @param mayExist false for ids that certainly name nothing; must not block
    public TwoLevelCache(
            Spec<V> spec,
            SharedCache shared,
            RandomGenerator random,
            LongSupplier nanos,
            Predicate<String> mayExist) {
        this.spec = spec;
        this.shared = new SharedLevel(shared, spec.module + ":v" + spec.version + ":", nanos);
        this.random = random;
        this.mayExist = mayExist;
        this.local =
                Caffeine.newBuilder()
                        .maximumSize(spec.localMax)
                        .ticker(nanos::getAsLong)
                        .executor(Runnable::run)
                        .expireAfter(Expiry.writing((String id, Known<V> k) -> lifetime(k)))
                        .build();
    }

    /// The value if this node has it cached; nothing may also mean that it has to be looked up.
    /// Never blocks.
    Optional<V> findLocal(String id) {
        var known = local.getIfPresent(id);
        if (known == null || known.value.isEmpty()) return Optional.empty();
        localHits.increment();
        return known.value;
    }

    /// The value, from wherever it is. Blocks.
    public Optional<V> find(String id, Supplier<Optional<V>> source) {
        if (!mayExist.test(id)) {
            unknown.increment();
            return Optional.empty();
        }
        var known = local.getIfPresent(id);
        if (known != null) {
            localHits.increment();
            return known.value;
        }
        var flight = new CompletableFuture<Optional<V>>();
        var other = flights.putIfAbsent(id, flight);
        return other == null ? fly(id, flight, source) : await(other);
    }

    /// Keeps a value that has just been made, here and for the others. Blocks.
    public void put(String id, V value) {
        shared.put(id, spec.codec.encode(value), varied(spec.sharedLifetime));
        putLocal(id, value);
    }

    /// Keeps a value that has just been made, here only. Never blocks.
    void putLocal(String id, V value) {
        flights.compute(
                id,
                (key, flight) -> {
                    local.put(key, known(Optional.of(value)));
                    return null;
                });
    }

    /// Forgets the value here and in the shared cache. Blocks.
    public void drop(String id) {
        dropLocal(id);
        shared.drop(id);
        // What was loaded from there in between is old.
        dropLocal(id);
    }

    /// Forgets the value here, as another node has dropped it. Never blocks.
    public void dropLocal(String id) {
        flights.compute(
                id,
                (key, flight) -> {
                    local.invalidate(key);
                    return null;
                });
    }

    /// Forgets everything here, as drops of other nodes may have been missed. Never blocks.
    public void dropAllLocal() {
        flights.clear();
        local.invalidateAll();
    }

    public void register(Metrics metrics) {
        var cache = "{cache=\"" + spec.module + "\"";
        var hits = "Values found in a cache, by level.";
        metrics.counter(
                "sluice_cache_hits_total" + cache + ",level=\"local\"}", hits, localHits::sum);
        metrics.counter(
                "sluice_cache_hits_total" + cache + ",level=\"shared\"}", hits, sharedHits::sum);
        metrics.counter(
                "sluice_cache_loads_total" + cache + "}",
                "Looks past the caches into the store.",
                loads::sum);
        metrics.counter(
                "sluice_cache_unknown_total" + cache + "}",
                "Ids that were known to name nothing.",
                unknown::sum);
        metrics.counter(
                "sluice_cache_faults_total" + cache + "}",
                "Calls to the shared cache that failed.",
                shared::faults);
        metrics.gauge(
                "sluice_cache_entries" + cache + "}",
                "Values in this node's memory.",
                local::estimatedSize);
    }

    private Optional<V> fly(
            String id, CompletableFuture<Optional<V>> flight, Supplier<Optional<V>> source) {
        try {
            var found = load(id, source);
            flights.computeIfPresent(
                    id,
                    (key, present) -> {
                        if (present != flight) return present;
                        local.put(key, known(found));
                        return null;
                    });
            flight.complete(found);
            return found;
        } catch (RuntimeException | Error e) {
            flights.remove(id, flight);
            flight.completeExceptionally(e);
            throw e;
        }
    }

    private Optional<V> load(String id, Supplier<Optional<V>> source) {
        var carried = shared.find(id).flatMap(this::decoded);
        if (carried.isPresent()) {
            sharedHits.increment();
            return carried;
        }
        loads.increment();
        var loaded = source.get();
        loaded.ifPresent(value ->
                shared.putIfAbsent(id, spec.codec.encode(value), varied(spec.sharedLifetime)));
        return loaded;
    }

    private Optional<V> decoded(byte[] bytes) {
        try {
            return Optional.of(spec.codec.decode(bytes));
        } catch (RuntimeException otherForm) {
            return Optional.empty();
        }
    }

    /// What the one who loads has found. Its fault is ours too.
    private Optional<V> await(CompletableFuture<Optional<V>> flight) {
        try {
            return flight.get(LOAD_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable("interrupted while another loaded " + spec.module, e);
        } catch (TimeoutException e) {
            throw new Unavailable("another has been loading " + spec.module + " for long", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Unavailable fault) {
                throw new Unavailable(fault.getMessage(), fault);
            }
            throw new IllegalStateException("another failed to load " + spec.module, e.getCause());
        }
    }

    private Known<V> known(Optional<V> value) {
        var lifetime = value.isPresent() ? varied(spec.localLifetime) : NOTHING_LIFETIME;
        return new Known<>(value, lifetime.toNanos());
    }

    private Duration lifetime(Known<V> known) {
        return Duration.ofNanos(known.lifetimeNanos);
    }

    private Duration varied(Duration lifetime) {
        double factor = 1 - VARIATION + 2 * VARIATION * random.nextDouble();
        return Duration.ofNanos((long) (lifetime.toNanos() * factor));
    }
}
