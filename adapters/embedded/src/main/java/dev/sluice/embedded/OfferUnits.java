package dev.sluice.embedded;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Where the units of one offer are: free, held by a claim, or sold. The rules stand here and are
/// pure memory; [EmbeddedHoldStore] brings the lock and makes holds durable.
///
/// A claim that has ended stays known, without units, so that it can take none when it is sent
/// again. Claims and buyers stand in arrays that are made for the whole stock at the start: growing
/// them in the middle of a sale would be a pause that everybody notices.
final class OfferUnits {

    /// Stock beyond this grows the arrays as it is claimed.
    private static final int PRESIZED_MAX = 1_000_000;

    private enum State {
        /// Never seen, or its hold was undone.
        NONE,
        HELD,
        SOLD,
        /// Released, lost, cancelled or expired: it has no units and gets none but by a revival.
        ENDED
    }

    private static final State[] STATES = State.values();

    private final OfferId offer;
    private final int perBuyer;
    private int stock;
    private int free;
    private int held;
    private int sold;

    private final LongIndex claims;
    // Ordinals of the states: numbers, so that the garbage collector has nothing to look at.
    private byte[] states;
    private long[] sequences;
    private long[] buyers;
    private int[] units;

    private final LongIndex buyerIndex;
    private int[] buyerUnits;
    private int[] buyerEnded;

    /// @param queued the claims for this offer that are not acknowledged, in order
    OfferUnits(Supply supply, List<Delivery> queued) {
        offer = supply.offer();
        perBuyer = supply.perBuyer();
        stock = supply.stock();
        free = stock;
        int presized = Math.min(PRESIZED_MAX, stock);
        claims =
                new LongIndex(
                        (int) Math.min(2L * PRESIZED_MAX, presized + (long) supply.ended().size()));
        buyerIndex = new LongIndex(presized);
        states = new byte[claims.capacity()];
        sequences = new long[claims.capacity()];
        buyers = new long[claims.capacity()];
        units = new int[claims.capacity()];
        buyerUnits = new int[buyerIndex.capacity()];
        buyerEnded = new int[buyerIndex.capacity()];
        for (var hold : supply.sold()) sell(indexOf(hold.claim()), hold);
        supply.ended().forEach((claim, buyer) -> end(indexOf(claim), buyer));
        for (var delivery : queued) holdAgain(delivery);
        check();
    }

    /// The first of these that applies is the answer: the claim's earlier one, nothing left, over
    /// the buyer's limit, not enough left, no room in the queue.
    Reservation decide(Claim claim, long sequence, boolean room) {
        int at = claims.find(claim.id().value());
        if (at != LongIndex.NONE) {
            switch (stateAt(at)) {
                case HELD, SOLD -> {
                    return new Held(claim.id(), sequences[at], true);
                }
                case ENDED -> {
                    return Refused.SOLD_OUT;
                }
                case NONE -> {}
            }
        }
        if (free == 0) return Refused.SOLD_OUT;
        int quantity = claim.quantity();
        if (isOver(claim.buyer(), quantity)) return Refused.OVER_LIMIT;
        if (quantity > free) return Refused.SOLD_OUT;
        if (!room) return Refused.OVERLOADED;
        hold(at == LongIndex.NONE ? indexOf(claim.id()) : at, claim, sequence);
        return new Held(claim.id(), sequence, false);
    }

    /// Takes back a hold that did not become durable: as if the claim had never come.
    void undo(Claim claim) {
        int at = claims.find(claim.id().value());
        if (at == LongIndex.NONE || stateAt(at) != State.HELD) return;
        held -= units[at];
        state(at, State.NONE);
        giveBack(at);
    }

    void confirm(Hold hold) {
        int at = claims.find(hold.claim().value());
        if (at == LongIndex.NONE || stateAt(at) != State.HELD) return;
        state(at, State.SOLD);
        held -= units[at];
        sold += units[at];
        check();
    }

    void release(Hold hold) {
        int at = indexOf(hold.claim());
        switch (stateAt(at)) {
            case HELD -> {
                held -= units[at];
                end(at, hold.buyer());
                giveBack(at);
            }
            case SOLD -> {
                sold -= units[at];
                end(at, hold.buyer());
                giveBack(at);
            }
            case NONE -> end(at, hold.buyer());
            case ENDED -> {}
        }
    }

    boolean revive(Hold hold) {
        int at = indexOf(hold.claim());
        return switch (stateAt(at)) {
            case HELD, SOLD -> true;
            case NONE, ENDED -> {
                if (hold.units() > free || isOverLimit(hold.buyer(), hold.units())) yield false;
                if (stateAt(at) == State.ENDED) buyerEnded[buyerIndex.find(buyers[at])]--;
                sell(at, hold);
                check();
                yield true;
            }
        };
    }

    void restock(int stock) {
        if (stock <= this.stock) return;
        free += stock - this.stock;
        this.stock = stock;
        check();
    }

    Balances.Store balance() {
        return new Balances.Store(stock, free, held, sold);
    }

    /// @param durableUpTo holds after this sequence are not durable yet, and nobody may know of
    ///     them
    Optional<ClaimState> find(ClaimId claim, long durableUpTo) {
        int at = claims.find(claim.value());
        if (at == LongIndex.NONE) return Optional.empty();
        return switch (stateAt(at)) {
            case NONE, ENDED -> Optional.empty();
            case HELD, SOLD ->
                    sequences[at] > durableUpTo
                            ? Optional.empty()
                            : Optional.of(
                                    new ClaimState(
                                            holdAt(at, claim), sequences[at], Optional.empty()));
        };
    }

    List<ClaimState> findHeld(long durableUpTo) {
        var found = new ArrayList<ClaimState>();
        for (int at = 0; at < claims.size(); at++) {
            if (stateAt(at) != State.HELD || sequences[at] > durableUpTo) continue;
            var hold = holdAt(at, new ClaimId(claims.key(at)));
            found.add(new ClaimState(hold, sequences[at], Optional.empty()));
        }
        return found;
    }

    List<Hold> findSold() {
        var found = new ArrayList<Hold>();
        for (int at = 0; at < claims.size(); at++) {
            if (stateAt(at) != State.SOLD) continue;
            found.add(holdAt(at, new ClaimId(claims.key(at))));
        }
        return found;
    }

    private Hold holdAt(int at, ClaimId claim) {
        return new Hold(claim, offer, new BuyerId(buyers[at]), units[at]);
    }

    /// A queued claim that the book has settled is not held. Nor is one beyond the stock, which no
    /// store that keeps its promises queues: settlement will hear the book's word on it.
    private void holdAgain(Delivery delivery) {
        var claim = delivery.claim();
        int at = indexOf(claim.id());
        switch (stateAt(at)) {
            case NONE -> {
                if (claim.quantity() <= free) hold(at, claim, delivery.sequence());
            }
            case SOLD -> sequences[at] = delivery.sequence();
            case HELD, ENDED -> {}
        }
    }

    private void hold(int at, Claim claim, long sequence) {
        state(at, State.HELD);
        sequences[at] = sequence;
        take(at, claim.buyer(), claim.quantity());
        held += claim.quantity();
    }

    private void sell(int at, Hold hold) {
        state(at, State.SOLD);
        take(at, hold.buyer(), hold.units());
        sold += hold.units();
    }

    private void take(int at, BuyerId buyer, int quantity) {
        buyers[at] = buyer.value();
        units[at] = quantity;
        free -= quantity;
        // It may make new arrays.
        int who = indexOf(buyer);
        buyerUnits[who] += quantity;
    }

    private void giveBack(int at) {
        free += units[at];
        buyerUnits[buyerIndex.find(buyers[at])] -= units[at];
        check();
    }

    private void end(int at, BuyerId buyer) {
        state(at, State.ENDED);
        buyers[at] = buyer.value();
        int who = indexOf(buyer);
        buyerEnded[who]++;
    }

    private boolean isOver(BuyerId buyer, int quantity) {
        if (isOverLimit(buyer, quantity)) return true;
        int who = buyerIndex.find(buyer.value());
        return who != LongIndex.NONE && buyerEnded[who] >= HoldStore.ENDED_MAX;
    }

    private boolean isOverLimit(BuyerId buyer, int quantity) {
        int who = buyerIndex.find(buyer.value());
        return quantity > perBuyer - (who == LongIndex.NONE ? 0 : buyerUnits[who]);
    }

    private int indexOf(BuyerId buyer) {
        int who = buyerIndex.add(buyer.value());
        if (who >= buyerUnits.length) {
            buyerUnits = Arrays.copyOf(buyerUnits, buyerIndex.capacity());
            buyerEnded = Arrays.copyOf(buyerEnded, buyerIndex.capacity());
        }
        return who;
    }

    private int indexOf(ClaimId claim) {
        int at = claims.add(claim.value());
        if (at >= states.length) grow();
        return at;
    }

    private State stateAt(int at) {
        return STATES[states[at]];
    }

    private void state(int at, State state) {
        states[at] = (byte) state.ordinal();
    }

    private void grow() {
        states = Arrays.copyOf(states, claims.capacity());
        sequences = Arrays.copyOf(sequences, claims.capacity());
        buyers = Arrays.copyOf(buyers, claims.capacity());
        units = Arrays.copyOf(units, claims.capacity());
    }

    private void check() {
        if (!balance().adds()) throw new IllegalStateException(offer + ": " + balance());
    }
}
