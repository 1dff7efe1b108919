package dev.sluice.intake;

import dev.sluice.sale.ClaimId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.OfferId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/// A node's own memory of the claims of the offers it carries, so that asking for one costs no look
/// into a store. Only claims that were queued are here, so their number is bounded by the stock;
/// they go when their offer is let go of.
///
/// Safe for all threads. An ended claim never becomes queued again.
public final class ClaimBoard {

    private static final int CLAIMS_EXPECTED = 1 << 18;

    private final ConcurrentHashMap<ClaimId, ClaimState> claims =
            new ConcurrentHashMap<>(CLAIMS_EXPECTED);
    private final ConcurrentHashMap<ClaimId, CompletableFuture<ClaimState>> waits =
            new ConcurrentHashMap<>();

    public Optional<ClaimState> find(ClaimId claim) {
        return Optional.ofNullable(claims.get(claim));
    }

    public void queue(ClaimState claim) {
        claims.putIfAbsent(claim.id(), claim);
    }

    public void end(List<ClaimState> ended) {
        for (var claim : ended) {
            claims.put(claim.id(), claim);
            if (waits.isEmpty()) continue;
            var wait = waits.remove(claim.id());
            if (wait != null) wait.complete(claim);
        }
    }

    /// Completes when the claim ends, which every claim on the board does. Several may wait for one
    /// claim; none can complete the stage of another.
    public CompletionStage<ClaimState> whenEnded(ClaimId claim) {
        var wait = waits.computeIfAbsent(claim, c -> new CompletableFuture<>());
        var state = claims.get(claim);
        if (state != null && state.outcome().isPresent()) {
            waits.remove(claim, wait);
            wait.complete(state);
        }
        return wait.minimalCompletionStage();
    }

    public void forget(OfferId offer) {
        claims.values().removeIf(claim -> claim.hold().offer().equals(offer));
    }

    public int size() {
        return claims.size();
    }
}
