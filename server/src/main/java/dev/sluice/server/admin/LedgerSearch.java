package dev.sluice.server.admin;

import dev.sluice.admission.Passes;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Order;
import dev.sluice.sale.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks through the ledger of an offer for the orders of a claim or a buyer, or for one order.
/// There is no index for that, which would cost settlement dearly: the ledger is read page by page,
/// so much of it per call, and the answer says where to go on.
final class LedgerSearch {

    /// Movements that one call looks at.
    static final int LOOKED_MAX = 20_000;

    /// A movement names the orders of a whole batch, so a page of few is already large.
    private static final int PAGE = 200;

    private static final int ORDERS_MAX = 1_000;
    private static final int ORDERS_PER_LOOK = 100;

    /// @param next where to go on, or nothing when everything was looked at
    record Found(List<Movement> movements, Optional<Long> next) {}

    private final OrderBook book;
    private final Passes passes;
    private final int lookedMax;

    LedgerSearch(OrderBook book, Passes passes, int lookedMax) {
        this.book = book;
        this.passes = passes;
        this.lookedMax = lookedMax;
    }

    /// Movements after that sequence that name what the text is the id of.
    Found find(OfferId offer, String text, long after, int max) {
        var wanted = orders(offer, text);
        if (wanted.isEmpty()) return new Found(List.of(), Optional.empty());
        var found = new ArrayList<Movement>();
        long last = after;
        for (int looked = 0; looked < lookedMax; ) {
            int asked = Math.min(PAGE, lookedMax - looked);
            var page = book.movements(offer, last, asked);
            for (var movement : page) {
                last = movement.sequence();
                if (names(movement, wanted)) found.add(movement);
                if (found.size() == max) return new Found(found, Optional.of(last));
            }
            if (page.size() < asked) return new Found(found, Optional.empty());
            looked += page.size();
        }
        return new Found(found, Optional.of(last));
    }

    private static boolean names(Movement movement, Set<OrderId> wanted) {
        return movement.orders().stream().map(Movement.Line::order).anyMatch(wanted::contains);
    }

    /// The orders of this offer that the text can mean. All ids are made by one clock, so that an
    /// order and a buyer never have the same.
    private Set<OrderId> orders(OfferId offer, String text) {
        var orders = new ArrayList<Order>();
        OrderId.parse(text).flatMap(book::findOrder).ifPresent(orders::add);
        ofClaim(text).ifPresent(orders::add);
        if (orders.isEmpty()) BuyerId.parse(text).map(this::ofBuyer).ifPresent(orders::addAll);
        var wanted = new HashSet<OrderId>();
        for (var order : orders) if (order.hold().offer().equals(offer)) wanted.add(order.id());
        return wanted;
    }

    /// Only the very text that buyers see is a claim's id.
    private Optional<Order> ofClaim(String text) {
        return Passes.peek(text)
                .flatMap(book::findClaim)
                .filter(claim -> {
                    var hold = claim.hold();
                    return passes.claimText(hold.claim(), hold.buyer()).equals(text);
                })
                .flatMap(claim -> claim.outcome())
                .flatMap(outcome ->
                        switch (outcome) {
                            case Outcome.Won(_, var order) -> book.findOrder(order);
                            case Outcome.Lost _ -> Optional.empty();
                        });
    }

    private List<Order> ofBuyer(BuyerId buyer) {
        var orders = new ArrayList<Order>();
        while (orders.size() < ORDERS_MAX) {
            var before = orders.isEmpty() ? Optional.<OrderId>empty() : Optional.of(lastOf(orders));
            var page = book.findOrders(buyer, before, ORDERS_PER_LOOK);
            orders.addAll(page);
            if (page.size() < ORDERS_PER_LOOK) break;
        }
        return orders;
    }

    private static OrderId lastOf(List<Order> orders) {
        return orders.getLast().id();
    }
}
