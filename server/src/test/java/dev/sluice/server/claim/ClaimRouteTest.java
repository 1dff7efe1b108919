package dev.sluice.server.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.server.Answer;
import dev.sluice.server.ApiTest;
import dev.sluice.server.Garbage;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Claiming over HTTP: every answer, and which comes first when several apply.
class ClaimRouteTest extends ApiTest {

    private static final Map<String, Integer> ONE = Map.of("quantity", 1);

    private OfferId offer;

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.limits.claim.buyer", "6h/40");
    }

    /// A buyer with a session.
    private record Ann(BuyerId id, String session) {}

    @Test
    void a_claim_is_accepted_and_wins() {
        open(10, 2);
        var ann = buyer();
        var answer = claim(ann, pass(ann), 2).is(202);

        assertEquals("QUEUED", answer.text("status"));
        assertEquals(
                "/api/v1/claims/" + answer.text("claimId"),
                answer.header("Location").orElseThrow());
        assertEquals(8, freeAtRest());
    }

    @Test
    void the_same_claim_again_is_the_same_claim() {
        open(10, 2);
        var ann = buyer();
        var pass = pass(ann);
        var first = claim(ann, pass, 1).is(202);
        var again = claim(ann, pass, 1).is(200);

        assertEquals(first.text("claimId"), again.text("claimId"));
        assertEquals(9, freeAtRest());
    }

    @Test
    void the_same_claim_from_many_connections_at_once_takes_units_once() throws Exception {
        open(10, 2);
        var ann = buyer();
        var pass = pass(ann);
        var statuses = new ConcurrentLinkedQueue<Integer>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 16; i++) {
            threads.add(Thread.ofVirtual().start(() -> statuses.add(claim(ann, pass, 1).status())));
        }
        for (var thread : threads) thread.join();

        assertEquals(1, statuses.stream().filter(status -> status == 202).count(), "" + statuses);
        assertEquals(15, statuses.stream().filter(status -> status == 200).count(), "" + statuses);
        assertEquals(9, freeAtRest());
    }

    @Test
    void a_repeated_claim_gets_its_claim_even_when_the_offer_has_sold_out() {
        open(1, 1);
        var ann = buyer();
        var ben = buyer();
        var annsPass = pass(ann);
        var bensPass = pass(ben);
        claim(ann, annsPass, 1).is(202);
        claim(ben, bensPass, 1).is(Code.SOLD_OUT);

        claim(ann, annsPass, 1).is(200);
        claim(ben, annsPass, 1).is(Code.SOLD_OUT);
        api.post(path(annsPass), ONE).is(Code.SOLD_OUT);
    }

    @Test
    void a_repeated_claim_gets_its_claim_after_the_pass_expired_and_the_sale_closed() {
        open(3, 1);
        var ann = buyer();
        var pass = pass(ann);
        claim(ann, pass, 1).is(202);
        freeAtRest();
        clock.advance(Duration.ofDays(2));

        claim(ann, pass, 1).is(200);
    }

    @Test
    void a_repeated_claim_gets_its_claim_after_a_restart() {
        open(1, 1);
        var ann = buyer();
        var pass = pass(ann);
        claim(ann, pass, 1).is(202);
        freeAtRest();
        restartSluice();

        assertEquals("WON", claim(ann, pass, 1).is(200).text("status"));
        var ben = buyer();
        claim(ben, pass(ben), 1).is(Code.SOLD_OUT);
    }

    @Test
    void a_claim_that_was_queued_before_a_restart_is_still_queued() {
        open(1, 1);
        sluice.engine().switches().set(EnumSet.of(Switches.Switch.HOLD_SETTLEMENT));
        Soon.until("settlement rests", sluice.engine().settlementLoop()::isResting);
        var ann = buyer();
        var pass = pass(ann);
        claim(ann, pass, 1).is(202);
        restartSluice();

        assertEquals("QUEUED", claim(ann, pass, 1).is(200).text("status"));
        sluice.engine().switches().set(EnumSet.noneOf(Switches.Switch.class));
        assertEquals(0, freeAtRest());
        assertEquals("WON", claim(ann, pass, 1).is(200).text("status"));
    }

    @Test
    void an_offer_that_is_not_there_comes_before_everything() {
        open(1, 1);
        var ann = buyer();
        api.as(ann.session).post("/offers/0000000000000/claims/x", ONE).is(Code.NO_SUCH_OFFER);
        api.post("/offers/nope/claims/x", ONE).is(Code.NO_SUCH_OFFER);
        api.post("/offers/no%20pe/claims/x", ONE).isInvalid("offerId");
    }

    @Test
    void public_facts_come_before_the_session() {
        var sale = publish(1, 1, Duration.ofHours(1));
        api.post(path("x"), ONE).is(Code.NOT_OPEN);
        clock.advance(Duration.ofHours(1).plusMinutes(1));
        api.post(path("x"), ONE).is(Code.NO_SESSION);
        assertTrue(sluice.engine().desk().move(sale.id(), Sale.Stage.PAUSED));
        api.post(path("x"), ONE).is(Code.PAUSED);
        assertTrue(sluice.engine().desk().move(sale.id(), Sale.Stage.PUBLISHED));
        api.post(path("x"), ONE).is(Code.NO_SESSION);
        assertTrue(sluice.engine().desk().move(sale.id(), Sale.Stage.CLOSED));
        api.post(path("x"), ONE).is(Code.CLOSED);
    }

    @Test
    void a_pass_that_is_not_the_buyers_own_is_refused() {
        open(5, 1);
        var ann = buyer();
        var ben = buyer();
        var pass = pass(ann);
        claim(ben, pass, 1).is(Code.PASS_INVALID);
        claim(ann, "x", 1).is(Code.PASS_INVALID);
        var changed = (pass.charAt(30) == 'A' ? 'B' : 'A') + pass.substring(31);
        claim(ann, pass.substring(0, 30) + changed, 1).is(Code.PASS_INVALID);
        claim(ann, pass, 1).is(202);
    }

    @Test
    void an_expired_pass_is_refused() {
        open(5, 1);
        var ann = buyer();
        var pass = pass(ann);
        clock.advance(Duration.ofMinutes(10));
        claim(ann, pass, 1).is(Code.PASS_INVALID);
    }

    @Test
    void nobody_gets_more_than_the_limit() {
        open(10, 2);
        var ann = buyer();
        claim(ann, pass(ann), 3).is(Code.OVER_LIMIT);
        claim(ann, pass(ann), 2).is(202);
        claim(ann, pass(ann), 1).is(Code.OVER_LIMIT);
        assertEquals(8, freeAtRest());
    }

    @Test
    void a_quantity_is_a_whole_number_from_one_on() {
        open(10, 2);
        var ann = buyer();
        var pass = pass(ann);
        var own = api.as(ann.session);
        for (var bad : List.of("0", "-1", "1.5", "\"1\"", "null", "true", "99999999999999999999")) {
            own.post(path(pass), "{\"quantity\": " + bad + "}").isInvalid("quantity");
        }
        own.post(path(pass), "{}").isInvalid("quantity");
        own.post(path(pass), "{\"quantity\":1,\"x\":1}").isInvalid("x");
        own.post(path(pass)).isInvalid("body");
        own.post(path(pass), "{ \"quantity\" : 2 }").is(202);
    }

    @Test
    void a_buyer_who_hammers_is_told_to_wait_and_another_is_not() {
        open(10, 1);
        var ann = buyer();
        var ben = buyer();
        var pass = pass(ann);
        var refused = claim(ann, pass, 9);
        for (int i = 0; i < 200 && refused.status() == 409; i++) refused = claim(ann, pass, 9);
        assertEquals(429, refused.status());
        assertTrue(Integer.parseInt(refused.header("Retry-After").orElseThrow()) >= 1);
        claim(ben, pass(ben), 1).is(202);
    }

    @Test
    void while_the_shop_is_read_only_nothing_new_is_claimed() {
        open(10, 1);
        var ann = buyer();
        var pass = pass(ann);
        claim(ann, pass, 1).is(202);
        sluice.engine().switches().set(EnumSet.of(Switches.Switch.READ_ONLY));
        claim(ann, pass, 1).is(200);
        var ben = buyer();
        claim(ben, pass(ben), 1).is(Code.READ_ONLY);
    }

    @Test
    void a_cookie_needs_the_csrf_header_and_a_bearer_does_not() {
        open(10, 1);
        var ann = buyer();
        var pass = pass(ann);
        var byCookie = api.with("Cookie", "sluice_session=" + ann.session);
        byCookie.post(path(pass), ONE).is(Code.CSRF_MISSING);
        byCookie.with("X-Sluice-CSRF", "1").post(path(pass), ONE).is(202);
    }

    @Test
    void units_that_come_back_can_be_claimed_again() {
        open(1, 1);
        var ann = buyer();
        var ben = buyer();
        var claim = claim(ann, pass(ann), 1).is(202);
        claim(ben, pass(ben), 1).is(Code.SOLD_OUT);
        var engine = sluice.engine();
        freeAtRest();
        var order = awaitOrder(claim.text("claimId"), ann);
        assertTrue(engine.orders().cancel(order).isPresent());

        claim(ben, pass(ben), 1).is(202);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        open(10, 2);
        var ann = buyer();
        return Garbage.to(api.as(ann.session), "POST", path(pass(ann)))
                .withBody("{\"quantity\": 1}")
                .tests();
    }

    private OrderId awaitOrder(String claimText, Ann ann) {
        var engine = sluice.engine();
        var claim = engine.passes().parseClaim(claimText, ann.id).orElseThrow();
        var ended = engine.claims().whenEnded(claim).toCompletableFuture().join();
        return ((Outcome.Won) ended.outcome().orElseThrow()).order();
    }

    private String path(String pass) {
        return "/offers/" + offer + "/claims/" + pass;
    }

    private Answer claim(Ann ann, String pass, int quantity) {
        return api.as(ann.session).post(path(pass), Map.of("quantity", quantity));
    }

    private void open(int stock, int perBuyer) {
        publish(stock, perBuyer, Duration.ofMinutes(-1));
    }

    private Sale publish(int stock, int perBuyer, Duration opensIn) {
        var engine = sluice.engine();
        var now = clock.instant();
        var product = new Product(new ProductId(engine.ids().next()), "Lamp", "", Optional.empty());
        engine.ports().catalogue().insertProduct(product);
        var saleId = new SaleId(engine.ids().next());
        offer = new OfferId(engine.ids().next());
        var price = new Money(100, "CNY");
        var offers =
                List.of(
                        new Offer(
                                offer, saleId, product, price, Optional.empty(), stock, perBuyer));
        var sale = draft(saleId, now.plus(opensIn), offers);
        assertTrue(engine.ports().catalogue().insertSale(sale));
        assertTrue(engine.desk().move(saleId, Sale.Stage.PUBLISHED));
        return sale;
    }

    private static Sale draft(SaleId id, Instant opensAt, List<Offer> offers) {
        return new Sale(
                id,
                "Lamps",
                opensAt,
                opensAt.plus(Duration.ofDays(1)),
                Sale.Stage.DRAFT,
                Sale.ChallengeKind.NONE,
                5,
                Duration.ofMinutes(15),
                Sale.Repeat.NONE,
                Optional.empty(),
                opensAt,
                offers);
    }

    private Ann buyer() {
        var id = new BuyerId(sluice.engine().ids().next());
        var opened = sluice.sessions().open(id);
        return new Ann(id, opened.token());
    }

    private String pass(Ann ann) {
        var engine = sluice.engine();
        var live = engine.sales().findOffer(offer).orElseThrow();
        return engine.admission().mintUncounted(live, ann.id, clock.instant()).text();
    }

    /// The free units once nothing is queued any more.
    private int freeAtRest() {
        var engine = sluice.engine();
        Soon.until("nothing is queued", () -> engine.ports().queue().depth() == 0);
        return engine.reconciliation().balances(offer).free();
    }
}
