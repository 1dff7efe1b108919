package dev.sluice.id;

import java.util.Optional;

/// Names a product. Sorts by time of creation; see [IdText] for its text.
public final class ProductId extends Id<ProductId> {

    public ProductId(long value) {
        super(value);
    }

    /// The id with this text, or nothing when no id has such a text.
    public static Optional<ProductId> parse(String text) {
        return parse(text, ProductId::new);
    }
}
