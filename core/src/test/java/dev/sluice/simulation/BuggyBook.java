package dev.sluice.simulation;

import dev.sluice.id.ClaimId;
import dev.sluice.id.PaymentId;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.port.HoldStore;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Order;
import dev.sluice.sale.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The plain order book, which chokes on some claims for a while, with room for planted bugs.
final class BuggyBook extends PlainOrderBook {

    private static final int POISONED_OF = 9;
    private static final int CHOKES_MAX = 7;

    private final Faults faults;
    private final Bug bug;
    private final HoldStore store;
    private final Map<ClaimId, Integer> chokes = new HashMap<>();

    BuggyBook(Faults faults, Bug bug, HoldStore store) {
        this.faults = faults;
        this.bug = bug;
        this.store = store;
    }

    @Override
    public synchronized List<Outcome> settle(List<NewOrder> batch) {
        for (var order : batch) if (faults.on() && chokesOn(order.claim())) choke(order.claim());
        return super.settle(batch);
    }

    private boolean chokesOn(Claim claim) {
        boolean poisoned = claim.id().hashCode() % POISONED_OF == 0;
        return poisoned && chokes.getOrDefault(claim.id(), 0) < CHOKES_MAX;
    }

    private void choke(Claim claim) {
        chokes.merge(claim.id(), 1, Integer::sum);
        throw new IllegalStateException("cannot settle " + claim.id());
    }

    @Override
    protected Outcome settle(NewOrder order) {
        return bug == Bug.SETTLES_A_REDELIVERY_ANEW ? win(order) : super.settle(order);
    }

    @Override
    public synchronized List<Order> expire(Instant now, int max) {
        if (bug == Bug.RELEASES_BEFORE_RECORDED) {
            store.release(due(now).stream().map(Order::hold).toList());
            faults.strike();
        }
        return super.expire(now, max);
    }

    @Override
    public synchronized Receipt refund(PaymentId payment, Instant at) {
        if (bug != Bug.FORGETS_LATE_MONEY) return super.refund(payment, at);
        var order = findPayment(payment).orElseThrow().order();
        return new Receipt.Refunded(findOrder(order).orElseThrow());
    }
}
