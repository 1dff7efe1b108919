package dev.sluice.settlement;

import dev.sluice.intake.LiveOffer;
import dev.sluice.intake.SaleBoard;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Balances;
import dev.sluice.sale.OfferId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/// Compares what hold store, queue and order book count, offer by offer, and heals marks.
///
/// Orders are paid and expire while it looks, so one difference means nothing; a difference that
/// stands unchanged in three looks in a row is real. It is an alarm, and it is corrected towards
/// the order book: the hold store takes the offer up anew from what the book says. That is safe,
/// since the book's guard has the last word on every unit, and the ledger says that it happened.
///
/// One node of all does this; the others look after their own marks only. It runs on the
/// settlement thread, between two batches, so no claim is being settled by this node meanwhile;
/// what others settle shows in their next looks.
public final class Reconciliation implements Runnable {

    private static final Logger LOG = System.getLogger(Reconciliation.class.getName());
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int LOOKS = 3;

    /// How far the hold store is from the order book, in units: in the stock, in what was sold, in
    /// what is held, and in its own sum. Each is looked at by itself, since under load one of them
    /// may stand while another moves.
    private record Gaps(int stock, int sold, int held, int sum) {

        static final Gaps NONE = new Gaps(0, 0, 0, 0);

        static Gaps of(Balances all) {
            var book = all.book();
            return all.store()
                    .map(store ->
                            new Gaps(
                                    store.stock() - book.stock(),
                                    store.sold() - book.unpaid() - book.paid(),
                                    store.held() - all.queued(),
                                    store.stock() - store.free() - store.held() - store.sold()))
                    .orElse(NONE);
        }
    }

    /// For each gap in how many looks in a row it has been there, the same.
    private record Difference(Gaps gaps, Gaps looks) {

        Difference next(Gaps now) {
            return new Difference(
                    now,
                    new Gaps(
                            looks(gaps.stock, now.stock, looks.stock),
                            looks(gaps.sold, now.sold, looks.sold),
                            looks(gaps.held, now.held, looks.held),
                            looks(gaps.sum, now.sum, looks.sum)));
        }

        boolean isReal() {
            return Math.max(Math.max(looks.stock, looks.sold), Math.max(looks.held, looks.sum))
                    >= LOOKS;
        }

        private static int looks(int before, int now, int looks) {
            return now == 0 ? 0 : now == before ? looks + 1 : 1;
        }
    }

    private final ClaimQueue queue;
    private final OrderBook book;
    private final HoldStore store;
    private final SaleBoard sales;
    private final Broadcast broadcast;
    private final InstantSource clock;
    private final BooleanSupplier leads;
    private final Map<OfferId, Difference> differences = new HashMap<>();
    private final LongAdder corrections = new LongAdder();
    private Instant next = Instant.MIN;

    /// @param leads whether this is the one node of all that reconciles
    public Reconciliation(
            ClaimQueue queue,
            OrderBook book,
            HoldStore store,
            SaleBoard sales,
            Broadcast broadcast,
            InstantSource clock,
            BooleanSupplier leads) {
        this.queue = queue;
        this.book = book;
        this.store = store;
        this.sales = sales;
        this.broadcast = broadcast;
        this.clock = clock;
        this.leads = leads;
    }

    /// Looks once a period, however often it is called.
    @Override
    public void run() {
        var now = clock.instant();
        if (now.isBefore(next)) return;
        next = now.plus(PERIOD);
        boolean leads = this.leads.getAsBoolean();
        if (!leads) differences.clear();
        for (var offer : sales.offers()) {
            if (!offer.carried()) continue;
            if (leads) look(offer);
            else healMarkHere(offer);
        }
    }

    /// The units of an offer on all sides.
    public Balances balances(OfferId offer) {
        return new Balances(
                offer, book.balance(offer), store.balance(offer), queue.queuedUnits(offer));
    }

    /// Differences that were real, since the process started.
    public long corrections() {
        return corrections.sum();
    }

    private void look(LiveOffer offer) {
        var balances = balances(offer.id());
        var gaps = Gaps.of(balances);
        if (gaps.equals(Gaps.NONE)) {
            differences.remove(offer.id());
            healMark(offer, balances);
            return;
        }
        var before = differences.getOrDefault(offer.id(), new Difference(Gaps.NONE, Gaps.NONE));
        var difference = before.next(gaps);
        differences.put(offer.id(), difference);
        if (difference.isReal()) correct(offer, balances);
    }

    private void correct(LiveOffer offer, Balances balances) {
        LOG.log(Level.ERROR, "offer {0} does not add up: {1}", offer.id(), balances);
        store.prepare(offer.id(), () -> book.supply(offer.id()));
        var after = balances(offer.id());
        int moved = Math.abs(after.free() - balances.free());
        if (moved > 0) book.noteCorrection(offer.id(), moved, clock.instant());
        corrections.increment();
        differences.remove(offer.id());
        healMark(offer, after);
    }

    private void healMarkHere(LiveOffer offer) {
        var balance = store.balance(offer.id());
        if (balance.isPresent()) sales.mark(offer.id(), balance.get().free() <= 0);
    }

    /// A mark that was set or lifted by mistake, or whose signal was lost, is put right here.
    private void healMark(LiveOffer offer, Balances balances) {
        boolean dry = balances.free() <= 0;
        if (offer.soldOut() == dry) return;
        broadcast.send(dry ? new Signal.SoldOut(offer.id()) : new Signal.Freed(offer.id()));
    }
}
