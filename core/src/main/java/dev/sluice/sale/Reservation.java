package dev.sluice.sale;

import dev.sluice.id.ClaimId;

/// What the hold store answers to a claim. Callers switch over it without a `default`, so a new
/// case breaks the build in every place that must learn of it.
public sealed interface Reservation {

    /// The units are held, and the claim is in the queue for good.
    ///
    /// @param sequence its place in the queue since the beginning
    /// @param again whether this very claim had been held before this call
    record Held(ClaimId claim, long sequence, boolean again) implements Reservation {}

    /// The store did not say in time. Sending the same claim again finds out.
    record Unanswered(ClaimId claim) implements Reservation {}

    /// Nothing was taken.
    enum Refused implements Reservation {
        SOLD_OUT,
        OVER_LIMIT,
        OVERLOADED,
        UNAVAILABLE
    }
}
