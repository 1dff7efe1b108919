package dev.sluice.id;

import java.util.Optional;

/// Names a buyer. Sorts by time of creation; see [IdText] for its text.
public final class BuyerId extends Id<BuyerId> {

    public BuyerId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<BuyerId> parse(String text) {
        return parse(text, BuyerId::new);
    }
}
