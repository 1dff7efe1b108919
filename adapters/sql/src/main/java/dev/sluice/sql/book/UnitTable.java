package dev.sluice.sql.book;

/// Units by buyer in two arrays of plain numbers: a crowd must not become a million objects. A
/// place with no units is free, and nothing is ever taken out.
final class UnitTable {

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
