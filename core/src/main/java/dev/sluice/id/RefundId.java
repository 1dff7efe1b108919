package dev.sluice.id;

import java.util.Optional;

/// Names a refund. Sorts by time of creation; see [IdText] for its text.
public final class RefundId extends Id<RefundId> {

    public RefundId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<RefundId> parse(String text) {
        return parse(text, RefundId::new);
    }
}
