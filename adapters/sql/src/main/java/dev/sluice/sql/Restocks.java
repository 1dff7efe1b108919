package dev.sluice.sql;

import dev.sluice.sale.OfferId;
import java.sql.SQLException;

/// The keys of restocks, inside a transaction of the writer: each is good for one.
final class Restocks {

    private static final String INSERT_RESTOCK =
            """
            insert into restocks (restock_key, offer_id, units, at) values (?, ?, ?, ?)
                on conflict do nothing
            """;

    private static final String FIND_RESTOCK =
            "select offer_id, units from restocks where restock_key = ?";

    private record Restock(OfferId offer, int units) {}

    private Restocks() {}

    /// Whether the key is new; one that was used for something else is refused.
    static boolean note(Link link, Ledger.Entry entry, String key) throws SQLException {
        long offer = entry.offer().value();
        long at = entry.at().toEpochMilli();
        if (link.update(INSERT_RESTOCK, key, offer, entry.units(), at) == 1) return true;
        var first =
                link.find(
                                FIND_RESTOCK,
                                row -> new Restock(new OfferId(row.getLong(1)), row.getInt(2)),
                                key)
                        .orElseThrow();
        if (!first.equals(new Restock(entry.offer(), entry.units()))) {
            throw new IllegalArgumentException("key %s was used for %s".formatted(key, first));
        }
        return false;
    }
}
