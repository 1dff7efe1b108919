package dev.sluice.sql.book;

import dev.sluice.id.OfferId;
import dev.sluice.sale.Movement.Why;
import java.time.Instant;

/// What a movement names, as it is put together: its lines, their units and their seals.
final class MovementLines {

    private final StringBuilder text = new StringBuilder();
    private final Seals seals = new Seals();
    private int units;

    /// With which the rows that are added are sealed.
    Seals seals() {
        return seals;
    }

    /// An order that was sealed before.
    void add(long id, int quantity) {
        Ledger.addLine(text, id, quantity);
        units = Math.addExact(units, quantity);
    }

    void add(long id, int quantity, byte[] seal) {
        add(id, quantity);
        seals.add(seal);
    }

    int units() {
        return units;
    }

    Ledger.Entry entry(OfferId offer, Instant at, Why why) {
        return new Ledger.Entry(offer, at, why, units, text.toString(), seals.content());
    }
}
