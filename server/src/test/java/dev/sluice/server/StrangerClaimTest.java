package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer;
import dev.sluice.id.BuyerId;
import dev.sluice.sale.Sale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Whoever claims without a right to is charged to their address, and nobody else is.
@FreshSluice("calls are given back one an hour")
class StrangerClaimTest extends ShopTest {

    private static final int BURST = 5;
    private static final int BUYERS_BURST = 20;

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.limits.stranger.address", "1h/" + BURST);
        settings.put("sluice.limits.claim.buyer", "1h/" + BUYERS_BURST);
        return settings;
    }

    @Test
    void claims_without_a_session_are_limited() {
        var offer = offer(1);
        assertLimitedAfter(BURST, 401, statuses(api, offer));
    }

    @Test
    void claims_with_a_forged_pass_are_limited_and_good_ones_are_not() {
        var offer = offer(1);
        var ann = shopper();
        sluice.sessions().load(ann.session()).orElseThrow();

        assertLimitedAfter(BURST, 403, statuses(as(ann), offer));

        claim(ann, offer);
    }

    @Test
    void claims_with_tokens_that_are_dead_are_limited_and_cost_few_looks() {
        var offer = offer(1);
        var statuses = new ArrayList<Integer>();
        for (int i = 0; i < 2 * BURST; i++) {
            var dead = sluice.sessions().make(new BuyerId(engine().ids().next()));
            statuses.add(api.as(dead.token()).post(path(offer), Map.of("quantity", 1)).status());
        }

        assertEquals(401, statuses.getFirst());
        assertEquals(429, statuses.getLast());
    }

    @Test
    void a_claim_of_a_sale_that_is_over_is_not_looked_for_without_end() {
        var offer = offer(1);
        var ann = shopper();
        var pass = engine().admission().mintUncounted(offer, ann.id(), clock.instant());
        assertTrue(engine().desk().move(offer.sale().id(), Sale.Stage.CLOSED));
        restartSluice();
        assertFalse(engine().sales().findOffer(offer.id()).orElseThrow().carried());

        var path = "/offers/" + offer.id() + "/claims/" + pass.text();
        for (int i = 0; i < BUYERS_BURST; i++) as(ann).post(path, Map.of("quantity", 1)).is(409);
        as(ann).post(path, Map.of("quantity", 1)).is(429);
    }

    @Test
    void the_public_facts_come_before_the_limit() {
        var offer = offer(1);
        var ann = shopper();
        sluice.sessions().load(ann.session()).orElseThrow();
        statuses(api, offer);
        claim(ann, offer);
        await(offer::soldOut);

        api.post(path(offer), Map.of("quantity", 1)).is(410);
    }

    private static void assertLimitedAfter(int calls, int before, List<Integer> statuses) {
        for (int i = 0; i < statuses.size(); i++) {
            assertEquals(i < calls ? before : 429, statuses.get(i), statuses::toString);
        }
    }

    private static List<Integer> statuses(Api api, BoardOffer offer) {
        var statuses = new ArrayList<Integer>();
        for (int i = 0; i < 2 * BURST; i++) {
            statuses.add(api.post(path(offer), Map.of("quantity", 1)).status());
        }
        return statuses;
    }

    private static String path(BoardOffer offer) {
        return "/offers/" + offer.id() + "/claims/" + "A".repeat(40);
    }
}
