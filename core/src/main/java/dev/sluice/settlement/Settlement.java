package dev.sluice.settlement;

import dev.sluice.intake.SaleBoard;
import dev.sluice.intake.Snowflakes;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Deadlines;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.port.Results;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.OrderId;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Won;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Turns queued claims into orders: takes what has arrived, settles it in one transaction, tells
/// the hold store and everybody who waits, and only then acknowledges. Each of these steps may be
/// done twice, so a crash between any two of them is healed by the claim being delivered again.
///
/// A batch that fails as a whole although the order book is there is settled claim by claim. A
/// claim that fails by itself comes back after 5 s, 10 s and 30 s and is then parked. When the
/// order book is not available nothing counts as an attempt: the batch waits.
///
/// One thread calls [#take] and [#settle]; the class has no state but its collaborators.
public final class Settlement {

    private static final Logger LOG = System.getLogger(Settlement.class.getName());

    private final ClaimQueue queue;
    private final OrderBook book;
    private final HoldStore store;
    private final SaleBoard sales;
    private final Broadcast broadcast;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final SettlementConfig config;
    private final Results results;
    private final Deadlines deadlines;

    public Settlement(
            ClaimQueue queue,
            OrderBook book,
            HoldStore store,
            SaleBoard sales,
            Broadcast broadcast,
            Snowflakes ids,
            InstantSource clock,
            SettlementConfig config,
            Results results,
            Deadlines deadlines) {
        this.queue = queue;
        this.book = book;
        this.store = store;
        this.sales = sales;
        this.broadcast = broadcast;
        this.ids = ids;
        this.clock = clock;
        this.config = config;
        this.results = results;
        this.deadlines = deadlines;
    }

    /// What has arrived, waiting for it at most that long. The caller passes it to [#settle], again
    /// and again while that throws [Unavailable].
    public List<Delivery> take(Duration wait) throws InterruptedException {
        return queue.take(config.batchMax(), wait);
    }

    /// Settles deliveries. After [Unavailable] the same deliveries may be settled again.
    public void settle(List<Delivery> deliveries) {
        var fitting = new ArrayList<Delivery>(deliveries.size());
        var orders = new ArrayList<NewOrder>(deliveries.size());
        var now = clock.instant();
        for (var delivery : deliveries) {
            try {
                orders.add(newOrder(delivery.claim(), now));
                fitting.add(delivery);
            } catch (RuntimeException poisoned) {
                tryLater(delivery, String.valueOf(poisoned.getMessage()));
            }
        }
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
        List<Outcome> outcomes;
        try {
            outcomes = book.settle(orders);
        } catch (Unavailable unknown) {
            throw unknown;
        } catch (RuntimeException poisoned) {
            settleOneByOne(deliveries, orders);
            return;
        }
        conclude(deliveries, outcomes);
        remind(orders);
        queue.acknowledge(deliveries);
    }

    /// Claims that are settled together nearly always expire together.
    private void remind(List<NewOrder> orders) {
        orders.stream().map(NewOrder::expiresAt).distinct().forEach(deadlines::remind);
    }

    private void settleOneByOne(List<Delivery> deliveries, List<NewOrder> orders) {
        for (int i = 0; i < deliveries.size(); i++) {
            var one = List.of(deliveries.get(i));
            try {
                conclude(one, book.settle(List.of(orders.get(i))));
                deadlines.remind(orders.get(i).expiresAt());
                queue.acknowledge(one);
            } catch (Unavailable unknown) {
                throw unknown;
            } catch (RuntimeException poisoned) {
                tryLater(deliveries.get(i), String.valueOf(poisoned.getMessage()));
            }
        }
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
        results.publish(ended);
        broadcast.send(new Signal.ClaimsEnded(ended));
        for (var offer : offersOf(lost)) broadcast.send(new Signal.Freed(offer));
    }

    static LinkedHashSet<OfferId> offersOf(List<Hold> holds) {
        var offers = new LinkedHashSet<OfferId>();
        for (var hold : holds) offers.add(hold.offer());
        return offers;
    }

    /// Fails when the offer is not known here or the price does not fit; that is the claim's fault.
    private NewOrder newOrder(Claim claim, Instant now) {
        var live = sales.findOffer(claim.offer());
        if (live.isEmpty()) throw new IllegalArgumentException("no such offer: " + claim.offer());
        return new NewOrder(
                claim,
                new OrderId(ids.next()),
                live.get().offer().price().times(claim.quantity()),
                now,
                now.plus(live.get().sale().payWithin()));
    }
}
