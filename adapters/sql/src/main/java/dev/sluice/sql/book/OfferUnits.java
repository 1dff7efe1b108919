package dev.sluice.sql.book;

import dev.sluice.id.OfferId;
import dev.sluice.sale.Offer;
import dev.sluice.sql.base.Link;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// The units in an offer's row. An offer has units from the moment its stock stands in the ledger.
final class OfferUnits {

    record Counts(int stock, int unpaid, int paid, int perBuyer) {}

    private static final String FIND_COUNTS =
            "select stock, unpaid, paid, per_buyer from offers where offer_id = ?";

    private static final String FIND_STOCKED = FIND_COUNTS + " and stocked = 1";

    private static final String MOVE_UNITS =
            """
            update offers set unpaid = unpaid + ?, paid = paid + ?
             where offer_id = ? and stocked = 1 and unpaid + paid + ? <= stock
            """;

    private static final String ADD_STOCK =
            """
            update offers set stock = stock + ?
             where offer_id = ? and stocked = 1 and stock <= ?
            """;

    private OfferUnits() {}

    static Counts counts(Link link, OfferId offer) throws SQLException {
        return link.find(FIND_COUNTS, OfferUnits::counts, offer.value())
                .orElseThrow(() -> unknown(offer));
    }

    /// The counts of an offer whose stock stands in the ledger; nothing for one that is unknown or
    /// a draft.
    static Optional<Counts> stocked(Link link, OfferId offer) throws SQLException {
        return link.find(FIND_STOCKED, OfferUnits::counts, offer.value());
    }

    /// Changes the counts unless that would sell more than there is; says whether it did.
    static boolean move(Link link, OfferId offer, int unpaid, int paid) throws SQLException {
        return link.update(MOVE_UNITS, unpaid, paid, offer.value(), unpaid + paid) == 1;
    }

    /// Adds units unless the offer would then have more than it may; says whether it did.
    static boolean addStock(Link link, OfferId offer, int quantity) throws SQLException {
        int most = Offer.STOCK_MAX - quantity;
        if (link.update(ADD_STOCK, quantity, offer.value(), most) == 1) return true;
        if (stocked(link, offer).isEmpty()) throw unknown(offer);
        return false;
    }

    private static Counts counts(ResultSet row) throws SQLException {
        return new Counts(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4));
    }

    static IllegalStateException unknown(OfferId offer) {
        return new IllegalStateException("the book has no stock of an offer " + offer);
    }
}
