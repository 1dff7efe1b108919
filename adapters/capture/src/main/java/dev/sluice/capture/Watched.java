package dev.sluice.capture;

import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Changes.Change;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The tables that are watched: whose edit a changed row is, and which columns make no edit.
enum Watched {
    PRODUCTS("product_id", "product_id", Set.of()) {
        @Override
        Change edited(long owner) {
            return new Change.ProductEdited(new ProductId(owner));
        }
    },
    SALES("sale_id", "sale_id", Set.of()) {
        @Override
        Change edited(long owner) {
            return new Change.SaleEdited(new SaleId(owner));
        }
    },
    /// Settlement moves the counts of the hot offer all the time.
    OFFERS("offer_id", "sale_id", Set.of("unpaid", "paid")) {
        @Override
        Change edited(long owner) {
            return new Change.SaleEdited(new SaleId(owner));
        }
    };

    private final String key;
    private final String owner;
    private final Set<String> counts;

    Watched(String key, String owner, Set<String> counts) {
        this.key = key;
        this.owner = owner;
        this.counts = counts;
    }

    /// What is told of an edit of a row with this owner.
    abstract Change edited(long owner);

    /// The name of the table.
    String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The column of the primary key.
    String key() {
        return key;
    }

    /// The column that says whose edit a change of the row is.
    String owner() {
        return owner;
    }

    boolean counts(String column) {
        return counts.contains(column);
    }

    static Optional<Watched> of(String table) {
        for (var watched : values()) {
            if (watched.table().equalsIgnoreCase(table)) return Optional.of(watched);
        }
        return Optional.empty();
    }
}
