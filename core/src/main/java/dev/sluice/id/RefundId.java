package dev.sluice.id;

import java.util.Optional;

/// Names a refund. Sorts by time of creation; see [IdText] for its text.
public record RefundId(long value) implements Comparable<RefundId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<RefundId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new RefundId(value));
    }

    @Override
    public int compareTo(RefundId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RefundId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
