package dev.sluice.board;

import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.news.Subscribers;
import dev.sluice.sale.Sale;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// All published sales and their offers in a node's own memory. An id that is not here does not
/// exist, so an unknown id never reaches a store. Drafts are not here.
///
/// Every thread may read; changes come one at a time, from the sale desk and from broadcasts.
public final class SaleBoard {

    private final InstantSource clock;
    private final ConcurrentHashMap<SaleId, Sale> sales = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<SaleId, Funnel> funnels = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<OfferId, BoardOffer> offers = new ConcurrentHashMap<>();
    private final Subscribers<Sale> subscribers = new Subscribers<>();

    public SaleBoard(InstantSource clock) {
        this.clock = clock;
    }

    /// Called after each change of a sale or of a mark of its offers, on the thread that made it.
    public void listen(Consumer<Sale> subscriber) {
        subscribers.add(subscriber);
    }

    /// Takes a published sale in, or takes in what has changed of it.
    public synchronized void put(Sale sale) {
        if (sale.stage() == Sale.Stage.DRAFT)
            throw new IllegalArgumentException("a draft: " + sale);
        var funnel = funnels.computeIfAbsent(sale.id(), s -> new Funnel(clock.instant()));
        for (var offer : sale.offers()) {
            offers.computeIfAbsent(offer.id(), id -> new BoardOffer(sale, offer, funnel))
                    .update(sale, offer);
        }
        sales.put(sale.id(), sale);
        subscribers.tell(sale);
    }

    public Optional<Sale> find(SaleId sale) {
        return Optional.ofNullable(sales.get(sale));
    }

    public Optional<BoardOffer> findOffer(OfferId offer) {
        return Optional.ofNullable(offers.get(offer));
    }

    /// Whether units of the offer can be had now. The offers of a draft are on no board; they are
    /// to come.
    public Availability availability(OfferId offer) {
        var now = clock.instant();
        return findOffer(offer).map(live -> live.availabilityAt(now)).orElse(Availability.UPCOMING);
    }

    public Optional<Funnel> findFunnel(SaleId sale) {
        return Optional.ofNullable(funnels.get(sale));
    }

    public Collection<Sale> sales() {
        return sales.values();
    }

    public Collection<BoardOffer> offers() {
        return offers.values();
    }

    /// Ends a second in every funnel. A duty loop calls this once a second.
    public void tickFunnels() {
        var now = clock.instant();
        for (var funnel : funnels.values()) funnel.tick(now);
    }

    /// Sets or lifts an offer's sold-out mark as a look at the hold store shows. Whoever marks the
    /// offer during the look knows better: what the look shows may be older.
    ///
    /// @param look shows whether the offer is sold out, if the store has it
    public void heal(OfferId offer, Supplier<Optional<Boolean>> look) {
        var live = offers.get(offer);
        if (live == null) return;
        long markings = live.markings();
        var soldOut = look.get();
        if (soldOut.isEmpty() || !live.markSince(markings, soldOut.get())) return;
        subscribers.tell(live.sale());
    }

    /// Sets or lifts an offer's sold-out mark; answers whether that changed it.
    public boolean mark(OfferId offer, boolean soldOut) {
        var live = offers.get(offer);
        if (live == null || !live.mark(soldOut)) return false;
        subscribers.tell(live.sale());
        return true;
    }
}
