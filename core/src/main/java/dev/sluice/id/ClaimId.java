package dev.sluice.id;

/// Names a claim. It is minted with the pass, so a claim that is sent again has the same id.
/// Clients see it only in the signed form that `Passes` makes of it.
public final class ClaimId extends Id<ClaimId> {

    public ClaimId(long value) {
        super(value);
    }
}
