package dev.sluice.capture;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the offers were when they were last seen, without their counts. PostgreSQL sends a changed
/// row as it is now; whether more than the counts has changed shows only beside the former one.
///
/// The newest offers are read at the start. Of an offer that is not remembered the first change is
/// taken for an edit, and that costs a look into the catalogue. Not for more than one thread.
final class OfferMemory {

    private static final int OFFERS_MAX = 20_000;

    /// The values of an offer, in the order of the columns.
    record Seen(Optional<Long> sale, List<String> values) {}

    /// The one that changed longest ago comes first.
    private final Map<Long, Seen> offers = new LinkedHashMap<>(64, 0.75f, true);

    void readNewest(Connection connection, String schema) throws SQLException {
        var sql =
                "select * from "
                        + PostgresServer.quoted(schema)
                        + ".offers order by offer_id desc"
                        + " limit "
                        + OFFERS_MAX;
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var columns = rows.getMetaData();
            while (rows.next()) {
                var values = new ArrayList<String>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    if (!Watched.OFFERS.counts(columns.getColumnName(i))) {
                        values.add(rows.getString(i));
                    }
                }
                var sale = Optional.of(rows.getLong(Watched.OFFERS.owner()));
                put(rows.getLong(Watched.OFFERS.key()), new Seen(sale, values));
            }
        }
    }

    Optional<Seen> find(long offer) {
        return Optional.ofNullable(offers.get(offer));
    }

    void put(long offer, Seen seen) {
        offers.put(offer, seen);
        if (offers.size() > OFFERS_MAX) offers.remove(offers.keySet().iterator().next());
    }

    void remove(long offer) {
        offers.remove(offer);
    }
}
