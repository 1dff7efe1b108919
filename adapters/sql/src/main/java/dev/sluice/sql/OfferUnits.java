package dev.sluice.sql;

import dev.sluice.sale.OfferId;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/// The units in an offer's row. An offer has units from the moment its stock stands in the ledger.
final class OfferUnits {

    record Counts(int stock, int unpaid, int paid, int perBuyer) {}

    private static final String FIND_COUNTS =
            "select stock, unpaid, paid, per_buyer from offers where offer_id = ?";

    private static final String FIND_AVAILABLE =
            "select stock - unpaid - paid from offers where offer_id = ? and stocked = 1";

    private static final String MOVE_UNITS =
            """
            update offers set unpaid = unpaid + ?, paid = paid + ?
             where offer_id = ? and stocked = 1 and unpaid + paid + ? <= stock
            """;

    private static final String ADD_STOCK =
            "update offers set stock = stock + ? where offer_id = ? and stocked = 1";

    private OfferUnits() {}

    static Counts counts(Link link, OfferId offer) throws SQLException {
        return link.find(
                        FIND_COUNTS,
                        row ->
                                new Counts(
                                        row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4)),
                        offer.value())
                .orElseThrow(() -> unknown(offer));
    }

    /// Units that are neither unpaid nor paid; nothing when the offer is unknown or a draft.
    static OptionalLong available(Link link, OfferId offer) throws SQLException {
        Optional<Long> units = link.find(FIND_AVAILABLE, row -> row.getLong(1), offer.value());
        return units.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /// Changes the counts unless that would sell more than there is; says whether it did.
    static boolean move(Link link, OfferId offer, int unpaid, int paid) throws SQLException {
        return link.update(MOVE_UNITS, unpaid, paid, offer.value(), unpaid + paid) == 1;
    }

    static int addStock(Link link, OfferId offer, int quantity) throws SQLException {
        if (link.update(ADD_STOCK, quantity, offer.value()) != 1) throw unknown(offer);
        return counts(link, offer).stock;
    }

    static IllegalStateException unknown(OfferId offer) {
        return new IllegalStateException("the book has no stock of an offer " + offer);
    }
}
