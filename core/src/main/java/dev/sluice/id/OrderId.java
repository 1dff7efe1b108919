package dev.sluice.id;

import java.util.Optional;

/// Names an order. Sorts by time of creation; see [IdText] for its text.
public final class OrderId extends Id<OrderId> {

    public OrderId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<OrderId> parse(String text) {
        return parse(text, OrderId::new);
    }
}
