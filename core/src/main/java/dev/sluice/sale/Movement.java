package dev.sluice.sale;

import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import java.time.Instant;
import java.util.List;

/// One line in the stock ledger: how many units moved from where to where, and why. The units of a
/// batch stand in one movement, which names each order it moved.
///
/// @param sequence its place in the ledger, counted from 1 without a gap
/// @param orders the orders that moved, empty when units moved without one
/// @param hash SHA-256 over the previous movement's hash and this movement
public record Movement(
        long sequence,
        OfferId offer,
        Instant at,
        Why why,
        int units,
        List<Line> orders,
        Hash hash) {

    /// One order's part of a movement.
    public record Line(OrderId order, int units) {}

    /// Where units can be. Outside is the shop's store room.
    public enum Place {
        OUTSIDE,
        FREE,
        HELD,
        UNPAID,
        PAID
    }

    public enum Why {
        STOCKED(Place.OUTSIDE, Place.FREE),
        RESTOCKED(Place.OUTSIDE, Place.FREE),
        SETTLED(Place.HELD, Place.UNPAID),
        PAID(Place.UNPAID, Place.PAID),
        CANCELLED(Place.UNPAID, Place.FREE),
        EXPIRED(Place.UNPAID, Place.FREE),
        REVIVED(Place.FREE, Place.PAID),
        LOST(Place.HELD, Place.FREE),
        CORRECTED(Place.HELD, Place.FREE);

        private final Place from;
        private final Place to;

        Why(Place from, Place to) {
            this.from = from;
            this.to = to;
        }

        public Place from() {
            return from;
        }

        public Place to() {
            return to;
        }
    }
}
