package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.Breaches.text;

import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What became of claims: each that was acknowledged ended, and each that was won is one order.
final class ClaimChecks {

    private static final String NO_END =
            " The run was interrupted before its end, so %s were not judged.";

    private ClaimChecks() {}

    /// What is recorded was asked for with the buyer's own session, so a claim that is recorded as
    /// ended is one that its buyer was told of or can be. A claim that nobody acknowledged need not
    /// exist, but one that does has to end as well.
    static Finding ended(Sums sums) {
        var breaches = new Breaches();
        var ends = new EnumMap<ClaimStatus, Long>(ClaimStatus.class);
        for (var status : ClaimStatus.values()) ends.put(status, 0L);
        long acknowledged = 0;
        long told = 0;
        long longest = 0;
        for (var claim : sums.run().claims()) {
            if (claim.acknowledged()) {
                acknowledged++;
                ends.merge(claim.recorded(), 1L, Long::sum);
                if (claim.endedAfterMillis() >= 0) told++;
                longest = Math.max(longest, claim.endedAfterMillis());
            }
            if (!sums.run().interrupted()) judgeEnd(claim, breaches);
        }
        var evidence =
                text(
                        "%,d claims were acknowledged: %,d won, %,d lost, %,d still queued,"
                                + " %,d unknown. %,d buyers were told while it ran, after %,d ms"
                                + " at the longest; the others can ask.",
                        acknowledged,
                        ends.get(ClaimStatus.WON),
                        ends.get(ClaimStatus.LOST),
                        ends.get(ClaimStatus.QUEUED),
                        ends.get(ClaimStatus.NONE),
                        told,
                        longest);
        if (sums.run().interrupted()) evidence += text(NO_END, "claims without an end");
        return breaches.finding("Every QUEUED ended", evidence);
    }

    private static void judgeEnd(ClaimSeen claim, Breaches breaches) {
        switch (claim.recorded()) {
            case WON, LOST -> {}
            case QUEUED -> breaches.add("%s is still QUEUED.", name(claim));
            case NONE -> {
                if (!claim.acknowledged()) return;
                breaches.add("%s was acknowledged and is unknown now.", name(claim));
            }
        }
    }

    static Finding oneOrderEach(Sums sums) {
        var breaches = new Breaches();
        long won = 0;
        var claimed = new HashMap<String, ClaimSeen>();
        for (var claim : sums.run().claims()) {
            if (claim.recorded() == ClaimStatus.WON) {
                won++;
                judgeWon(sums, claim, claimed, breaches);
            } else if (claim.recorded() == ClaimStatus.LOST) {
                judgeLost(sums, claim, breaches);
            }
        }
        judgeTwins(sums, breaches);
        judgeOwners(sums, breaches);
        judgeOrphans(sums, breaches);
        var evidence = text("%,d claims were won and %,d orders exist.", won, sums.orders().size());
        if (sums.run().interrupted()) evidence += text(NO_END, "orders that were not read");
        return breaches.finding("One claim, one order", evidence);
    }

    private static void judgeWon(
            Sums sums, ClaimSeen claim, Map<String, ClaimSeen> claimed, Breaches breaches) {
        if (claim.recordedOrder().isEmpty()) {
            breaches.add("%s is WON and names no order.", name(claim));
            return;
        }
        var other = claimed.putIfAbsent(claim.recordedOrder(), claim);
        if (other != null && !other.claimId().equals(claim.claimId())) {
            breaches.add(
                    "Order %s is named by claims %s and %s.",
                    claim.recordedOrder(), other.claimId(), claim.claimId());
        }
        var order = sums.orders().get(claim.recordedOrder());
        if (order != null) {
            judgePair(claim, order, breaches);
        } else if (!sums.run().interrupted()) {
            breaches.add(
                    "%s is WON, but its order %s does not exist.",
                    name(claim), claim.recordedOrder());
        }
    }

    private static void judgePair(ClaimSeen claim, OrderSeen order, Breaches breaches) {
        boolean fits =
                order.buyer() == claim.buyer()
                        && order.offerId().equals(claim.offerId())
                        && order.quantity() == claim.quantity()
                        && (order.claimId().isEmpty() || order.claimId().equals(claim.claimId()));
        if (fits) return;
        breaches.add(
                "%s asks for %d of offer %s, but its order %s is buyer %d's, for %d of offer %s,"
                        + " from claim %s.",
                name(claim),
                claim.quantity(),
                claim.offerId(),
                order.orderId(),
                order.buyer(),
                order.quantity(),
                order.offerId(),
                order.claimId());
    }

    private static void judgeLost(Sums sums, ClaimSeen claim, Breaches breaches) {
        for (var order : sums.ordersByClaim().getOrDefault(claim.claimId(), List.of())) {
            breaches.add(
                    "%s is LOST, but there is order %s of it, %s.",
                    name(claim), order.orderId(), order.recorded());
        }
    }

    private static void judgeTwins(Sums sums, Breaches breaches) {
        sums.ordersByClaim()
                .forEach((claim, orders) -> {
                    if (orders.size() == 1) return;
                    var ids =
                            orders.stream()
                                    .map(OrderSeen::orderId)
                                    .collect(Collectors.joining(", "));
                    breaches.add("Claim %s has %d orders: %s.", claim, orders.size(), ids);
                });
    }

    private static void judgeOwners(Sums sums, Breaches breaches) {
        for (var order : sums.run().orders()) {
            var first = sums.orders().get(order.orderId());
            if (first == null || first.buyer() == order.buyer()) continue;
            if (order.recorded() == OrderStatus.NONE) continue;
            breaches.add(
                    "Order %s is in the lists of buyers %d and %d.",
                    order.orderId(), first.buyer(), order.buyer());
        }
    }

    /// An order belongs to the claim it names or that names it. In a run that was interrupted a
    /// claim without an answer was not asked for again, and has no known id: then one order of its
    /// buyer and offer is taken to be its own.
    private static void judgeOrphans(Sums sums, Breaches breaches) {
        var claims = new HashSet<String>();
        var named = new HashSet<String>();
        var unheard = new HashMap<String, Integer>();
        for (var claim : sums.run().claims()) {
            named.add(claim.recordedOrder());
            named.add(claim.toldOrder());
            if (!claim.claimId().isEmpty()) claims.add(claim.claimId());
            else if (sums.run().interrupted()) unheard.merge(place(claim), 1, Integer::sum);
        }
        for (var order : sums.orders().values()) {
            if (isNamed(order, claims, named)) continue;
            int left = unheard.merge(place(order), -1, Integer::sum);
            if (left >= 0) continue;
            breaches.add(
                    "Order %s of buyer %d for offer %s comes from no claim of this rehearsal.",
                    order.orderId(), order.buyer(), order.offerId());
        }
    }

    private static boolean isNamed(OrderSeen order, Set<String> claims, Set<String> named) {
        return named.contains(order.orderId()) || claims.contains(order.claimId());
    }

    private static String place(ClaimSeen claim) {
        return claim.buyer() + " " + claim.offerId();
    }

    private static String place(OrderSeen order) {
        return order.buyer() + " " + order.offerId();
    }

    static String name(ClaimSeen claim) {
        return "Claim " + claim.claimId() + " of buyer " + claim.buyer();
    }
}
