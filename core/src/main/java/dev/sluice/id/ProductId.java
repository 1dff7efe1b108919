package dev.sluice.id;

import java.util.Optional;

/// Names a product. Sorts by time of creation; see [IdText] for its text.
public record ProductId(long value) implements Comparable<ProductId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<ProductId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new ProductId(value));
    }

    @Override
    public int compareTo(ProductId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProductId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
