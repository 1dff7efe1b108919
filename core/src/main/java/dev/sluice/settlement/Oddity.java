package dev.sluice.settlement;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A claim of which hold store, queue and order book say what no step under way explains.
///
/// A claim goes through these steps: held and queued at once; settled in the book; confirmed or
/// released in the store; acknowledged in the queue. An order that ends does so in the book first
/// and in the store next. So while a claim is queued, the store may be behind the book by any step
/// and for any time: whoever settles it will do the rest. What is odd is
///
/// - a claim that holds units and is not queued: nobody will settle it;
/// - a queued claim that the book has not settled and that holds nothing, though it could;
/// - a claim whose order has ended in the book and whose units are still sold here: whoever ended
///   it was cut off, or died, before it told the store. Late money of which nobody has decided
///   takes the units here before it asks the book, so such a claim is not odd;
/// - a claim whose units are sold here and of which the book knows nothing;
/// - a claim whose units are sold in the book, neither here nor queued.
///
/// The parts are read one after the other while claims come and go, in an order that makes none of
/// the first two out of that: see [#findAll]. The others may be seen for a moment, and are odd when
/// they are seen again.
record Oddity(ClaimId claim, Kind kind) {

    enum Kind {
        HELD_NOT_QUEUED,
        QUEUED_NOT_HELD,
        ENDED_NOT_RELEASED,
        SOLD_IN_STORE_ONLY,
        SOLD_IN_BOOK_ONLY
    }

    /// All there are of an offer. It is read claim by claim, which takes a while and is done only
    /// when the sums differ.
    ///
    /// The queue is read between two readings of what is held: a claim that is in both and not in
    /// the queue was held all the time and not queued. The book is read last: a queued claim that
    /// was not held any more has been settled by then.
    static Set<Oddity> findAll(OfferId offer, ClaimQueue queue, OrderBook book, HoldStore store) {
        var generation = store.generation(offer);
        var heldBefore = held(store, offer);
        var queued = new HashMap<ClaimId, Claim>();
        for (var claim : queue.findQueued(offer)) queued.put(claim.id(), claim);
        var held = held(store, offer);
        var sold = store.findSold(offer).stream().map(Hold::claim).collect(Collectors.toSet());
        int free = store.balance(offer).map(b -> b.free()).orElse(0);
        var undecided = book.findUndecided(offer);
        var supply = book.supply(offer);
        // It is being prepared anew, or was meanwhile: what was read is of two worlds.
        if (generation.isEmpty() || !generation.equals(store.generation(offer))) return Set.of();

        var found = new HashSet<Oddity>();
        for (var claim : held) {
            boolean backed = queued.containsKey(claim) || !heldBefore.contains(claim);
            if (!backed) found.add(new Oddity(claim, Kind.HELD_NOT_QUEUED));
        }
        var inBook = supply.sold().stream().map(Hold::claim).collect(Collectors.toSet());
        addUnheld(
                queued,
                union(held, sold, union(inBook, supply.ended().keySet(), Set.of())),
                free,
                found);
        for (var claim : sold) {
            if (inBook.contains(claim) || undecided.contains(claim)) continue;
            boolean ended = supply.ended().containsKey(claim);
            found.add(new Oddity(claim, ended ? Kind.ENDED_NOT_RELEASED : Kind.SOLD_IN_STORE_ONLY));
        }
        var known = union(held, sold, queued.keySet());
        for (var claim : inBook) {
            if (!known.contains(claim)) found.add(new Oddity(claim, Kind.SOLD_IN_BOOK_ONLY));
        }
        return found;
    }

    private static void addUnheld(
            Map<ClaimId, Claim> queued, Set<ClaimId> known, int free, Set<Oddity> found) {
        for (var claim : queued.values()) {
            if (known.contains(claim.id()) || claim.quantity() > free) continue;
            found.add(new Oddity(claim.id(), Kind.QUEUED_NOT_HELD));
        }
    }

    private static Set<ClaimId> held(HoldStore store, OfferId offer) {
        return store.findHeld(offer).stream().map(ClaimState::id).collect(Collectors.toSet());
    }

    private static Set<ClaimId> union(Set<ClaimId> a, Set<ClaimId> b, Set<ClaimId> c) {
        var all = new HashSet<>(a);
        all.addAll(b);
        all.addAll(c);
        return all;
    }
}
