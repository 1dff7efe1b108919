package dev.sluice.plain;

import dev.sluice.id.BuyerId;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// A shelf per offer that lists held and sold claims; what they leave of the stock is free. The
/// shelves are lost in a crash, and the claims it has queued are not. The other hold stores are
/// compared with this one.
public class PlainHoldStore implements HoldStore {

    private static final class Shelf {
        long generation;
        int stock;
        int perBuyer;
        final Map<ClaimId, Hold> held = new LinkedHashMap<>();
        final Map<ClaimId, Hold> sold = new LinkedHashMap<>();
        final Map<ClaimId, Long> sequences = new HashMap<>();
        final Map<ClaimId, BuyerId> ended = new HashMap<>();

        boolean has(ClaimId claim) {
            return held.containsKey(claim) || sold.containsKey(claim);
        }

        int unitsOf(BuyerId buyer) {
            return units(held, buyer) + units(sold, buyer);
        }

        long endedOf(BuyerId buyer) {
            return ended.values().stream().filter(buyer::equals).count();
        }

        static int units(Map<ClaimId, Hold> holds, BuyerId buyer) {
            return holds.values().stream()
                    .filter(hold -> hold.buyer().equals(buyer))
                    .mapToInt(Hold::units)
                    .sum();
        }

        static int units(Map<ClaimId, Hold> holds) {
            return holds.values().stream().mapToInt(Hold::units).sum();
        }
    }

    private final PlainClaimQueue queue;
    private final int backlogMax;
    private final Map<OfferId, Shelf> shelves = new HashMap<>();
    private final Set<OfferId> takenUp = new HashSet<>();
    private long generations;

    public PlainHoldStore(PlainClaimQueue queue) {
        this(queue, Integer.MAX_VALUE);
    }

    /// A store that refuses claims as OVERLOADED when so many are in the queue.
    public PlainHoldStore(PlainClaimQueue queue, int backlogMax) {
        this.queue = queue;
        this.backlogMax = backlogMax;
    }

    public synchronized void crash() {
        shelves.clear();
    }

    @Override
    public synchronized List<OfferId> offers() {
        return List.copyOf(shelves.keySet());
    }

    @Override
    public synchronized OptionalLong generation(OfferId offer) {
        var shelf = shelves.get(offer);
        return shelf == null ? OptionalLong.empty() : OptionalLong.of(shelf.generation);
    }

    @Override
    public synchronized void prepare(OfferId offer, Supplier<Supply> book) {
        // A claim leaves the queue after the book has it, so the book is asked last.
        var queued = queue.all();
        var supply = askWhileClosed(offer, book);
        var shelf = new Shelf();
        shelf.generation = ++generations;
        shelf.stock = supply.stock();
        shelf.perBuyer = supply.perBuyer();
        shelf.ended.putAll(supply.ended());
        for (var hold : supply.sold()) shelf.sold.put(hold.claim(), hold);
        for (var delivery : queued) {
            if (delivery.claim().offer().equals(offer)) takeUp(shelf, delivery);
        }
        shelves.put(offer, shelf);
    }

    /// Others wait for the lock meanwhile; who calls from within is refused.
    private Supply askWhileClosed(OfferId offer, Supplier<Supply> book) {
        takenUp.add(offer);
        try {
            return book.get();
        } finally {
            takenUp.remove(offer);
        }
    }

    private static void takeUp(Shelf shelf, Delivery delivery) {
        var claim = delivery.claim();
        if (shelf.ended.containsKey(claim.id()) || shelf.has(claim.id())) return;
        shelf.held.put(claim.id(), claim.hold());
        shelf.sequences.put(claim.id(), delivery.sequence());
    }

    @Override
    public synchronized void forget(OfferId offer) {
        shelves.remove(offer);
    }

    @Override
    public synchronized List<Reservation> reserve(List<Claim> claims) {
        var answers = new ArrayList<Reservation>();
        for (var claim : claims) answers.add(reserve(claim));
        return answers;
    }

    private Reservation reserve(Claim claim) {
        var shelf = shelves.get(claim.offer());
        if (shelf == null) return Refused.UNAVAILABLE;
        if (shelf.has(claim.id())) {
            return new Held(claim.id(), shelf.sequences.getOrDefault(claim.id(), 0L), true);
        }
        if (shelf.ended.containsKey(claim.id())) return Refused.SOLD_OUT;
        int free = free(claim.offer());
        if (free <= 0) return Refused.SOLD_OUT;
        if (shelf.unitsOf(claim.buyer()) + claim.quantity() > shelf.perBuyer) {
            return Refused.OVER_LIMIT;
        }
        if (shelf.endedOf(claim.buyer()) >= ENDED_MAX) return Refused.OVER_LIMIT;
        if (free < claim.quantity()) return Refused.SOLD_OUT;
        if (!hasRoom(claim.offer())) return Refused.OVERLOADED;
        shelf.held.put(claim.id(), claim.hold());
        shelf.sequences.put(claim.id(), queue.put(claim));
        return new Held(claim.id(), shelf.sequences.get(claim.id()), false);
    }

    /// Half of the backlog is for whoever comes. Of the other half each offer has an equal part,
    /// which nobody else gets; an offer that is alone has all of it.
    private boolean hasRoom(OfferId offer) {
        int part = shelves.size() < 2 ? 0 : backlogMax / 2 / shelves.size();
        long keptForOthers = 0;
        for (var other : shelves.keySet()) {
            int unused = Math.max(0, part - queue.findQueued(other).size());
            if (!other.equals(offer)) keptForOthers += unused;
        }
        return queue.depth() + keptForOthers < backlogMax;
    }

    /// The shelf of an offer that is about to change; null when it was not prepared.
    private Shelf openShelf(OfferId offer) {
        if (!takenUp.contains(offer)) return shelves.get(offer);
        throw new Unavailable("offer " + offer + " is being prepared anew", null);
    }

    @Override
    public synchronized void confirm(List<Hold> holds) {
        for (var hold : holds) {
            var shelf = openShelf(hold.offer());
            if (shelf == null || shelf.held.remove(hold.claim()) == null) continue;
            shelf.sold.put(hold.claim(), hold);
        }
    }

    @Override
    public synchronized void release(List<Hold> holds) {
        for (var hold : holds) {
            var shelf = openShelf(hold.offer());
            if (shelf == null) continue;
            shelf.held.remove(hold.claim());
            shelf.sold.remove(hold.claim());
            shelf.ended.put(hold.claim(), hold.buyer());
        }
    }

    @Override
    public synchronized boolean revive(Hold hold) {
        var shelf = openShelf(hold.offer());
        if (shelf == null) return false;
        if (shelf.has(hold.claim())) return true;
        if (free(hold.offer()) < hold.units()) return false;
        if (shelf.unitsOf(hold.buyer()) + hold.units() > shelf.perBuyer) return false;
        shelf.sold.put(hold.claim(), hold);
        shelf.ended.remove(hold.claim());
        return true;
    }

    @Override
    public synchronized void restock(OfferId offer, int stock) {
        var shelf = openShelf(offer);
        if (shelf != null) shelf.stock = Math.max(shelf.stock, stock);
    }

    /// What an order book says that was told of each confirmation, release and revival.
    public synchronized Supply supply(OfferId offer) {
        var shelf = shelves.get(offer);
        return new Supply(
                offer,
                shelf.stock,
                shelf.perBuyer,
                List.copyOf(shelf.sold.values()),
                Map.copyOf(shelf.ended));
    }

    /// Units that nobody has, as claims are decided by.
    protected int free(OfferId offer) {
        var shelf = shelves.get(offer);
        return shelf.stock - Shelf.units(shelf.held) - Shelf.units(shelf.sold);
    }

    @Override
    public synchronized Optional<Balances.Store> balance(OfferId offer) {
        var shelf = shelves.get(offer);
        if (shelf == null) return Optional.empty();
        int held = Shelf.units(shelf.held);
        int sold = Shelf.units(shelf.sold);
        int free = shelf.stock - held - sold;
        return Optional.of(new Balances.Store(shelf.stock, free, held, sold));
    }

    @Override
    public synchronized Optional<ClaimState> find(ClaimId claim) {
        return shelves.values().stream().flatMap(shelf -> find(shelf, claim).stream()).findFirst();
    }

    @Override
    public synchronized List<ClaimState> findHeld(OfferId offer) {
        var shelf = shelves.get(offer);
        if (shelf == null) return List.of();
        return shelf.held.keySet().stream().flatMap(claim -> find(shelf, claim).stream()).toList();
    }

    @Override
    public synchronized List<Hold> findSold(OfferId offer) {
        var shelf = shelves.get(offer);
        return shelf == null ? List.of() : List.copyOf(shelf.sold.values());
    }

    private static Optional<ClaimState> find(Shelf shelf, ClaimId claim) {
        var hold = shelf.held.getOrDefault(claim, shelf.sold.get(claim));
        if (hold == null) return Optional.empty();
        var sequence = shelf.sequences.getOrDefault(claim, 0L);
        return Optional.of(new ClaimState(hold, sequence, Optional.empty()));
    }
}
