package dev.sluice.id;

import java.util.Optional;

/// Names an offer. Sorts by time of creation; see [IdText] for its text.
public record OfferId(long value) implements Comparable<OfferId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<OfferId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new OfferId(value));
    }

    @Override
    public int compareTo(OfferId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OfferId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
