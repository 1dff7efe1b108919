package dev.sluice.embedded;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Supply;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// The hold store of one process: decides in memory, and answers once the claims it holds are
/// durable in the claim log.
///
/// **How it works.** Two locks. The writer's lock, which belongs to the log, is kept from the
/// decision over a batch to the end of its commit, so batches take turns. The lock on `offers` is
/// kept only while memory is read or changed, never over a write, so `confirm`, `release` and
/// `balance` do not wait for the disk. Whoever needs both takes the writer's first.
///
/// **Why it is safe.** A unit is taken in memory before it is written, so that nobody else can get
/// it in the meantime, and counts as held. Until it is durable nobody hears of it: `reserve` has
/// not answered, [#find] hides sequences that are not durable, and the queue does not have the
/// claim, so that no settlement can confirm or release it. The same claim from another thread waits
/// for its turn, and finds the hold when that is durable or was undone.
///
/// **When a commit fails** it is unknown whether the claims are in the file. They are kept as
/// doubtful: held in memory, told to nobody. Before anything else is decided, and at each
/// checkpoint, the end of the log is read again. A batch is one transaction: either all of it is
/// there and is now queued, or none of it and its holds are undone.
///
/// **While an offer is prepared anew** the writer's lock is kept, so nothing is reserved, and what
/// settlement and expiry would change is refused as [Unavailable]; they do it again.
///
/// A claim that was released and is sent again is refused as SOLD_OUT: it may not take units, and
/// what became of it the order book knows.
public final class EmbeddedHoldStore implements HoldStore {

    private final ClaimLog log;
    private final Backlog backlog;
    private final int backlogMax;
    private final Map<OfferId, OfferUnits> offers = new HashMap<>();
    private final Map<OfferId, Long> generations = new HashMap<>();
    // Being prepared: what were changed meanwhile would be lost.
    private final Set<OfferId> closed = new HashSet<>();

    // Guarded by the writer's lock: held in memory by a commit that failed.
    private List<Delivery> doubtful = List.of();
    // Written under the writer's lock.
    private volatile long durableUpTo;

    EmbeddedHoldStore(ClaimLog log, Backlog backlog, int backlogMax) {
        this.log = log;
        this.backlog = backlog;
        this.backlogMax = backlogMax;
        durableUpTo = log.lastSequence();
    }

    @Override
    public void prepare(OfferId offer, Supplier<Supply> book) {
        log.exclusively(() -> {
            settleDoubt();
            close(offer);
            try {
                // A claim leaves the queue after the book has it, so the book is asked last.
                var queued = backlog.claimsFor(offer);
                var units = new OfferUnits(book.get(), queued);
                synchronized (offers) {
                    generations.merge(offer, 1L, Long::sum);
                    return offers.put(offer, units);
                }
            } finally {
                open(offer);
            }
        });
    }

    private void close(OfferId offer) {
        synchronized (offers) {
            closed.add(offer);
        }
    }

    private void open(OfferId offer) {
        synchronized (offers) {
            closed.remove(offer);
        }
    }

    /// The units of an offer that is about to change; null when it was not prepared.
    private OfferUnits units(OfferId offer) {
        if (closed.contains(offer)) {
            throw new Unavailable("offer " + offer + " is being prepared anew", null);
        }
        return offers.get(offer);
    }

    @Override
    public OptionalLong generation(OfferId offer) {
        synchronized (offers) {
            return offers.containsKey(offer)
                    ? OptionalLong.of(generations.get(offer))
                    : OptionalLong.empty();
        }
    }

    @Override
    public void forget(OfferId offer) {
        synchronized (offers) {
            offers.remove(offer);
        }
    }

    @Override
    public List<Reservation> reserve(List<Claim> claims) {
        return log.exclusively(() -> reserveInTurn(claims));
    }

    @Override
    public void confirm(List<Hold> holds) {
        synchronized (offers) {
            for (var hold : holds) {
                var units = units(hold.offer());
                if (units != null) units.confirm(hold);
            }
        }
    }

    @Override
    public void release(List<Hold> holds) {
        synchronized (offers) {
            for (var hold : holds) {
                var units = units(hold.offer());
                if (units != null) units.release(hold);
            }
        }
    }

    @Override
    public boolean revive(Hold hold) {
        synchronized (offers) {
            var units = units(hold.offer());
            return units != null && units.revive(hold);
        }
    }

    @Override
    public void restock(OfferId offer, int stock) {
        synchronized (offers) {
            var units = units(offer);
            if (units != null) units.restock(stock);
        }
    }

    @Override
    public Optional<Balances.Store> balance(OfferId offer) {
        synchronized (offers) {
            return Optional.ofNullable(offers.get(offer)).map(OfferUnits::balance);
        }
    }

    /// A sold claim is found without its outcome: which order it became, only the book knows.
    @Override
    public Optional<ClaimState> find(ClaimId claim) {
        synchronized (offers) {
            for (var units : offers.values()) {
                var found = units.find(claim, durableUpTo);
                if (found.isPresent()) return found;
            }
            return Optional.empty();
        }
    }

    @Override
    public List<ClaimState> findHeld(OfferId offer) {
        synchronized (offers) {
            var units = offers.get(offer);
            return units == null ? List.of() : units.findHeld(durableUpTo);
        }
    }

    @Override
    public List<Hold> findSold(OfferId offer) {
        synchronized (offers) {
            var units = offers.get(offer);
            return units == null ? List.of() : units.findSold();
        }
    }

    /// Finds out what became of claims whose commit failed, if there are any.
    void checkpoint() {
        log.exclusively(() -> {
            settleDoubt();
            return null;
        });
    }

    private List<Reservation> reserveInTurn(List<Claim> claims) {
        settleDoubt();
        var taken = new ArrayList<Delivery>(claims.size());
        var answers = decide(claims, taken);
        if (!taken.isEmpty()) commit(taken);
        return answers;
    }

    /// Claims that were taken now are added to `taken`.
    private List<Reservation> decide(List<Claim> claims, List<Delivery> taken) {
        var answers = new Reservation[claims.size()];
        long sequence = durableUpTo + 1;
        synchronized (offers) {
            // Only this thread adds to the backlog now, so there can only be more room later.
            var room = backlog.room(backlogMax, offers.keySet());
            for (int i = 0; i < answers.length; i++) {
                var claim = claims.get(i);
                var units = offers.get(claim.offer());
                answers[i] =
                        units == null
                                ? Refused.UNAVAILABLE
                                : units.decide(claim, sequence, room.isFor(claim.offer()));
                if (answers[i] instanceof Held held && !held.again()) {
                    taken.add(new Delivery(claim, sequence++, 1));
                    room.use(claim.offer());
                }
            }
        }
        return Arrays.asList(answers);
    }

    private void commit(List<Delivery> taken) {
        var progress = backlog.progress();
        doubtful = taken;
        log.append(taken, progress);
        doubtful = List.of();
        backlog.saved(progress);
        queue(taken);
    }

    private void queue(List<Delivery> durable) {
        durableUpTo = durable.getLast().sequence();
        backlog.add(durable);
    }

    private void settleDoubt() {
        if (doubtful.isEmpty()) return;
        if (log.lastSequence() >= doubtful.getLast().sequence()) {
            queue(doubtful);
        } else {
            undo(doubtful);
        }
        doubtful = List.of();
    }

    private void undo(List<Delivery> lost) {
        synchronized (offers) {
            for (var delivery : lost) {
                var units = offers.get(delivery.claim().offer());
                if (units != null) units.undo(delivery.claim());
            }
        }
    }
}
