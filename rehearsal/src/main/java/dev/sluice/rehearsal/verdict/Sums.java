package dev.sluice.rehearsal.verdict;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OfferSeen;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The sums and look-ups that several checks need, made from a run once.
///
/// @param orders those that exist, by id: each counts once, however many buyers have it
/// @param ordersByClaim the same by the claim they name; those that name none are left out
public record Sums(
        Run run, Map<String, OrderSeen> orders, Map<String, List<OrderSeen>> ordersByClaim) {

    /// The units of such orders are sold, or kept for their buyer.
    public static final Set<OrderStatus> LIVE = EnumSet.of(OrderStatus.UNPAID, OrderStatus.PAID);

    /// The units of such orders went back on sale.
    static final Set<OrderStatus> RETURNED =
            EnumSet.of(OrderStatus.CANCELLED, OrderStatus.EXPIRED, OrderStatus.REFUNDED);

    static Sums of(Run run) {
        var orders = new LinkedHashMap<String, OrderSeen>();
        var byClaim = new HashMap<String, List<OrderSeen>>();
        for (var order : run.orders()) {
            if (order.recorded() == OrderStatus.NONE) continue;
            if (orders.putIfAbsent(order.orderId(), order) != null) continue;
            if (order.claimId().isEmpty()) continue;
            byClaim.computeIfAbsent(order.claimId(), _ -> new ArrayList<>()).add(order);
        }
        return new Sums(run, orders, byClaim);
    }

    /// The offers of the rehearsal, and those it never made but has orders of: they have no units
    /// to give.
    List<OfferSeen> offers() {
        var offers = new ArrayList<>(run.offers());
        var known = new HashSet<String>();
        for (var offer : offers) known.add(offer.offerId());
        for (var order : orders.values()) {
            if (known.add(order.offerId())) offers.add(stranger(order.offerId()));
        }
        return offers;
    }

    private static OfferSeen stranger(String offerId) {
        var none = new Run.Units(0, 0, 0, 0, 0);
        return new OfferSeen(offerId, "not of this rehearsal", 0, 0, none, none, true, 0);
    }

    /// Orders of this offer in one of these states.
    List<OrderSeen> orders(String offerId, Collection<OrderStatus> statuses) {
        return orders.values().stream()
                .filter(order -> order.offerId().equals(offerId))
                .filter(order -> statuses.contains(order.recorded()))
                .toList();
    }

    long units(String offerId, Collection<OrderStatus> statuses) {
        return orders(offerId, statuses).stream().mapToLong(OrderSeen::quantity).sum();
    }

    /// Units that came back when nobody could buy them any more.
    long lateUnits(String offerId) {
        return orders(offerId, RETURNED).stream()
                .filter(OrderSeen::returnedLate)
                .mapToLong(OrderSeen::quantity)
                .sum();
    }

    /// Units that buyers were told they had won, but for those whose order has since ended.
    long promisedUnits(String offerId) {
        long units = 0;
        var counted = new HashSet<String>();
        for (var claim : run.claims()) {
            if (claim.told() != ClaimStatus.WON || !claim.offerId().equals(offerId)) continue;
            if (counted.add(claim.claimId()) && !isReturned(claim)) units += claim.quantity();
        }
        return units;
    }

    private boolean isReturned(ClaimSeen claim) {
        var order = orders.get(claim.toldOrder());
        return order != null && RETURNED.contains(order.recorded());
    }

    /// The fewest units that anybody asked for at once.
    long smallestWish(String offerId) {
        return run.claims().stream()
                .filter(claim -> claim.offerId().equals(offerId))
                .mapToLong(ClaimSeen::quantity)
                .filter(quantity -> quantity > 0)
                .min()
                .orElse(1);
    }
}
