package dev.sluice.settlement;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.OfferId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Balances;
import dev.sluice.settlement.Oddity.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Compares what hold store, queue and order book say, offer by offer, and corrects what is wrong.
///
/// The sums are compared in each look. They are read one after the other and while claims come and
/// go, some of them held before they are durable, so a difference of sums proves nothing. It only
/// makes it look at the claims themselves, and only a claim that is odd in two looks in a row, a
/// second apart, is a real difference: see [Oddity]. It is an alarm, and it is corrected towards
/// the order book: the hold store prepares the offer anew from what the book says. That is safe,
/// since the book's guard has the last word on every unit, and the ledger says that it happened.
///
/// What somebody has begun and could not finish, as a node that was cut off from the hold store, is
/// no difference: the same again does the rest.
///
/// A fault of the surroundings explains everything: a look that fails is no look, those before it
/// count no longer, and whoever cannot look does not lead, so that another can.
///
/// One node of all does this, on a thread of its own that calls it once a second. Settlement, also
/// this node's, may be at any step meanwhile: what it has not finished is in the queue, and so is
/// nothing odd; and an offer that is prepared anew is closed to confirming and releasing, which
/// then is tried again.
public final class Reconciliation implements Runnable {

    private static final Logger LOG = System.getLogger(Reconciliation.class.getName());
    private static final int NAMED_MAX = 10;

    private final ClaimQueue queue;
    private final OrderBook book;
    private final HoldStore store;
    private final SaleBoard sales;
    private final Broadcast broadcast;
    private final InstantSource clock;
    private final BooleanSupplier leads;
    private final Map<OfferId, Difference> differences = new HashMap<>();
    private final LongAdder corrections = new LongAdder();

    /// Where the last look failed.
    private Optional<OfferId> failedAt = Optional.empty();

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

    /// Looks once. After [Unavailable] whoever else can look gets to lead.
    @Override
    public void run() {
        var offers = sales.offers().stream().filter(BoardOffer::carried).toList();
        try {
            tryToLook(offers);
        } catch (RuntimeException fault) {
            differences.clear();
            throw fault;
        }
        if (!leads.getAsBoolean()) {
            differences.clear();
            return;
        }
        Optional<RuntimeException> fault = Optional.empty();
        for (var offer : offers) {
            try {
                look(offer);
            } catch (RuntimeException e) {
                failedAt = Optional.of(offer.id());
                fault = Optional.of(e);
            }
        }
        if (fault.isPresent()) throw fault.get();
    }

    /// Asks for what is elsewhere, and where the last look failed for everything: a node that is
    /// cut off from a part must not lead only because the part that has the lease is there.
    private void tryToLook(List<BoardOffer> offers) {
        if (failedAt.isPresent()) {
            balances(failedAt.get());
            failedAt = Optional.empty();
        } else if (!offers.isEmpty()) {
            store.balance(offers.getFirst().id());
            queue.queuedUnits(offers.getFirst().id());
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

    private void look(BoardOffer offer) {
        Balances balances;
        Difference difference;
        Set<Oddity> odd;
        try {
            balances = balances(offer.id());
            difference = next(offer.id(), balances);
            odd = difference.wantsClaims() ? oddities(offer.id()) : Set.of();
        } catch (RuntimeException fault) {
            differences.remove(offer.id());
            throw fault;
        }
        if (difference.gaps().equals(Difference.Gaps.NONE)) {
            differences.remove(offer.id());
        } else if (difference.lacksStock()) {
            // A restock that was interrupted.
            store.restock(offer.id(), balances.book().stock());
        } else if (difference.isWrongInItself()) {
            correct(offer, balances, odd);
        } else {
            lookAtClaims(offer, balances, difference, odd);
        }
    }

    private void lookAtClaims(
            BoardOffer offer, Balances balances, Difference difference, Set<Oddity> odd) {
        var real = difference.again(odd);
        if (real.isEmpty()) {
            boolean read = difference.wantsClaims();
            differences.put(offer.id(), read ? difference.with(odd) : difference.unread());
        } else if (real.stream().allMatch(one -> one.kind() == Kind.ENDED_NOT_RELEASED)) {
            release(offer.id(), real);
        } else {
            correct(offer, balances, odd);
        }
    }

    /// Orders that ended give back what they had. Who ended them may do the same later, which then
    /// does nothing. Late money may have revived one since it was read, so the book is asked last.
    private void release(OfferId offer, Set<Oddity> ended) {
        var claims = ended.stream().map(Oddity::claim).collect(Collectors.toSet());
        var holds = store.findSold(offer).stream().filter(h -> claims.contains(h.claim())).toList();
        var over = Orders.withoutUnits(book, holds);
        differences.remove(offer);
        if (over.isEmpty()) return;
        store.release(over);
        broadcast.send(new Signal.Freed(offer));
    }

    private Difference next(OfferId offer, Balances balances) {
        return differences.getOrDefault(offer, Difference.NONE).next(Difference.Gaps.of(balances));
    }

    private Set<Oddity> oddities(OfferId offer) {
        return Oddity.findAll(offer, queue, book, store);
    }

    private void correct(BoardOffer offer, Balances balances, Set<Oddity> odd) {
        var some = odd.stream().limit(NAMED_MAX).toList();
        LOG.log(Level.ERROR, "offer {0} does not add up: {1} {2}", offer.id(), balances, some);
        store.prepare(offer.id(), () -> book.supply(offer.id()));
        var after = balances(offer.id());
        int moved = Math.abs(after.free() - balances.free());
        if (moved > 0) book.noteCorrection(offer.id(), moved, clock.instant());
        corrections.increment();
        differences.remove(offer.id());
        broadcast.send(
                after.free() > 0 ? new Signal.Freed(offer.id()) : new Signal.SoldOut(offer.id()));
    }
}
