package dev.sluice.id;

import java.util.Optional;

/// Names an offer. Sorts by time of creation; see [IdText] for its text.
public final class OfferId extends Id<OfferId> {

    public OfferId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<OfferId> parse(String text) {
        return parse(text, OfferId::new);
    }
}
