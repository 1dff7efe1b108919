package dev.sluice.contracts;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Supply;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A hold store that is plain to see through: every number is counted anew from the list of claims
/// whenever it is asked for. The other stores are compared with it. Nothing of it is durable.
public final class PlainHoldStore implements HoldStore {

    private enum State {
        HELD,
        SOLD,
        ENDED
    }

    private record Given(int stock, int perBuyer) {}

    private record Entry(Hold hold, long sequence, State state) {

        Entry in(State next) {
            return new Entry(hold, sequence, next);
        }
    }

    private final Map<OfferId, Given> offers = new HashMap<>();
    private final Map<ClaimId, Entry> entries = new LinkedHashMap<>();
    private final Map<ClaimId, Claim> queued = new LinkedHashMap<>();
    private long sequence;
    private long generations;

    /// The claims that are in the queue: held once and not acknowledged since.
    public synchronized List<Claim> queued() {
        return List.copyOf(queued.values());
    }

    public synchronized boolean isQueued(ClaimId claim) {
        return queued.containsKey(claim);
    }

    public synchronized void acknowledge(ClaimId claim) {
        queued.remove(claim);
    }

    /// What an order book says that was told of each confirmation, release and revival.
    public synchronized Supply supply(OfferId offer) {
        var sold = new ArrayList<Hold>();
        for (var entry : entries.values()) if (is(entry, offer, State.SOLD)) sold.add(entry.hold());
        var ended =
                entries.values().stream()
                        .filter(entry -> is(entry, offer, State.ENDED))
                        .map(Entry::hold)
                        .collect(Collectors.toMap(Hold::claim, Hold::buyer));
        var given = offers.get(offer);
        return new Supply(offer, given.stock(), given.perBuyer(), sold, ended);
    }

    @Override
    public synchronized OptionalLong generation(OfferId offer) {
        return offers.containsKey(offer) ? OptionalLong.of(generations) : OptionalLong.empty();
    }

    @Override
    public synchronized void prepare(OfferId offer, Supplier<Supply> book) {
        var supply = book.get();
        generations++;
        entries.values().removeIf(entry -> entry.hold().offer().equals(offer));
        offers.put(offer, new Given(supply.stock(), supply.perBuyer()));
        for (var hold : supply.sold()) entries.put(hold.claim(), new Entry(hold, 0, State.SOLD));
        supply.ended()
                .forEach((claim, buyer) -> {
                    var hold = new Hold(claim, offer, buyer, 0);
                    entries.put(claim, new Entry(hold, 0, State.ENDED));
                });
        for (var claim : queued.values()) {
            if (claim.offer().equals(offer)) {
                entries.putIfAbsent(claim.id(), new Entry(claim.hold(), 0, State.HELD));
            }
        }
    }

    @Override
    public synchronized void forget(OfferId offer) {
        offers.remove(offer);
    }

    @Override
    public synchronized List<Reservation> reserve(List<Claim> claims) {
        var answers = new ArrayList<Reservation>();
        for (var claim : claims) answers.add(reserve(claim));
        return answers;
    }

    private Reservation reserve(Claim claim) {
        var given = offers.get(claim.offer());
        if (given == null) return Refused.UNAVAILABLE;
        var known = entries.get(claim.id());
        if (known != null && known.state() == State.ENDED) return Refused.SOLD_OUT;
        if (known != null) return new Held(claim.id(), known.sequence(), true);
        int free = free(claim.offer());
        if (free == 0) return Refused.SOLD_OUT;
        if (unitsOf(claim.offer(), claim.buyer()) + claim.quantity() > given.perBuyer()) {
            return Refused.OVER_LIMIT;
        }
        if (endedOf(claim.offer(), claim.buyer()) >= ENDED_MAX) return Refused.OVER_LIMIT;
        if (free < claim.quantity()) return Refused.SOLD_OUT;
        entries.put(claim.id(), new Entry(claim.hold(), ++sequence, State.HELD));
        queued.put(claim.id(), claim);
        return new Held(claim.id(), sequence, false);
    }

    @Override
    public synchronized void confirm(List<Hold> holds) {
        for (var hold : holds) {
            var known = entries.get(hold.claim());
            if (known != null && known.state() == State.HELD) {
                entries.put(hold.claim(), known.in(State.SOLD));
            }
        }
    }

    @Override
    public synchronized void release(List<Hold> holds) {
        for (var hold : holds) {
            var known = entries.getOrDefault(hold.claim(), new Entry(hold, 0, State.ENDED));
            entries.put(hold.claim(), known.in(State.ENDED));
        }
    }

    @Override
    public synchronized boolean revive(Hold hold) {
        if (!offers.containsKey(hold.offer())) return false;
        var known = entries.get(hold.claim());
        if (known != null && known.state() != State.ENDED) return true;
        if (free(hold.offer()) < hold.units()) return false;
        int units = unitsOf(hold.offer(), hold.buyer()) + hold.units();
        if (units > offers.get(hold.offer()).perBuyer()) return false;
        entries.put(hold.claim(), new Entry(hold, 0, State.SOLD));
        return true;
    }

    @Override
    public synchronized void restock(OfferId offer, int stock) {
        offers.computeIfPresent(
                offer, (id, given) -> new Given(Math.max(stock, given.stock()), given.perBuyer()));
    }

    @Override
    public synchronized Optional<Balances.Store> balance(OfferId offer) {
        var given = offers.get(offer);
        if (given == null) return Optional.empty();
        int held = units(offer, State.HELD);
        int sold = units(offer, State.SOLD);
        return Optional.of(new Balances.Store(given.stock(), free(offer), held, sold));
    }

    @Override
    public synchronized Optional<ClaimState> find(ClaimId claim) {
        var known = entries.get(claim);
        if (known == null || known.state() == State.ENDED) return Optional.empty();
        if (!offers.containsKey(known.hold().offer())) return Optional.empty();
        return Optional.of(new ClaimState(known.hold(), known.sequence(), Optional.empty()));
    }

    @Override
    public synchronized List<ClaimState> findHeld(OfferId offer) {
        if (!offers.containsKey(offer)) return List.of();
        return entries.values().stream()
                .filter(e -> e.state() == State.HELD && e.hold().offer().equals(offer))
                .map(e -> new ClaimState(e.hold(), e.sequence(), Optional.empty()))
                .toList();
    }

    @Override
    public synchronized List<Hold> findSold(OfferId offer) {
        if (!offers.containsKey(offer)) return List.of();
        return entries.values().stream()
                .filter(e -> is(e, offer, State.SOLD))
                .map(Entry::hold)
                .toList();
    }

    private int free(OfferId offer) {
        return offers.get(offer).stock() - units(offer, State.HELD) - units(offer, State.SOLD);
    }

    private int units(OfferId offer, State state) {
        int units = 0;
        for (var entry : entries.values()) {
            if (is(entry, offer, state)) units += entry.hold().units();
        }
        return units;
    }

    private int unitsOf(OfferId offer, BuyerId buyer) {
        int units = 0;
        for (var entry : entries.values()) {
            boolean counts = !is(entry, offer, State.ENDED) && entry.hold().offer().equals(offer);
            if (counts && entry.hold().buyer().equals(buyer)) units += entry.hold().units();
        }
        return units;
    }

    private int endedOf(OfferId offer, BuyerId buyer) {
        int ended = 0;
        for (var entry : entries.values()) {
            boolean counts = is(entry, offer, State.ENDED) && entry.hold().buyer().equals(buyer);
            if (counts) ended++;
        }
        return ended;
    }

    private static boolean is(Entry entry, OfferId offer, State state) {
        return entry.state() == state && entry.hold().offer().equals(offer);
    }
}
