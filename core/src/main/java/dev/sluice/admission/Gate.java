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
import java.util.Comparator;
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
/// Passes that were out when the clock was put back are good for as long as it went back, and more.
/// They count no longer than one that is issued now, or those whose owners are gone would keep the
/// gate full all that time. A few too many may be out then, once; units are not decided here.
///
/// Safe for all threads; the lock is held over the insertion of a grant, once in a block.
final class Gate {

    private static final Duration BLOCK_AGE_MAX = Duration.ofSeconds(60);
    private static final int BLOCK_MAX = 1_024;
    private static final int BLOCKS_PER_ALLOWANCE = 16;

    /// Callers read the clock before they have their turn, so it may seem to go back by less.
    private static final Duration STEP_BACK_MIN = Duration.ofSeconds(5);

    private final OfferId offer;
    private final Grants grants;
    private final List<Grants.Grant> inherited;

    /// In the order of issue, which is the order of expiry, since all live equally long.
    private final LinkedHashMap<BuyerId, Issued> out = new LinkedHashMap<>();

    /// No pass counts for longer than this, but for small steps of the clock.
    private Instant lastExpiry;

    private int blockLeft;
    private Instant blockUntil = Instant.EPOCH;

    /// @param inherited live grants from before this process
    Gate(OfferId offer, Grants grants, List<Grants.Grant> inherited) {
        this.offer = offer;
        this.grants = grants;
        this.inherited = new ArrayList<>(inherited);
        this.lastExpiry =
                inherited.stream()
                        .map(grant -> grant.until().minus(BLOCK_AGE_MAX))
                        .max(Comparator.naturalOrder())
                        .orElse(Instant.MIN);
    }

    /// The buyer's pass, new or the one that is out; nothing when the gate is full.
    synchronized Optional<Issued> admit(Ask ask, Instant now, Supplier<ClaimId> ids) {
        dropExpired(now);
        noteExpiry(ask.expiresAt());
        var issued = out.get(ask.buyer());
        if (issued != null && issued.expiresAt().isAfter(now)) return Optional.of(issued);
        if (issued != null) out.remove(ask.buyer());
        if (count() >= ask.outMax()) return Optional.empty();
        takeFromBlock(ask.outMax(), ask.expiresAt());
        var fresh = new Issued(ids.get(), ask.expiresAt());
        out.put(ask.buyer(), fresh);
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

    /// Looks at all passes when the clock was put back, and only then.
    private void noteExpiry(Instant expiry) {
        if (expiry.isAfter(lastExpiry)) lastExpiry = expiry;
        if (!expiry.plus(STEP_BACK_MIN).isBefore(lastExpiry)) return;
        lastExpiry = expiry;
        out.replaceAll((_, issued) -> expireBy(expiry, issued));
        inherited.replaceAll(grant -> expireBy(expiry.plus(BLOCK_AGE_MAX), grant));
    }

    private static Issued expireBy(Instant last, Issued issued) {
        return issued.expiresAt().isAfter(last) ? new Issued(issued.claim(), last) : issued;
    }

    private static Grants.Grant expireBy(Instant last, Grants.Grant grant) {
        if (!grant.until().isAfter(last)) return grant;
        return new Grants.Grant(grant.offer(), grant.passes(), last);
    }

    private void dropExpired(Instant now) {
        inherited.removeIf(grant -> !grant.until().isAfter(now));
        var oldest = out.values().iterator();
        while (oldest.hasNext() && !oldest.next().expiresAt().isAfter(now)) oldest.remove();
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
