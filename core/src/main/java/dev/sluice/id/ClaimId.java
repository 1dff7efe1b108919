package dev.sluice.id;

/// Names a claim. It is minted with the pass, so a claim that is sent again has the same id.
/// Clients see it only in the signed form that `Passes` makes of it.
public record ClaimId(long value) implements Comparable<ClaimId> {

    @Override
    public int compareTo(ClaimId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClaimId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
