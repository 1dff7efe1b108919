package dev.sluice.simulation;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What buyers and providers were told. It outlives every crash: people remember.
final class Told {

    final Map<ClaimId, Claim> queued = new LinkedHashMap<>();
    final Map<ClaimId, Outcome> ended = new LinkedHashMap<>();
    final Set<OrderId> paid = new LinkedHashSet<>();
    final Set<PaymentId> refunded = new LinkedHashSet<>();

    private final World world;

    Told(World world) {
        this.world = world;
    }

    void queued(Claim claim) {
        if (queued.put(claim.id(), claim) == null) world.note("queued " + claim.id());
    }

    /// Refusing is final for a claim that is known: nobody who is in the queue may hear it.
    void refused(Claim claim, Object why) {
        world.note("refused " + claim.id() + " " + why);
        boolean known =
                world.queue.contains(claim.id()) || world.book.findClaim(claim.id()).isPresent();
        Checks.that(!known, () -> "a wrong no: " + claim + " was refused as " + why);
    }

    void state(Claim claim, ClaimState state) {
        Checks.that(state.hold().equals(claim.hold()), () -> state + " is not " + claim);
        queued(claim);
        state.outcome().ifPresent(outcome -> ended(claim, outcome));
    }

    private void ended(Claim claim, Outcome outcome) {
        var before = Optional.ofNullable(ended.put(claim.id(), outcome));
        if (before.isEmpty()) world.note("ended " + outcome);
        Checks.that(
                before.isEmpty() || before.get().equals(outcome),
                () -> "told " + before + " and then " + outcome);
    }
}
