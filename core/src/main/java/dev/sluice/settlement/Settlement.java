package dev.sluice.settlement;

import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Deadlines;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Won;
import dev.sluice.sale.Sale;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns queued claims into orders: takes what has arrived, settles it in one transaction, tells
/// the hold store and everybody who waits, and only then acknowledges. Each of these steps may be
/// done twice, so a crash between any two of them is healed by the claim being delivered again.
///
/// A batch that fails as a whole although the order book is there is settled claim by claim. A
/// claim that fails by itself comes back after 5 s, 10 s and 30 s and is then parked.
///
/// **A fault of the surroundings is nobody's attempt.** Only what the order book says of a claim
/// counts, and what the claim itself asks for. When the book, the lease of ids, the catalogue, the
/// hold store or anything that is told of the outcome is not there, or is broken, the batch waits
/// as it is.
///
/// One thread calls [#take] and [#settle]; the class has no state but its collaborators.
public final class Settlement {

    private static final Logger LOG = System.getLogger(Settlement.class.getName());

    private final ClaimQueue queue;
    private final OrderBook book;
    private final HoldStore store;
    private final SaleBoard sales;
    private final Catalogue catalogue;
    private final Broadcast broadcast;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final SettlementConfig config;
    private final Deadlines deadlines;

    /// @param deadlines asked for a reminder of each order; it must neither block nor fail
    public Settlement(
            ClaimQueue queue,
            OrderBook book,
            HoldStore store,
            SaleBoard sales,
            Catalogue catalogue,
            Broadcast broadcast,
            Snowflakes ids,
            InstantSource clock,
            SettlementConfig config,
            Deadlines deadlines) {
        this.queue = queue;
        this.book = book;
        this.store = store;
        this.sales = sales;
        this.catalogue = catalogue;
        this.broadcast = broadcast;
        this.ids = ids;
        this.clock = clock;
        this.config = config;
        this.deadlines = deadlines;
    }

    /// What has arrived, waiting for it at most that long. The caller passes it to [#settle], again
    /// and again while that throws [Unavailable].
    public List<Delivery> take(Duration wait) throws InterruptedException {
        return queue.take(config.batchMax(), wait);
    }

    /// Leaves to other nodes what this one has taken and cannot settle.
    public void giveBack(List<Delivery> deliveries) {
        queue.giveBack(deliveries);
    }

    /// Whether claims could be settled now, as far as that can be known without one: ids can be
    /// made, the book takes changes, and what is told of the outcome is there. Where claims come by
    /// a broker, the queue counts them in the store that holds their units.
    ///
    /// @throws Unavailable when they could not
    public void checkSurroundings() {
        ids.check();
        book.settle(List.of());
        queue.check();
    }

    /// Settles deliveries. After [Unavailable], or a bug, the same deliveries may be settled again.
    public void settle(List<Delivery> deliveries) {
        var fitting = new ArrayList<Delivery>(deliveries.size());
        var orders = new ArrayList<NewOrder>(deliveries.size());
        var unfit = new LinkedHashMap<Delivery, String>();
        var asked = new HashMap<OfferId, Optional<Terms>>();
        var now = clock.instant();
        for (var delivery : deliveries) {
            try {
                orders.add(newOrder(delivery.claim(), now, asked));
                fitting.add(delivery);
            } catch (UnfitClaim unfitClaim) {
                unfit.put(delivery, unfitClaim.getMessage());
            }
        }
        unfit.forEach(this::tryLater);
        if (!fitting.isEmpty()) settle(fitting, orders);
    }

    /// A person has decided that a parked claim shall not be tried again. False when it is not
    /// parked.
    public boolean drop(ClaimId claim) {
        var parked = queue.findParked(claim);
        if (parked.isEmpty()) return false;
        var outcome = book.lose(parked.get().claim(), Outcome.Reason.DROPPED, clock.instant());
        var delivery = new Delivery(parked.get().claim(), parked.get().sequence(), 1);
        conclude(List.of(delivery), List.of(outcome));
        return queue.removeParked(claim);
    }

    private void settle(List<Delivery> deliveries, List<NewOrder> orders) {
        try {
            finish(deliveries, orders, book.settle(orders));
        } catch (Unavailable unknown) {
            throw unknown;
        } catch (RuntimeException bug) {
            settleOneByOne(deliveries, orders);
        }
    }

    private void finish(List<Delivery> deliveries, List<NewOrder> orders, List<Outcome> outcomes) {
        conclude(deliveries, outcomes);
        remind(orders);
        queue.acknowledge(deliveries);
    }

    /// Claims that are settled together nearly always expire together.
    private void remind(List<NewOrder> orders) {
        orders.stream().map(NewOrder::expiresAt).distinct().forEach(deadlines::remind);
    }

    /// So that one claim that cannot be settled, or concluded, holds up nobody else. That the book
    /// cannot settle it is the claim's fault. What fails behind the book is not: such a claim stays
    /// as it is, and the bug is reported when the others are done.
    private void settleOneByOne(List<Delivery> deliveries, List<NewOrder> orders) {
        RuntimeException behind = null;
        for (int i = 0; i < deliveries.size(); i++) {
            var order = List.of(orders.get(i));
            List<Outcome> outcome;
            try {
                outcome = book.settle(order);
            } catch (Unavailable unknown) {
                throw unknown;
            } catch (RuntimeException poisoned) {
                tryLater(deliveries.get(i), String.valueOf(poisoned.getMessage()));
                continue;
            }
            try {
                finish(List.of(deliveries.get(i)), order, outcome);
            } catch (Unavailable unknown) {
                throw unknown;
            } catch (RuntimeException bug) {
                behind = bug;
            }
        }
        if (behind != null) throw behind;
    }

    private void tryLater(Delivery delivery, String cause) {
        int attempt = delivery.attempt();
        if (attempt > config.retryDelays().size()) {
            LOG.log(Level.ERROR, "claim {0} is parked: {1}", delivery.claim().id(), cause);
            queue.park(delivery, cause);
            return;
        }
        var delay = config.retryDelays().get(attempt - 1);
        LOG.log(Level.WARNING, "claim {0} again in {1}: {2}", delivery.claim().id(), delay, cause);
        queue.retry(delivery, clock.instant().plus(delay), cause);
    }

    /// Tells the hold store, then everybody.
    private void conclude(List<Delivery> deliveries, List<Outcome> outcomes) {
        var won = new ArrayList<Hold>(deliveries.size());
        var lost = new ArrayList<Hold>();
        var ended = new ArrayList<ClaimState>(deliveries.size());
        for (int i = 0; i < deliveries.size(); i++) {
            var hold = deliveries.get(i).claim().hold();
            var outcome = outcomes.get(i);
            switch (outcome) {
                case Won _ -> won.add(hold);
                case Lost _ -> lost.add(hold);
            }
            var sequence = deliveries.get(i).sequence();
            ended.add(new ClaimState(hold, sequence, Optional.of(outcome)));
        }
        if (!won.isEmpty()) store.confirm(won);
        if (!lost.isEmpty()) store.release(lost);
        broadcast.send(new Signal.ClaimsEnded(ended));
        for (var offer : offersOf(lost)) broadcast.send(new Signal.Freed(offer));
    }

    static LinkedHashSet<OfferId> offersOf(Collection<Hold> holds) {
        var offers = new LinkedHashSet<OfferId>();
        for (var hold : holds) offers.add(hold.offer());
        return offers;
    }

    /// The claim asks for what cannot be.
    private static final class UnfitClaim extends Exception {
        private static final long serialVersionUID = 1;

        UnfitClaim(String message) {
            super(message);
        }
    }

    /// What an order for an offer says.
    private record Terms(Money price, Duration payWithin) {}

    private NewOrder newOrder(Claim claim, Instant now, Map<OfferId, Optional<Terms>> asked)
            throws UnfitClaim {
        var terms = terms(claim.offer(), asked);
        if (terms.isEmpty()) throw new UnfitClaim("no such offer: " + claim.offer());
        return new NewOrder(
                claim,
                new OrderId(ids.next()),
                total(terms.get().price, claim.quantity()),
                now,
                now.plus(terms.get().payWithin));
    }

    /// That this node does not know the offer says nothing: it may not have been able to load it,
    /// or the sale was over when it started. The catalogue has the last word, and is asked once.
    private Optional<Terms> terms(OfferId offer, Map<OfferId, Optional<Terms>> asked) {
        var live = sales.findOffer(offer);
        return live.isPresent()
                ? live.map(known -> terms(known.offer(), known.sale()))
                : asked.computeIfAbsent(offer, this::askFor);
    }

    private Optional<Terms> askFor(OfferId offer) {
        return catalogue
                .findSaleOf(offer)
                .flatMap(sale ->
                        sale.offers().stream()
                                .filter(one -> one.id().equals(offer))
                                .findFirst()
                                .map(one -> terms(one, sale)));
    }

    private static Terms terms(Offer offer, Sale sale) {
        return new Terms(offer.price(), sale.payWithin());
    }

    private static Money total(Money price, int quantity) throws UnfitClaim {
        try {
            return price.times(quantity);
        } catch (ArithmeticException | IllegalArgumentException tooMuch) {
            throw new UnfitClaim(String.valueOf(tooMuch.getMessage()));
        }
    }
}
