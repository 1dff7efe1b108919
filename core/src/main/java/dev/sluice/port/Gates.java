package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// Which passes are out and unused, over all nodes. Kept by `GatesContract`.
///
/// - **Never too many.** No more passes of an offer are out at a time than the caller allows.
/// - **One each.** A buyer has one pass of an offer at a time: asking again, on whichever node,
///   gets the same one.
/// - A pass leaves the count when it is used or has expired.
public interface Gates {

    /// A pass that is out and unused.
    record Issued(ClaimId claim, Instant expiresAt) {}

    /// @param outMax how many passes of the offer may be out and unused
    /// @param expiresAt when a new pass would expire, in whole seconds
    record Ask(OfferId offer, BuyerId buyer, int outMax, Instant expiresAt) {}

    /// The buyer's pass, new or the one that is out; nothing when the gate is full. May block.
    Optional<Issued> admit(Ask ask, Instant now, Supplier<ClaimId> ids);

    /// The buyer's pass has become a claim. Never blocks; the count follows soon.
    void use(OfferId offer, BuyerId buyer, ClaimId claim);

    /// Passes of the offer that are out and unused.
    int count(OfferId offer, Instant now);
}
