package dev.sluice.sale;

import dev.sluice.id.ClaimId;

/// What intake answers to a claim. Callers switch over it without a `default`, so a new case breaks
/// the build in every place that must learn of it.
public sealed interface Decision {

    /// The units are held and the claim survives a crash; it will end as WON or LOST.
    ///
    /// @param again whether the same claim had been queued before
    record Queued(ClaimId claim, boolean again) implements Decision {}

    /// The hold store did not say in time. Sending the same claim again finds out.
    record Unknown(ClaimId claim) implements Decision {}

    /// Nothing was taken.
    enum Refused implements Decision {
        SOLD_OUT,
        OVER_LIMIT,
        OVERLOADED,
        UNAVAILABLE
    }
}
