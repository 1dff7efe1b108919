package dev.sluice.admission;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Gates.Ask;
import dev.sluice.port.Gates.Issued;
import dev.sluice.port.Grants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Admits buyers to one offer: as many passes may be out and unused as the caller allows, and a
/// buyer has one at a time, so that asking again gets the same pass and hammering gets nothing.
///
/// A pass leaves the count when it is used or has expired; without that, passes nobody uses would
/// keep units from being sold. Passes are minted from grants that were made durable in blocks
/// beforehand, and a restarted gate counts every pass of a live grant as out: it may admit too few
/// for the lifetime of a pass, never too many.
///
/// Safe for all threads; the lock is held over the insertion of a grant, once in a block.
final class Gate {

    private static final Duration BLOCK_AGE_MAX = Duration.ofSeconds(60);
    private static final int BLOCK_MAX = 1_024;
    private static final int BLOCKS_PER_ALLOWANCE = 16;

    /// Callers read the clock before they have their turn, so it may seem to go back by less.
    private static final Duration STEP_BACK_MIN = Duration.ofSeconds(5);

    private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);

    private final OfferId offer;
    private final Grants grants;
    private final List<Grants.Grant> inherited;

    /// In the order of issue, which is the order of expiry, since all live equally long; but those
    /// that were issued before the clock was put back stand in front of others that expire sooner.
    private final LinkedHashMap<BuyerId, Issued> out = new LinkedHashMap<>();

    private Instant lastExpiry = Instant.MIN;
    private Instant mixedUntil = Instant.MIN;
    private Instant sweptAt = Instant.MIN;

    private int blockLeft;
    private Instant blockUntil = Instant.EPOCH;

    /// @param inherited live grants from before this process
    Gate(OfferId offer, Grants grants, List<Grants.Grant> inherited) {
        this.offer = offer;
        this.grants = grants;
        this.inherited = new ArrayList<>(inherited);
    }

    /// The buyer's pass, new or the one that is out; nothing when the gate is full.
    synchronized Optional<Issued> admit(Ask ask, Instant now, Supplier<ClaimId> ids) {
        dropExpired(now);
        var issued = out.get(ask.buyer());
        if (issued != null && issued.expiresAt().isAfter(now)) return Optional.of(issued);
        if (issued != null) out.remove(ask.buyer());
        if (count() >= ask.outMax()) return Optional.empty();
        takeFromBlock(ask.outMax(), ask.expiresAt());
        var fresh = new Issued(ids.get(), ask.expiresAt());
        out.put(ask.buyer(), fresh);
        noteOrder(fresh.expiresAt());
        return Optional.of(fresh);
    }

    /// The buyer's pass has become a claim.
    synchronized void use(BuyerId buyer, ClaimId claim) {
        var issued = out.get(buyer);
        if (issued != null && issued.claim().equals(claim)) out.remove(buyer);
    }

    /// Passes that are out and unused, as far as this gate knows.
    synchronized int count(Instant now) {
        dropExpired(now);
        return count();
    }

    private int count() {
        int count = out.size();
        for (var grant : inherited) count += grant.passes();
        return count;
    }

    private void noteOrder(Instant expiry) {
        if (expiry.plus(STEP_BACK_MIN).isBefore(lastExpiry)) mixedUntil = lastExpiry;
        else if (expiry.isAfter(lastExpiry)) lastExpiry = expiry;
    }

    private void dropExpired(Instant now) {
        inherited.removeIf(grant -> !grant.until().isAfter(now));
        if (now.isBefore(mixedUntil)) {
            sweep(now);
            return;
        }
        var oldest = out.values().iterator();
        while (oldest.hasNext() && !oldest.next().expiresAt().isAfter(now)) oldest.remove();
    }

    /// Looks at all passes, which takes long when they are many.
    private void sweep(Instant now) {
        boolean lately = !now.isBefore(sweptAt) && now.isBefore(sweptAt.plus(SWEEP_EVERY));
        if (lately) return;
        sweptAt = now;
        out.values().removeIf(issued -> !issued.expiresAt().isAfter(now));
    }

    private void takeFromBlock(int outMax, Instant expiresAt) {
        if (blockLeft == 0 || expiresAt.isAfter(blockUntil)) {
            int passes = Math.clamp(outMax / BLOCKS_PER_ALLOWANCE, 1, BLOCK_MAX);
            var until = expiresAt.plus(BLOCK_AGE_MAX);
            grants.insert(new Grants.Grant(offer, passes, until));
            blockLeft = passes;
            blockUntil = until;
        }
        blockLeft--;
    }
}
