package dev.sluice.server;

import dev.sluice.sale.BuyerId;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.ClaimState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Which claims each buyer has of late: those that were queued on this node and have not ended
/// longer ago than [#KEPT]. Only who has which claim stands here; how a claim stands, the claim
/// board knows.
///
/// Noting a queued claim is one step in a map. Ended claims are only put into a line here, so that
/// settlement pays nothing for each; [#forgetOld] takes them out when their time has come, or
/// earlier when there are too many. Safe for all threads; one thread at a time forgets.
final class BuyerClaims {

    /// How long a buyer is told of a claim that has ended.
    static final Duration KEPT = Duration.ofMinutes(15);

    private static final int PER_BUYER_MAX = 50;

    private record Ended(Instant at, List<ClaimState> claims) {}

    private final int claimsMax;
    private final ConcurrentHashMap<BuyerId, List<ClaimId>> claims = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private final AtomicInteger endedSize = new AtomicInteger();

    /// @param claimsMax claims kept; the buyers of further ones find them by asking for them
    BuyerClaims(int claimsMax) {
        this.claimsMax = claimsMax;
    }

    void queued(ClaimState claim) {
        if (size.get() >= claimsMax) return;
        claims.compute(claim.hold().buyer(), (buyer, known) -> with(known, claim.id()));
    }

    void ended(List<ClaimState> batch, Instant now) {
        ended.add(new Ended(now, batch));
        endedSize.addAndGet(batch.size());
    }

    /// The buyer's claims, oldest first.
    List<ClaimId> find(BuyerId buyer) {
        return claims.getOrDefault(buyer, List.of());
    }

    /// Takes out what ended too long ago. A duty calls this now and then.
    void forgetOld(Instant now) {
        var line = now.minus(KEPT);
        for (var oldest = ended.peek(); oldest != null; oldest = ended.peek()) {
            if (oldest.at.isAfter(line) && endedSize.get() <= claimsMax) return;
            ended.remove();
            endedSize.addAndGet(-oldest.claims.size());
            for (var claim : oldest.claims) {
                claims.computeIfPresent(
                        claim.hold().buyer(), (b, known) -> without(known, claim.id()));
            }
        }
    }

    int size() {
        return size.get();
    }

    private List<ClaimId> with(List<ClaimId> known, ClaimId claim) {
        if (known == null) {
            size.incrementAndGet();
            return List.of(claim);
        }
        if (known.contains(claim)) return known;
        var more = new ArrayList<>(known);
        more.add(claim);
        if (more.size() > PER_BUYER_MAX) more.removeFirst();
        else size.incrementAndGet();
        return List.copyOf(more);
    }

    private List<ClaimId> without(List<ClaimId> known, ClaimId claim) {
        var fewer = known.stream().filter(other -> !other.equals(claim)).toList();
        size.addAndGet(fewer.size() - known.size());
        return fewer.isEmpty() ? null : fewer;
    }
}
