package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What buyers were told, claim by claim and order by order. Belongs to the event loop's thread.
final class Told {
    private final List<ToldClaim> claims = new ArrayList<>();
    private final Map<String, ToldOrder> orders = new HashMap<>();
    private long acknowledged;
    private long waiting;

    /// The buyer's claim with this pass; new when it is the first time.
    ///
    /// @param now when the buyer was given the pass
    ToldClaim claim(Buyer buyer, String pass, int quantity, long now) {
        for (var claim : buyer.claims()) if (claim.pass().equals(pass)) return claim;
        var claim = new ToldClaim(buyer, pass, quantity, now);
        buyer.claims().add(claim);
        claims.add(claim);
        return claim;
    }

    /// The order of this id as this buyer knows it; new when it is the first time.
    ToldOrder order(Buyer buyer, String orderId, String claimId) {
        var key = buyer.number() + " " + orderId;
        return orders.computeIfAbsent(key, k -> new ToldOrder(buyer, orderId, claimId));
    }

    List<ToldClaim> claims() {
        return claims;
    }

    long acknowledged() {
        return acknowledged;
    }

    /// How many have waited for the end of a claim before this one.
    long countWaiting() {
        return waiting++;
    }

    void countAcknowledged() {
        acknowledged++;
    }

    List<Run.ClaimSeen> claimsSeen() {
        return claims.stream().map(ToldClaim::seen).toList();
    }

    List<Run.OrderSeen> ordersSeen() {
        return orders.values().stream().map(ToldOrder::seen).toList();
    }
}
