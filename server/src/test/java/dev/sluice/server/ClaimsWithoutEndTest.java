package dev.sluice.server;

import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.port.HoldStore;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A buyer who claims and cancels again and again, over HTTP.
class ClaimsWithoutEndTest extends ApiTest {

    private OfferId offer;

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.limits.claim.buyer", "5/40");
    }

    @Test
    void a_buyer_who_has_cancelled_too_often_is_over_the_limit_also_after_a_restart() {
        var sale = new Stage(sluice, clock).sale(Duration.ofMinutes(-1), ChallengeKind.NONE);
        offer = sale.offers().getFirst().id();
        var ann = new BuyerId(sluice.engine().ids().next());
        var session = sluice.sessions().open(ann).token();
        for (int i = 0; i < HoldStore.ENDED_MAX; i++) {
            claim(ann, session).is(202);
            var order = awaitOrder(ann, i + 1);
            api.as(session).post("/orders/" + order + "/cancel", "{}").is(200);
        }

        claim(ann, session).is(Code.OVER_LIMIT);
        restartSluice();
        claim(ann, session).is(Code.OVER_LIMIT);

        var bob = new BuyerId(sluice.engine().ids().next());
        claim(bob, sluice.sessions().open(bob).token()).is(202);
    }

    /// With a pass of its own.
    private Answer claim(BuyerId buyer, String session) {
        var engine = sluice.engine();
        var live = engine.sales().findOffer(offer).orElseThrow();
        var pass = engine.admission().mintUncounted(live, buyer, clock.instant()).text();
        return api.as(session).post("/offers/" + offer + "/claims/" + pass, Map.of("quantity", 1));
    }

    /// The last of so many orders.
    private String awaitOrder(BuyerId buyer, int count) {
        var book = sluice.engine().ports().book();
        Soon.until(
                "the order is there",
                () -> book.findOrders(buyer, Optional.empty(), 100).size() == count);
        return "" + book.findOrders(buyer, Optional.empty(), 1).getFirst().id();
    }
}
