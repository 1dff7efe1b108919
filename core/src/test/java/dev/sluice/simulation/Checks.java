package dev.sluice.simulation;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Holds a world to the promises. It looks at the bare lists of orders, claims and movements and
/// does its own sums, so that a mistake in the core cannot hide here too.
final class Checks {

    private record Who(BuyerId buyer, OfferId offer) {}

    private final World world;
    private final Told told;

    Checks(World world, Told told) {
        this.world = world;
        this.told = told;
    }

    static void that(boolean holds, Supplier<String> otherwise) {
        if (!holds) throw new AssertionError(otherwise.get());
    }

    /// What holds at every moment, also in the middle of faults and right after a crash.
    void always() {
        for (var offer : World.OFFERS) {
            neverOversold(offer);
            ledgerTellsTheSame(offer);
        }
        oneClaimOneOrder();
        limitsHold();
        queuedIsDurable();
        toldIsRecorded();
        paidStaysPaid();
    }

    /// What holds once faults are over and everything that was begun has been finished.
    void atRest() {
        always();
        for (var offer : World.OFFERS) nothingIsLeft(offer);
        for (var claim : told.queued.values()) {
            that(world.book.findClaim(claim.id()).isPresent(), () -> claim + " never ended");
        }
        for (var payment : world.book.payments()) moneyIsSomewhere(payment);
    }

    private void neverOversold(OfferId offer) {
        int stock = stock(offer);
        int sold = sold(offer);
        that(sold <= stock, () -> offer + " oversold: " + sold + " of " + stock);
        var store = world.store.balance(offer);
        if (store.isEmpty()) return;
        that(store.get().free() >= 0, () -> offer + " is held more than once: " + store.get());
        int spoken = sold + unsettled(offer);
        that(
                store.get().free() <= stock - spoken,
                () ->
                        offer
                                + ": "
                                + store.get()
                                + " but "
                                + spoken
                                + " of "
                                + stock
                                + " are spoken for");
    }

    private void ledgerTellsTheSame(OfferId offer) {
        int unpaid = inLedger(offer, Movement.Place.UNPAID);
        int paid = inLedger(offer, Movement.Place.PAID);
        that(unpaid == units(offer, OrderStatus.UNPAID), () -> "ledger says unpaid " + unpaid);
        that(paid == units(offer, OrderStatus.PAID), () -> "ledger says paid " + paid);
    }

    private int inLedger(OfferId offer, Movement.Place place) {
        return movements(offer).stream().mapToInt(movement -> moved(movement, place)).sum();
    }

    private static int moved(Movement movement, Movement.Place place) {
        int in = movement.why().to() == place ? movement.units() : 0;
        int out = movement.why().from() == place ? movement.units() : 0;
        return in - out;
    }

    private void oneClaimOneOrder() {
        var claims = new HashSet<ClaimId>();
        for (var order : world.book.orders()) {
            that(claims.add(order.hold().claim()), () -> "a second order for " + order.hold());
        }
    }

    /// Nothing may bring a buyer above the limit, late money neither.
    private void limitsHold() {
        var units = new HashMap<Who, Integer>();
        for (var order : world.book.orders()) {
            if (!hasUnits(order)) continue;
            var who = new Who(order.buyer(), order.hold().offer());
            int sum = units.merge(who, order.hold().units(), Integer::sum);
            that(sum <= World.PER_BUYER, () -> who + " has " + sum);
        }
    }

    private void queuedIsDurable() {
        for (var claim : told.queued.values()) {
            boolean there =
                    world.queue.contains(claim.id())
                            || world.book.findClaim(claim.id()).isPresent();
            that(there, () -> claim + " was queued and is gone");
        }
    }

    private void toldIsRecorded() {
        for (var outcome : told.ended.values()) {
            var recorded = world.book.findClaim(outcome.claim()).flatMap(c -> c.outcome());
            that(
                    recorded.equals(Optional.of(outcome)),
                    () -> "told " + outcome + ", is " + recorded);
            if (!(outcome instanceof Outcome.Won(ClaimId claim, var id))) continue;
            var order = world.book.findOrder(id).orElseThrow();
            that(
                    order.hold().equals(told.queued.get(claim).hold()),
                    () -> order + " is not " + claim);
        }
    }

    private void paidStaysPaid() {
        for (var id : told.paid) {
            var order = world.book.findOrder(id).orElseThrow();
            that(order.status() == OrderStatus.PAID, () -> "told paid: " + order);
        }
        for (var id : told.refunded) {
            var payment = world.book.findPayment(id).orElseThrow();
            that(payment.status() == Payment.Status.REFUNDED, () -> "told refunded: " + payment);
        }
    }

    private void nothingIsLeft(OfferId offer) {
        that(unsettled(offer) == 0, () -> offer + " has claims that are not settled");
        that(world.queue.depth() == 0, () -> world.queue.depth() + " claims are left in the queue");
        int paid = units(offer, OrderStatus.PAID);
        that(paid == stock(offer), () -> offer + " undersold: " + paid + " of " + stock(offer));
        var store = world.store.balance(offer).orElseThrow();
        that(store.held() == 0 && store.free() == 0, () -> offer + " is not at rest: " + store);
        var live = world.node().sales.findOffer(offer).orElseThrow();
        that(live.soldOut(), () -> offer + " is sold out and not marked");
    }

    private void moneyIsSomewhere(Payment payment) {
        var order = world.book.findOrder(payment.order()).orElseThrow();
        switch (payment.status()) {
            case PAID ->
                    that(order.status() == OrderStatus.PAID, () -> "paid for nothing: " + order);
            case REFUNDED, REFUSED -> {}
            case STARTED -> throw new AssertionError("money is lost: " + payment);
        }
    }

    private List<Movement> movements(OfferId offer) {
        return world.book.movements(offer, 0, Integer.MAX_VALUE);
    }

    private int stock(OfferId offer) {
        return movements(offer).stream()
                .filter(m -> m.why().from() == Movement.Place.OUTSIDE)
                .mapToInt(Movement::units)
                .sum();
    }

    private int sold(OfferId offer) {
        return units(offer, OrderStatus.UNPAID) + units(offer, OrderStatus.PAID);
    }

    private int unsettled(OfferId offer) {
        return world.queue.all().stream()
                .map(delivery -> delivery.claim())
                .filter(claim -> claim.offer().equals(offer))
                .filter(claim -> world.book.findClaim(claim.id()).isEmpty())
                .mapToInt(Claim::quantity)
                .sum();
    }

    private int units(OfferId offer, OrderStatus status) {
        return world.book.orders().stream()
                .filter(o -> o.hold().offer().equals(offer) && o.status() == status)
                .mapToInt(o -> o.hold().units())
                .sum();
    }

    private static boolean hasUnits(Order order) {
        return order.status() == OrderStatus.UNPAID || order.status() == OrderStatus.PAID;
    }
}
