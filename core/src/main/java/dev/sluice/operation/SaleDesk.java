package dev.sluice.operation;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Catalogue;
import dev.sluice.port.Changes.Change;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.sale.Sale.State;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// What operators do to sales, and what time does to them.
///
/// The catalogue records first; then the hold store takes the offers up, then the node's memory,
/// then the other nodes hear of it. Operators are few, so one lock around it all keeps it simple.
public final class SaleDesk {

    private static final Logger LOG = System.getLogger(SaleDesk.class.getName());

    /// A carried sale is let go of this long after it closed, once nothing of it is unpaid or
    /// queued.
    private static final Duration LINGER = Duration.ofMinutes(1);

    private static final int SALES_MAX = 100_000;
    private static final int PUT_BACK_MAX = 500;
    private static final Duration DAY = Duration.ofDays(1);

    private final Catalogue catalogue;
    private final OrderBook book;
    private final HoldStore store;
    private final SaleBoard sales;
    private final ClaimBoard board;
    private final Consumer<BoardOffer> catchUp;
    private final Broadcast broadcast;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final Executor aside;

    /// @param catchUp asks for the ends of the claims of an offer that is carried
    /// @param aside where what a broadcast asks for is done, since whoever hears must not block
    public SaleDesk(
            Catalogue catalogue,
            OrderBook book,
            HoldStore store,
            SaleBoard sales,
            ClaimBoard board,
            Consumer<BoardOffer> catchUp,
            Broadcast broadcast,
            Snowflakes ids,
            InstantSource clock,
            Executor aside) {
        this.catalogue = catalogue;
        this.book = book;
        this.store = store;
        this.sales = sales;
        this.board = board;
        this.catchUp = catchUp;
        this.broadcast = broadcast;
        this.ids = ids;
        this.clock = clock;
        this.aside = aside;
    }

    /// At the start of the process: all published sales into memory, and those that still go on, or
    /// have unpaid orders, into the hold store. What the store has of others is carried too, until
    /// it is let go of: when all nodes stopped at the end of a sale, nobody has done that.
    public synchronized void load() {
        catalogue.findSales(Optional.empty(), SALES_MAX).stream()
                .filter(sale -> sale.stage() != Stage.DRAFT)
                .forEach(sales::put);
        for (var sale : catalogue.findLiveSales(clock.instant())) carry(sale);
        for (var offer : store.offers()) {
            sales.findOffer(offer).filter(live -> !live.carried()).ifPresent(this::carry);
        }
    }

    /// Moves a sale to another stage. False when its present stage does not allow it; a sale that
    /// is there already stays there and that is true. After a failure the same call again does the
    /// rest.
    public synchronized boolean move(SaleId id, Stage to) {
        var stage = catalogue.findSale(id).orElseThrow().stage();
        if (stage != to) {
            if (!stage.canBecome(to)) return false;
            if (!catalogue.moveSale(id, stage, to, clock.instant())) return false;
        }
        refresh(id);
        broadcast.send(new Signal.SaleChanged(id));
        return true;
    }

    /// After the catalogue has changed a sale in any other way.
    public synchronized void changed(SaleId id) {
        catalogue.findSale(id).ifPresent(this::take);
        broadcast.send(new Signal.SaleChanged(id));
    }

    /// Hears that somebody has edited the catalogue in the database itself. Every node hears that
    /// by itself. Blocks.
    public void heed(Change change) {
        switch (change) {
            case Change.SaleEdited(SaleId sale) -> look(sale);
            case Change.ProductEdited(ProductId product) -> look(product);
            case Change.Any _ -> tick();
        }
    }

    /// Takes in what somebody else has changed of a product, in all sales that offer it.
    private synchronized void look(ProductId product) {
        for (var sale : List.copyOf(sales.sales())) {
            boolean offers = sale.offers().stream().anyMatch(o -> o.product().id().equals(product));
            if (offers) look(sale.id());
        }
    }

    /// Adds units before a sale or in the middle of it; the marks lift on every node. A restock
    /// that is asked for again is answered like the first time, also when the sale has closed
    /// since. How much an offer may have, and which key was used, is the book's to guard, over all
    /// nodes.
    ///
    /// @param key by which a restock that is asked for again is known, if the operator gave one
    public synchronized OrderBook.Restock restock(
            OfferId offer, int quantity, Optional<String> key) {
        var now = clock.instant();
        var state = sales.findOffer(offer).map(o -> o.sale().stateAt(now)).orElse(State.DRAFT);
        if (!isRunning(state) && !key.map(book::hasRestock).orElse(false)) {
            return new OrderBook.Restock.NotRunning(state);
        }
        var answer =
                key.isPresent()
                        ? book.restock(offer, quantity, key.get(), now)
                        : book.restock(offer, quantity, now);
        if (answer instanceof OrderBook.Restock.Added(int stock)) {
            store.restock(offer, stock);
            sales.findOffer(offer).ifPresent(live -> changed(live.sale().id()));
            broadcast.send(new Signal.Freed(offer));
        }
        return answer;
    }

    /// Hears the broadcast. Must be subscribed to it.
    public void hear(Signal signal) {
        switch (signal) {
            case Signal.SoldOut(OfferId offer) -> sales.mark(offer, true);
            case Signal.Freed(OfferId offer) -> sales.mark(offer, false);
            case Signal.SaleChanged(SaleId sale) -> aside.execute(() -> look(sale));
            case Signal.ClaimsEnded _, Signal.Missed _ -> {}
            case Signal.SessionEnded _, Signal.SwitchesChanged _ -> {}
        }
    }

    /// What time does: daily sales get their successors, sales that are over are let go of. What a
    /// lost signal or a failed step has left undone is done here too. A duty loop calls this once a
    /// second.
    public synchronized void tick() {
        putBackAll();
        var now = clock.instant();
        for (var sale : catalogue.findLiveSales(now)) take(sale);
        Optional<RuntimeException> fault = Optional.empty();
        for (var sale : sales.sales()) {
            try {
                tick(sale, now);
            } catch (RuntimeException e) {
                fault = Optional.of(e);
            }
        }
        if (fault.isPresent()) throw fault.get();
    }

    /// Before the catalogue is asked: other nodes wait for what this one has acknowledged and the
    /// store has lost, and not for long. The rest of preparing an offer needs the database.
    private void putBackAll() {
        for (var live : sales.offers()) {
            if (!live.carried()) continue;
            try {
                var generation = store.generation(live.id());
                if (generation.isEmpty() || live.carries(generation)) continue;
                putBack(live.id(), generation.getAsLong());
                store.allBack(live.id(), generation.getAsLong());
            } catch (RuntimeException fault) {
                LOG.log(Level.DEBUG, "what is left is done when the offer is prepared", fault);
            }
        }
    }

    /// One sale that cannot go on keeps no other from it.
    private void tick(Sale sale, Instant now) {
        if (sale.repeat() == Repeat.DAILY && !now.isBefore(sale.opensAt())) succeed(sale, now);
        if (sale.stateAt(now) == State.CLOSED) letGo(sale, now);
        else look(sale.id());
    }

    /// Takes in what somebody else has changed of a sale.
    private synchronized void look(SaleId id) {
        catalogue.findSale(id).ifPresent(this::refresh);
    }

    private void refresh(SaleId id) {
        refresh(catalogue.findSale(id).orElseThrow());
    }

    /// Takes in what the catalogue says of a sale, and carries it while it goes on.
    private void refresh(Sale sale) {
        take(sale);
        if (isRunning(sale.stateAt(clock.instant()))) carry(sale);
    }

    private static boolean isRunning(State state) {
        return switch (state) {
            case UPCOMING, OPEN, PAUSED -> true;
            case DRAFT, CLOSED -> false;
        };
    }

    private void take(Sale sale) {
        boolean known = sales.find(sale.id()).equals(Optional.of(sale));
        if (sale.stage() != Stage.DRAFT && !known) sales.put(sale);
    }

    /// Sees to it that the hold store has the offers of the sale and that this node knows their
    /// claims. Where another node has prepared an offer there is nothing to prepare. A store that
    /// has lost an offer, or was restarted, prepares it anew from the book.
    private void carry(Sale sale) {
        for (var offer : sale.offers()) carry(sales.findOffer(offer.id()).orElseThrow());
    }

    private void carry(BoardOffer live) {
        var generation = store.generation(live.id());
        if (!live.carries(generation)) carry(live, generation);
    }

    private void carry(BoardOffer live, OptionalLong present) {
        var offer = live.id();
        if (!live.carried()) board.expect(offer, live.offer().stock());
        if (present.isEmpty()) store.prepare(offer, () -> book.supply(offer));
        var generation = store.generation(offer);
        if (generation.isEmpty()) throw new Unavailable("offer " + offer + " is not ready", null);
        // First of all: the store keeps new claims waiting for this, and not for long.
        if (live.carried()) putBack(offer, generation.getAsLong());
        store.allBack(offer, generation.getAsLong());
        store.findHeld(offer).forEach(board::queue);
        catchUp.accept(live);
        live.carry(generation.getAsLong());
        boolean dry = store.balance(offer).map(b -> b.free() <= 0).orElse(false);
        sales.mark(offer, dry);
    }

    /// The store was prepared anew while the offer was on sale. Claims that this node has
    /// acknowledged and that the store has lost are put back; one that finds no units any more is
    /// lost, so that it ends. One that the book has settled meanwhile is known to the store, or
    /// ends as the book says.
    private void putBack(OfferId offer, long generation) {
        var queued = board.findQueued(offer);
        for (int from = 0; from < queued.size(); from += PUT_BACK_MAX) {
            int to = Math.min(queued.size(), from + PUT_BACK_MAX);
            var batch = queued.subList(from, to).stream().map(this::claim).toList();
            var answers = store.putBack(batch);
            // What a store said that is closed or prepared anew by now was about other units.
            boolean counts = store.generation(offer).equals(OptionalLong.of(generation));
            for (int i = 0; i < batch.size(); i++) {
                if (!counts) notYet(batch.get(i));
                putBack(batch.get(i), answers.get(i));
            }
        }
    }

    private void putBack(Claim claim, Reservation answer) {
        switch (answer) {
            case Reservation.Held _ -> {}
            case Reservation.Refused.SOLD_OUT -> lose(claim, Outcome.Reason.SOLD_OUT);
            case Reservation.Refused.OVER_LIMIT -> lose(claim, Outcome.Reason.OVER_LIMIT);
            case Reservation.Refused.OVERLOADED, Reservation.Refused.UNAVAILABLE -> notYet(claim);
            case Reservation.Unanswered _ -> notYet(claim);
        }
    }

    private static void notYet(Claim claim) {
        throw new Unavailable("claim " + claim.id() + " cannot be put back yet", null);
    }

    private void lose(Claim claim, Outcome.Reason reason) {
        var outcome = book.lose(claim, reason, clock.instant());
        var ended = new ClaimState(claim.hold(), 0, Optional.of(outcome));
        broadcast.send(new Signal.ClaimsEnded(List.of(ended)));
    }

    private Claim claim(ClaimState queued) {
        var hold = queued.hold();
        return new Claim(queued.id(), hold.offer(), hold.buyer(), hold.units(), clock.instant());
    }

    /// A sale that is over is carried on while there is something to do: a store that loses it
    /// meanwhile gets back what was acknowledged. Another node may have let go of it already.
    private void letGo(Sale sale, Instant now) {
        boolean lingers =
                now.isBefore(sale.closesAt().plus(LINGER)) && sale.stage() != Stage.CLOSED;
        for (var offer : sale.offers()) {
            var live = sales.findOffer(offer.id()).orElseThrow();
            if (!live.carried()) continue;
            if (lingers || isBusy(offer.id())) {
                carry(live);
                continue;
            }
            store.forget(offer.id());
            board.forget(offer.id());
            // Last: what is no longer carried is not let go of again, should the store be away.
            live.letGo();
        }
    }

    private boolean isBusy(OfferId offer) {
        boolean held = store.balance(offer).map(b -> b.held() > 0).orElse(false);
        return held || book.balance(offer).unpaid() > 0 || !board.findQueued(offer).isEmpty();
    }

    /// The sale of the next day that is still to come, published at once, with full stock.
    private void succeed(Sale sale, Instant now) {
        if (sale.stage() == Stage.CLOSED || hasSuccessor(sale)) return;
        var days = Duration.between(sale.opensAt(), now).toDays() + 1;
        var shift = DAY.multipliedBy(days);
        var id = new SaleId(ids.next());
        var offers = sale.offers().stream().map(offer -> successor(offer, id)).toList();
        var next =
                new Sale(
                        id,
                        sale.title(),
                        sale.opensAt().plus(shift),
                        sale.closesAt().plus(shift),
                        Stage.PUBLISHED,
                        sale.challenge(),
                        sale.gateFactor(),
                        sale.payWithin(),
                        sale.repeat(),
                        Optional.of(sale.id()),
                        now,
                        offers);
        var taken = catalogue.insertSale(next) ? id : findSuccessor(sale);
        refresh(taken);
        broadcast.send(new Signal.SaleChanged(taken));
    }

    /// The successor was there already: an answer got lost, or another node was faster.
    private SaleId findSuccessor(Sale sale) {
        return catalogue.findSales(Optional.empty(), SALES_MAX).stream()
                .filter(s -> s.previous().equals(Optional.of(sale.id())))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private boolean hasSuccessor(Sale sale) {
        return sales.sales().stream().anyMatch(s -> s.previous().equals(Optional.of(sale.id())));
    }

    private Offer successor(Offer offer, SaleId sale) {
        return new Offer(
                new OfferId(ids.next()),
                sale,
                offer.product(),
                offer.price(),
                offer.listPrice(),
                offer.stock(),
                offer.perBuyer());
    }
}
