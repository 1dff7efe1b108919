package dev.sluice.id;

import java.util.Optional;

/// Names an order. Sorts by time of creation; see [IdText] for its text.
public record OrderId(long value) implements Comparable<OrderId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<OrderId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new OrderId(value));
    }

    @Override
    public int compareTo(OrderId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OrderId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
