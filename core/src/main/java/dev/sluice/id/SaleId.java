package dev.sluice.id;

import java.util.Optional;

/// Names a sale. Sorts by time of creation; see [IdText] for its text.
public final class SaleId extends Id<SaleId> {

    public SaleId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<SaleId> parse(String text) {
        return parse(text, SaleId::new);
    }
}
