package dev.sluice.server.engine;

import dev.sluice.id.ClaimId;
import dev.sluice.port.OrderBook;
import dev.sluice.port.SharedCache;
import dev.sluice.sale.ClaimState;
import dev.sluice.server.cache.TwoLevelCache;
import dev.sluice.server.config.World;
import dev.sluice.server.metrics.Metrics;
import java.time.Duration;
import java.util.Optional;

/// How claims ended, by what the order book says. That never changes, so where nodes share a cache
/// it may be known from there. Any thread may call.
public final class Outcomes {

    private static final int LOCAL_MAX = 100_000;
    private static final Duration LOCAL = Duration.ofMinutes(1);
    private static final Duration SHARED = Duration.ofMinutes(10);

    private final OrderBook book;
    private final Optional<TwoLevelCache<ClaimState>> cache;

    Outcomes(OrderBook book, Optional<SharedCache> shared, World world) {
        this.book = book;
        this.cache = shared.map(level -> cache(level, world));
    }

    private static TwoLevelCache<ClaimState> cache(SharedCache shared, World world) {
        var spec =
                new TwoLevelCache.Spec<>(
                        "outcome", 1, LOCAL_MAX, LOCAL, SHARED, new OutcomeBytes());
        return new TwoLevelCache<>(spec, shared, world.random(), world.nanos());
    }

    public void register(Metrics metrics) {
        cache.ifPresent(known -> known.register(metrics));
    }

    /// A claim that has ended. Blocks.
    Optional<ClaimState> find(ClaimId claim) {
        return cache.map(known -> known.find(claim.toString(), () -> book.findClaim(claim)))
                .orElseGet(() -> book.findClaim(claim));
    }
}
