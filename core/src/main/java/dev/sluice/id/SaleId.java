package dev.sluice.id;

import java.util.Optional;

/// Names a sale. Sorts by time of creation; see [IdText] for its text.
public record SaleId(long value) implements Comparable<SaleId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<SaleId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new SaleId(value));
    }

    @Override
    public int compareTo(SaleId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SaleId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
