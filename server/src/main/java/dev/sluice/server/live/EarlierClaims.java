package dev.sluice.server.live;

import dev.sluice.id.BuyerId;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Order;
import dev.sluice.sale.Outcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A buyer's recent claims from before this process, which are known by their orders only. Safe for
/// all threads.
public final class EarlierClaims {

    private static final int ORDERS_MAX = 20;

    private final OrderBook book;
    private final InstantSource clock;
    private final Instant startedAt;

    /// The process starts now.
    public EarlierClaims(OrderBook book, InstantSource clock) {
        this.book = book;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    /// Whether anybody may have some.
    boolean mayBe() {
        return clock.instant().isBefore(startedAt.plus(BuyerClaims.KEPT));
    }

    /// Blocks.
    List<ClaimState> find(BuyerId buyer) {
        var line = clock.instant().minus(BuyerClaims.KEPT);
        var recent = new ArrayList<ClaimState>();
        for (var order : book.findOrders(buyer, Optional.empty(), ORDERS_MAX)) {
            if (order.placedAt().isAfter(line)) recent.add(won(order));
        }
        return recent;
    }

    private static ClaimState won(Order order) {
        Hold hold = order.hold();
        var outcome = new Outcome.Won(hold.claim(), order.id());
        return new ClaimState(hold, 0, Optional.of(outcome));
    }
}
