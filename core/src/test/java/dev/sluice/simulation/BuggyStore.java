package dev.sluice.simulation;

import dev.sluice.plain.PlainClaimQueue;
import dev.sluice.plain.PlainHoldStore;
import dev.sluice.sale.Hold;
import dev.sluice.sale.OfferId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The plain hold store, with room for planted bugs.
final class BuggyStore extends PlainHoldStore {

    private final Bug bug;
    private final Map<OfferId, Integer> invented = new HashMap<>();

    BuggyStore(PlainClaimQueue queue, Bug bug) {
        super(queue);
        this.bug = bug;
    }

    @Override
    protected int free(OfferId offer) {
        int oversold = bug == Bug.OVERSELLS_BY_ONE ? 1 : 0;
        return super.free(offer) + oversold + invented.getOrDefault(offer, 0);
    }

    @Override
    public synchronized void release(List<Hold> holds) {
        for (var hold : holds) {
            boolean here = find(hold.claim()).isPresent();
            if (here && bug == Bug.COUNTS_EXPIRED_UNITS_TWICE) invent(hold);
            if (!here && bug == Bug.RELEASES_AGAIN_ON_REDELIVERY) invent(hold);
        }
        super.release(holds);
    }

    private void invent(Hold hold) {
        invented.merge(hold.offer(), hold.units(), Integer::sum);
    }
}
