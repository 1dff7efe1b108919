package dev.sluice.sale;

import dev.sluice.id.ClaimId;
import java.util.Optional;

/// A claim as it stands. Without an outcome it is queued.
///
/// @param sequence its place in the queue since the beginning, 0 when that is no longer known
public record ClaimState(Hold hold, long sequence, Optional<Outcome> outcome) {

    public ClaimId id() {
        return hold.claim();
    }

    public ClaimState ended(Outcome outcome) {
        return new ClaimState(hold, sequence, Optional.of(outcome));
    }
}
