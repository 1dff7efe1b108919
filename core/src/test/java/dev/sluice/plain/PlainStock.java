package dev.sluice.plain;

import dev.sluice.id.OfferId;
import dev.sluice.port.OrderBook.Restock;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Offer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// What offers were given, and by which restocks. The book that has it brings the lock.
final class PlainStock {

    private record Restocked(OfferId offer, int quantity) {}

    private final PlainLedger ledger;
    private final Map<OfferId, Offer> offers = new HashMap<>();
    private final Map<String, Restocked> restocks = new HashMap<>();

    PlainStock(PlainLedger ledger) {
        this.ledger = ledger;
    }

    void stock(Offer offer, Instant at) {
        if (offers.putIfAbsent(offer.id(), offer) != null) return;
        ledger.move(Why.STOCKED, offer.id(), offer.stock(), at);
    }

    Offer asStocked(Offer offer) {
        return offer.withStock(offers.getOrDefault(offer.id(), offer).stock());
    }

    /// An offer that was stocked.
    Offer offer(OfferId id) {
        var offer = offers.get(id);
        if (offer == null) throw new IllegalStateException("offer " + id + " was never stocked");
        return offer;
    }

    Restock restock(OfferId id, int quantity, Instant at) {
        if (quantity < 1) throw new IllegalArgumentException("a restock of " + quantity);
        var offer = offer(id);
        if (quantity > Offer.STOCK_MAX - offer.stock()) return new Restock.TooMany(offer.stock());
        offers.put(id, offer.withStock(offer.stock() + quantity));
        ledger.move(Why.RESTOCKED, id, quantity, at);
        return new Restock.Added(offer.stock() + quantity);
    }

    Restock restock(OfferId id, int quantity, String key, Instant at) {
        var what = new Restocked(id, quantity);
        var before = restocks.get(key);
        if (before == null) {
            var answer = restock(id, quantity, at);
            if (answer instanceof Restock.Added) restocks.put(key, what);
            return answer;
        }
        if (!before.equals(what)) return new Restock.KeyUsed(key);
        return new Restock.Added(offer(id).stock());
    }

    boolean hasRestock(String key) {
        return restocks.containsKey(key);
    }
}
