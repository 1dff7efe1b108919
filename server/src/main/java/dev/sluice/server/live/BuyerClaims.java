package dev.sluice.server.live;

import dev.sluice.board.LongMap;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
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
/// Nearly every buyer has one claim, which is kept as two numbers; only further ones take objects.
/// Ended claims are only put into a line here, so that settlement pays nothing for each;
/// [#forgetOld] takes them out when their time has come, or earlier when there are too many. Safe
/// for all threads; one thread at a time forgets.
final class BuyerClaims {

    /// How long a buyer is told of a claim that has ended.
    static final Duration KEPT = Duration.ofMinutes(15);

    private static final int PER_BUYER_MAX = 50;
    private static final int EXPECTED_MAX = 1_000_000;

    private record Ended(Instant at, long[] buyers, long[] claims) {

        static Ended of(List<ClaimState> batch, Instant at) {
            var buyers = new long[batch.size()];
            var claims = new long[batch.size()];
            for (int i = 0; i < claims.length; i++) {
                buyers[i] = batch.get(i).hold().buyer().value();
                claims[i] = batch.get(i).id().value();
            }
            return new Ended(at, buyers, claims);
        }
    }

    private final int claimsMax;
    private final LongMap firsts = new LongMap();
    private final ConcurrentHashMap<BuyerId, List<ClaimId>> others = new ConcurrentHashMap<>();
    private final AtomicInteger othersSize = new AtomicInteger();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private final AtomicInteger endedSize = new AtomicInteger();

    /// @param claimsMax claims kept; the buyers of further ones find them by asking for them
    BuyerClaims(int claimsMax) {
        this.claimsMax = claimsMax;
    }

    /// Makes room for a sale of that many units, before its crowd comes.
    void expect(long units) {
        firsts.expect((int) Math.min(EXPECTED_MAX, units));
    }

    void queued(BuyerId buyer, ClaimId claim) {
        if (size() >= claimsMax) return;
        if (firsts.replace(buyer.value(), LongMap.NONE, claim.value())) return;
        if (firsts.get(buyer.value()) == claim.value()) return;
        others.compute(buyer, (b, known) -> with(known, claim));
    }

    void ended(List<ClaimState> batch, Instant now) {
        ended.add(Ended.of(batch, now));
        endedSize.addAndGet(batch.size());
    }

    /// The buyer's claims, oldest first.
    List<ClaimId> find(BuyerId buyer) {
        var found = new ArrayList<>(others.getOrDefault(buyer, List.of()));
        long first = firsts.get(buyer.value());
        if (first != LongMap.NONE) found.add(new ClaimId(first));
        found.sort(null);
        return found;
    }

    /// Takes out what ended too long ago. A duty calls this now and then.
    void forgetOld(Instant now) {
        var line = now.minus(KEPT);
        for (var oldest = ended.peek(); oldest != null; oldest = ended.peek()) {
            if (oldest.at.isAfter(line) && endedSize.get() <= claimsMax) return;
            ended.remove();
            endedSize.addAndGet(-oldest.claims.length);
            for (int i = 0; i < oldest.claims.length; i++) {
                if (firsts.remove(oldest.buyers[i], oldest.claims[i])) continue;
                var claim = new ClaimId(oldest.claims[i]);
                others.computeIfPresent(
                        new BuyerId(oldest.buyers[i]), (b, known) -> without(known, claim));
            }
        }
    }

    int size() {
        return firsts.size() + othersSize.get();
    }

    private List<ClaimId> with(List<ClaimId> known, ClaimId claim) {
        var more = new ArrayList<ClaimId>(known == null ? List.of() : known);
        if (more.contains(claim)) return known;
        more.add(claim);
        if (more.size() >= PER_BUYER_MAX) more.removeFirst();
        else othersSize.incrementAndGet();
        return List.copyOf(more);
    }

    private List<ClaimId> without(List<ClaimId> known, ClaimId claim) {
        var fewer = known.stream().filter(other -> !other.equals(claim)).toList();
        othersSize.addAndGet(fewer.size() - known.size());
        return fewer.isEmpty() ? null : fewer;
    }
}
