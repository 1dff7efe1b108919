package dev.sluice.server.live;

import dev.sluice.claim.Claims;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
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
import java.util.function.Consumer;

/// The claims of which a socket is told that has just become a buyer's: whose they are, how each
/// stands, and those from before this process, which are known by their orders only. Safe for all
/// threads.
public final class RecentClaims {

    private static final int CLAIMS_MAX = 2_000_000;
    private static final int ORDERS_MAX = 20;

    private final Claims claims;
    private final OrderBook book;
    private final InstantSource clock;
    private final BuyerClaims whose = new BuyerClaims(CLAIMS_MAX);
    private volatile Instant startedAt;

    public RecentClaims(Claims claims, OrderBook book, InstantSource clock) {
        this.claims = claims;
        this.book = book;
        this.clock = clock;
    }

    /// Hears from now on of claims that have ended, and passes that on.
    void start(Consumer<List<ClaimState>> next) {
        startedAt = clock.instant();
        claims.listen(ended -> {
            whose.ended(ended, clock.instant());
            next.accept(ended);
        });
    }

    /// So many more units are to be claimed.
    void expect(long units) {
        whose.expect(units);
    }

    void queued(BuyerId buyer, ClaimId claim) {
        whose.queued(buyer, claim);
    }

    void forgetOld() {
        whose.forgetOld(clock.instant());
    }

    int size() {
        return whose.size();
    }

    List<ClaimId> findOf(BuyerId buyer) {
        return whose.find(buyer);
    }

    /// A claim if it is cached on this node.
    Optional<ClaimState> findHere(ClaimId claim) {
        return claims.findHere(claim);
    }

    /// A claim wherever it is known. Blocks.
    Optional<ClaimState> find(ClaimId claim) {
        return claims.find(claim);
    }

    /// Whether buyers may have claims from before this process.
    boolean maySomeBeOlder() {
        return clock.instant().isBefore(startedAt.plus(BuyerClaims.KEPT));
    }

    /// Those of the buyer's orders that are recent, as claims. Blocks.
    List<ClaimState> findOrdered(BuyerId buyer) {
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
