package dev.sluice.sql.book;

import dev.sluice.id.OfferId;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;

/// The keys of restocks, inside a transaction of the writer: each is good for one.
final class Restocks {

    private static final String INSERT_RESTOCK =
            "insert into restocks (restock_key, offer_id, units, at) values (?, ?, ?, ?)";

    private static final String FIND_RESTOCK =
            "select offer_id, units from restocks where restock_key = ?";

    enum Done {
        NONE,
        THIS,
        ANOTHER
    }

    private record Restock(OfferId offer, int units) {}

    private Restocks() {}

    static boolean has(Link link, String key) throws SQLException {
        return link.find(FIND_RESTOCK, row -> true, key).isPresent();
    }

    /// Which restock the key has done.
    static Done find(Link link, Ledger.Entry entry, String key) throws SQLException {
        var first =
                link.find(
                        FIND_RESTOCK,
                        row -> new Restock(new OfferId(row.getLong(1)), row.getInt(2)),
                        key);
        if (first.isEmpty()) return Done.NONE;
        boolean same = first.get().equals(new Restock(entry.offer(), entry.units()));
        return same ? Done.THIS : Done.ANOTHER;
    }

    static void insert(Link link, Ledger.Entry entry, String key) throws SQLException {
        long at = entry.at().toEpochMilli();
        link.update(INSERT_RESTOCK, key, entry.offer().value(), entry.units(), at);
    }
}
