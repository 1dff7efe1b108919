package dev.sluice.id;

import java.util.Optional;

/// Names a payment. Sorts by time of creation; see [IdText] for its text.
public record PaymentId(long value) implements Comparable<PaymentId> {

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<PaymentId> parse(String text) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(new PaymentId(value));
    }

    @Override
    public int compareTo(PaymentId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PaymentId that && value == that.value;
    }

    @Override
    public String toString() {
        return IdText.of(value);
    }
}
