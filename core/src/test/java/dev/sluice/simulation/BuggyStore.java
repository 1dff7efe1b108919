package dev.sluice.simulation;

import dev.sluice.id.OfferId;
import dev.sluice.plain.PlainClaimQueue;
import dev.sluice.plain.PlainHoldStore;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Hold;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The plain hold store, with room for planted bugs.
final class BuggyStore extends PlainHoldStore {

    private final Bug bug;
    private final Map<OfferId, Integer> invented = new HashMap<>();
    private final Set<OfferId> dry = new HashSet<>();

    BuggyStore(PlainClaimQueue queue, Bug bug) {
        super(queue);
        this.bug = bug;
    }

    @Override
    protected int free(OfferId offer) {
        int oversold = bug == Bug.OVERSELLS_BY_ONE ? 1 : 0;
        return super.free(offer) + oversold + invented.getOrDefault(offer, 0);
    }

    /// An offer that was empty once counts as empty for ever: its mark is never lifted.
    @Override
    public synchronized Optional<Balances.Store> balance(OfferId offer) {
        var real = super.balance(offer);
        if (bug != Bug.MARK_NEVER_LIFTS || real.isEmpty()) return real;
        if (real.get().free() == 0) dry.add(offer);
        if (!dry.contains(offer)) return real;
        var store = real.get();
        return Optional.of(new Balances.Store(store.stock(), 0, store.held(), store.sold()));
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
