package dev.sluice.sql.book;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Hold;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.SqliteDatabase;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Reads from a book which claims were settled and how, for an audit. It changes nothing, so a
/// server may be using the book.
public final class SettledClaims {

    /// How a claim was settled.
    public enum Fate {
        /// It became an order that has units, within the limit of its buyer.
        LIVE,
        /// It became an order that late money brought back. In books of before that may be beyond
        /// the limit of its buyer, so an audit does not judge these by it.
        REVIVED,
        /// It became an order that has ended.
        ENDED,
        LOST
    }

    public record Settled(Hold hold, Fate fate) {}

    private static final String FIND_ALL =
            """
            select claim_id, offer_id, buyer_id, units,
                   case when status not in (0, 1) then 'ENDED'
                        when late_money is null then 'LIVE'
                        else 'REVIVED' end
              from orders not indexed
             union all
            select claim_id, offer_id, buyer_id, units, 'LOST' from lost_claims
            """;

    private static final String FIND_LIMITS = "select offer_id, per_buyer from offers";

    private SettledClaims() {}

    /// All settled claims as of one moment, in no particular order. A claim that was settled twice
    /// comes twice.
    public static void forEach(Database database, Consumer<Settled> each) {
        database.read(link -> {
            forEach(link, each);
            return null;
        });
    }

    /// The same of an SQLite file.
    public static void forEach(Path file, Consumer<Settled> each) {
        try (var link = SqliteDatabase.openReadOnly(file)) {
            forEach(link, each);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(file, e);
        }
    }

    /// How many units of each offer one buyer may have.
    public static Map<OfferId, Integer> limits(Database database) {
        return database.read(SettledClaims::limits);
    }

    /// The same of an SQLite file.
    public static Map<OfferId, Integer> limits(Path file) {
        try (var link = SqliteDatabase.openReadOnly(file)) {
            return limits(link);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(file, e);
        }
    }

    private static void forEach(Link link, Consumer<Settled> each) throws SQLException {
        link.stream(FIND_ALL, row -> each.accept(settled(row)));
    }

    private static Map<OfferId, Integer> limits(Link link) throws SQLException {
        var limits = new HashMap<OfferId, Integer>();
        link.visit(FIND_LIMITS, row -> limits.put(new OfferId(row.getLong(1)), row.getInt(2)));
        return limits;
    }

    private static Settled settled(ResultSet row) throws SQLException {
        var hold =
                new Hold(
                        new ClaimId(row.getLong(1)),
                        new OfferId(row.getLong(2)),
                        new BuyerId(row.getLong(3)),
                        row.getInt(4));
        return new Settled(hold, Fate.valueOf(row.getString(5)));
    }
}
