package dev.sluice.id;

import java.util.Optional;

/// Names a payment. Sorts by time of creation; see [IdText] for its text.
public final class PaymentId extends Id<PaymentId> {

    public PaymentId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<PaymentId> parse(String text) {
        return parse(text, PaymentId::new);
    }
}
