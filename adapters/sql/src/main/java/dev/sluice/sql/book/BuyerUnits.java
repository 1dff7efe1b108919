package dev.sluice.sql.book;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Claim;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// How many units a buyer has of an offer at most, in memory, so that settling need not ask for
/// each claim. Buyers come in no order, and an index in theirs would slow settlement down many
/// times.
///
/// It only ever adds: units that came back, and those of a transaction that was taken back, still
/// count here. So it may say too much and never too little, and whoever would lose by what it says
/// is looked for in the book first. What that says, and what late money revives, is put here. An
/// offer is read from the book when it is first settled. Only a book of this process alone may have
/// such a memory.
///
/// It is used inside transactions of the writer alone, which follow each other.
final class BuyerUnits implements SettlingBatch.Shares {

    /// Shares that are kept; beyond that, the offers that were settled longest ago are let go of.
    private static final int SHARES_MAX = 4_000_000;

    private static final String FIND_LIVE =
            """
            select buyer_id, units
              from json_each(?) as settled cross join orders on order_id = settled.value
             where status in (0, 1)
            """;

    /// What a buyer has of an offer that was let go of in mid-batch: more than any limit, so that
    /// the book is asked.
    private static final int UNKNOWN = Integer.MAX_VALUE / 2;

    private final Map<OfferId, Table> offers = new LinkedHashMap<>(16, 0.75f, true);
    private final int sharesMax;

    BuyerUnits() {
        this(SHARES_MAX);
    }

    BuyerUnits(int sharesMax) {
        this.sharesMax = sharesMax;
    }

    /// To be called before a batch with claims for the offer is decided.
    @Override
    public void open(Link link, OfferId offer) throws SQLException {
        if (offers.containsKey(offer)) return;
        var table = new Table();
        for (var lines : Ledger.findSettledLines(link, offer)) {
            var ids = Ids.json(Ledger.lines(lines), line -> line.order().value());
            link.visit(FIND_LIVE, row -> table.add(row.getLong(1), row.getInt(2)), ids);
        }
        offers.put(offer, table);
        letGo(offer);
    }

    @Override
    public int units(Claim claim) {
        var table = offers.get(claim.offer());
        return table == null ? UNKNOWN : table.units(claim.buyer().value());
    }

    @Override
    public void add(Claim claim) {
        offers.get(claim.offer()).add(claim.buyer().value(), claim.quantity());
    }

    /// What the book says, in the transaction under way; an offer that is not known here stays so.
    void put(OfferId offer, BuyerId buyer, int units) {
        var table = offers.get(offer);
        if (table != null) table.put(buyer.value(), units);
    }

    private void letGo(OfferId newest) {
        long kept = offers.values().stream().mapToLong(Table::size).sum();
        for (Iterator<Map.Entry<OfferId, Table>> all = offers.entrySet().iterator();
                kept > sharesMax && all.hasNext(); ) {
            var eldest = all.next();
            if (eldest.getKey().equals(newest)) return;
            kept -= eldest.getValue().size();
            all.remove();
        }
    }

    /// Units by buyer in two arrays of plain numbers: a crowd must not become a million objects. A
    /// place with no units is free, and nothing is ever taken out.
    private static final class Table {

        private static final int PLACES_FIRST = 64;

        private long[] buyers = new long[PLACES_FIRST];
        private int[] units = new int[PLACES_FIRST];
        private int size;

        int size() {
            return size;
        }

        int units(long buyer) {
            return units[place(buyer)];
        }

        void add(long buyer, int more) {
            put(buyer, Math.addExact(units(buyer), more));
        }

        /// Nobody is forgotten by being set to nothing: that would leave a hole before others.
        void put(long buyer, int now) {
            if (now < 1) return;
            int place = place(buyer);
            if (units[place] == 0) {
                size++;
                buyers[place] = buyer;
            }
            units[place] = now;
            if (2 * size > buyers.length) grow();
        }

        /// Where the buyer is, or would be.
        private int place(long buyer) {
            int mask = buyers.length - 1;
            int place = (int) (buyer * 0x9e3779b97f4a7c15L >>> 32) & mask;
            while (units[place] != 0 && buyers[place] != buyer) place = place + 1 & mask;
            return place;
        }

        private void grow() {
            var oldBuyers = buyers;
            var oldUnits = units;
            buyers = new long[2 * oldBuyers.length];
            units = new int[buyers.length];
            for (int i = 0; i < oldBuyers.length; i++) {
                if (oldUnits[i] == 0) continue;
                int place = place(oldBuyers[i]);
                buyers[place] = oldBuyers[i];
                units[place] = oldUnits[i];
            }
        }
    }
}
