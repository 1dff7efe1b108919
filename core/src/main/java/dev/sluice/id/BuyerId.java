package dev.sluice.id;

import java.util.Optional;

/// Names a buyer. Sorts by time of creation; see [IdText] for its text.
public record BuyerId(long value) implements Comparable<BuyerId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<BuyerId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new BuyerId(value));
    }

    @Override
    public int compareTo(BuyerId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BuyerId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
