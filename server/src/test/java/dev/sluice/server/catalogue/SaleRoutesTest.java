package dev.sluice.server.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.Answer;
import dev.sluice.server.ApiTest;
import dev.sluice.server.FreshSluice;
import dev.sluice.server.Stage;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Looking at sales, which has to be right at every moment although it is all ready-made.
class SaleRoutesTest extends ApiTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private Stage stage;

    @BeforeEach
    void setStage() {
        stage = new Stage(sluice, clock);
    }

    @Test
    void the_time_is_the_servers() {
        clock.advance(Duration.ofDays(1));
        var before = clock.instant().minusMillis(1);

        var now = Instant.parse(api.get("/time").is(200).text("now"));

        assertTrue(now.isAfter(before) && !now.isAfter(clock.instant()), now.toString());
        assertEquals("no-store", api.get("/time").header("cache-control").orElseThrow());
        assertEquals(200, api.send("HEAD", "/time", new byte[0]).status());
    }

    @Test
    void an_address_that_lacks_its_id_is_not_found() {
        for (var path : List.of("/offers/sale", "/offers//sale", "/sales/stock", "/sales//stock")) {
            assertEquals(404, api.get(path).status(), path);
        }
    }

    @Test
    void a_sale_is_shown_with_its_offers() {
        var sale = stage.sale(HOUR, ChallengeKind.MATH);

        var shown = page(sale).is(200);

        assertEquals(sale.id().toString(), shown.text("saleId"));
        assertEquals("UPCOMING", shown.text("state"));
        assertEquals("math", shown.text("challenge"));
        assertEquals(900, shown.number("payWithinSeconds"));
        assertEquals(sale.offers().getFirst().id().toString(), shown.text("offers/0/offerId"));
        assertEquals("黑色, 256 GB", shown.text("offers/0/product/description"));
        assertEquals(199_900, shown.number("offers/0/price/amount"));
        assertEquals("UPCOMING", shown.text("offers/0/availability"));
    }

    @Test
    void a_page_that_has_not_changed_is_not_sent_again() {
        var sale = stage.sale(HOUR, ChallengeKind.NONE);
        var path = "/sales/" + sale.id();
        var tag = api.get(path).header("etag").orElseThrow();

        for (var looked : List.of(path, "/sales", "/sales?state=upcoming", "/sales?limit=3")) {
            var known = api.get(looked).header("etag").orElseThrow();
            var spared = api.with("If-None-Match", known).get(looked).is(304);
            assertEquals(0, spared.bytes().length);
            assertEquals(known, spared.header("etag").orElseThrow());
        }
        api.with("If-None-Match", "\"x\", W/" + tag).get(path).is(304);
        api.with("If-None-Match", "*").get(path).is(304);
        api.with("If-None-Match", "\"x\"").get(path).is(200);
        assertEquals(0, api.send("HEAD", path, new byte[0]).is(200).bytes().length);

        sluice.engine().sales().mark(sale.offers().getFirst().id(), true);
        sluice.engine().desk().move(sale.id(), Sale.Stage.PAUSED);
        api.with("If-None-Match", tag).get(path).is(200);
    }

    @Test
    void a_sale_opens_and_closes_on_all_pages_at_the_very_moment() {
        var sale = stage.sale(HOUR, ChallengeKind.NONE);
        var tag = page(sale).header("etag").orElseThrow();
        assertEquals(List.of(sale.id().toString()), ids("/sales?state=upcoming"));
        assertEquals(List.of(), ids("/sales?state=open"));

        clock.advance(Duration.between(clock.instant(), sale.opensAt()));

        assertEquals("OPEN", page(sale).text("offers/0/availability"));
        assertNotEquals(tag, page(sale).header("etag").orElseThrow());
        assertEquals(List.of(), ids("/sales?state=upcoming"));
        assertEquals(List.of(sale.id().toString()), ids("/sales?state=open"));
        assertEquals("OPEN", api.get("/sales").text("sales/0/state"));

        clock.advance(Duration.between(clock.instant(), sale.closesAt()));

        assertEquals("CLOSED", page(sale).text("state"));
        assertEquals(List.of(), ids("/sales?state=open"));
        assertEquals(List.of(sale.id().toString()), ids("/sales?state=closed"));
    }

    @Test
    void nobody_may_keep_a_page_beyond_an_opening() {
        var kept = "public, max-age=1, must-revalidate";
        var unkept = "public, max-age=0, must-revalidate";
        // On a busy machine a sale may have opened before it is looked at; then another one does.
        AdminTest.await(() -> {
            var sale = stage.sale(Duration.ofSeconds(30), ChallengeKind.NONE);
            assertEquals(kept, cacheControl(sale));
            clock.advance(Duration.between(clock.instant(), sale.opensAt().minusMillis(900)));

            var before = cacheControl(sale);

            clock.advance(Duration.ofSeconds(1));
            assertEquals(kept, cacheControl(sale));
            return before.equals(unkept);
        });
    }

    @Test
    void marks_pauses_and_closes_show_at_once() {
        var sale = stage.sale(Duration.ZERO, ChallengeKind.NONE);
        var offer = sale.offers().getFirst().id();
        var engine = sluice.engine();
        assertEquals("OPEN", page(sale).text("offers/0/availability"));

        // Reconciliation may lift a mark that has no reason before it is looked at.
        AdminTest.await(() -> {
            engine.sales().mark(offer, true);
            return page(sale).text("offers/0/availability").equals("SOLD_OUT")
                    && api.get("/sales").text("sales/0/offers/0/availability").equals("SOLD_OUT");
        });
        engine.sales().mark(offer, false);
        assertEquals("OPEN", page(sale).text("offers/0/availability"));
        engine.desk().move(sale.id(), Sale.Stage.PAUSED);
        assertEquals("PAUSED", page(sale).text("offers/0/availability"));
        assertEquals(List.of(sale.id().toString()), ids("/sales?state=open"));
        engine.desk().move(sale.id(), Sale.Stage.CLOSED);
        assertEquals("CLOSED", page(sale).text("state"));
        assertEquals(List.of(), ids("/sales?state=open"));
    }

    @Test
    @FreshSluice("it reads the whole list")
    void a_sale_paused_before_it_opens_is_listed_as_upcoming() {
        var sale = stage.sale(HOUR, ChallengeKind.NONE);

        sluice.engine().desk().move(sale.id(), Sale.Stage.PAUSED);

        assertEquals(List.of(sale.id().toString()), ids("/sales?state=upcoming"));
        assertEquals(List.of(), ids("/sales?state=open"));
    }

    @Test
    void lists_go_on_page_by_page_latest_opening_first() {
        var expected = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            var sale = stage.sale(HOUR.multipliedBy(i % 3), ChallengeKind.NONE);
            expected.add(sale.opensAt().toEpochMilli() + " " + sale.id());
        }
        expected.sort(java.util.Comparator.reverseOrder());
        var ids = expected.stream().map(entry -> entry.split(" ")[1]).toList();

        assertEquals(ids, ids("/sales"));
        assertEquals(ids, ids("/sales?utm=unknown"));
        var walked = new ArrayList<String>();
        var path = "/sales?limit=3";
        for (var page = api.get(path).is(200); ; page = api.get(path).is(200)) {
            page.json().get("sales").forEach(sale -> walked.add(sale.get("saleId").asText()));
            if (!page.json().has("next")) break;
            path = "/sales?limit=3&after=" + page.text("next");
        }
        assertEquals(ids, walked);
    }

    @Test
    @FreshSluice("it reads the whole list")
    void drafts_are_nowhere() {
        var draft = stage.draft(HOUR, ChallengeKind.NONE);

        page(draft).is(Code.NO_SUCH_SALE);
        assertEquals(List.of(), ids("/sales"));
    }

    @Test
    void an_unknown_sale_is_not_found_and_nonsense_is_invalid() {
        api.get("/sales/0ns7d2k8v0w1a").is(Code.NO_SUCH_SALE);
        api.get("/sales/x").is(Code.NO_SUCH_SALE);
        api.get("/sales/" + "x".repeat(64)).is(Code.NO_SUCH_SALE);
        api.get("/sales/" + "x".repeat(65)).isInvalid("saleId");
        api.get("/sales/a.b").isInvalid("saleId");
        api.get("/sales/").is(Code.NOT_FOUND);
        api.get("/salesman").is(Code.NOT_FOUND);
        var chinese = api.with("Accept-Language", "zh-CN").get("/sales/x");
        assertTrue(chinese.is(Code.NO_SUCH_SALE).text("detail").contains("没有这个活动"));
        api.post("/sales/x", "{}").is(Code.METHOD_NOT_ALLOWED);
        api.delete("/time").is(Code.METHOD_NOT_ALLOWED);
    }

    @Test
    void a_query_has_bounds() {
        api.get("/sales?state=paused").isInvalid("state");
        api.get("/sales?state=OPEN").isInvalid("state");
        api.get("/sales?state=").isInvalid("state");
        api.get("/sales?state=open&state=open").isInvalid("state");
        api.get("/sales?limit=0").isInvalid("limit");
        api.get("/sales?limit=101").isInvalid("limit");
        api.get("/sales?limit=ten").isInvalid("limit");
        api.get("/sales?after=nonsense").isInvalid("after");
        api.get("/sales?after=0ns7d2k8v0w1a").isInvalid("after");
        api.sendRaw("GET", "/sales?state=%zz").isInvalid("state");
    }

    @Test
    void sales_are_there_again_after_a_restart() {
        var sale = stage.sale(HOUR, ChallengeKind.NONE);
        var before = page(sale);

        restartSluice();

        assertEquals(before.body(), page(sale).is(200).body());
        assertEquals(before.header("etag"), page(sale).header("etag"));
        assertEquals(List.of(sale.id().toString()), ids("/sales"));
    }

    @Test
    void what_is_left_of_a_sale_is_told_and_what_may_come_back() {
        var sale = stage.sale(Duration.ZERO, ChallengeKind.NONE);
        var offer = sale.offers().getFirst().id();
        var before = stock(sale).is(200);
        assertEquals(2, before.number("offers/0/left"));
        assertFalse(before.json().at("/offers/0/mayComeBack").asBoolean());

        var session = stage.session(api);
        var challenge = api.as(session).get("/offers/" + offer + "/challenge").is(200);
        var answer = Map.of("challengeId", challenge.text("challengeId"), "answer", "");
        var pass = api.as(session).post("/offers/" + offer + "/passes", answer).is(201);
        var path = "/offers/" + offer + "/claims/" + pass.text("pass");
        api.as(session).post(path, Map.of("quantity", 1)).is(202);
        AdminTest.await(() -> sluice.engine().ports().queue().depth() == 0);
        clock.advance(Duration.ofSeconds(2));

        var after = stock(sale).is(200);
        assertEquals(1, after.number("offers/0/left"));
        assertTrue(after.json().at("/offers/0/mayComeBack").asBoolean());
    }

    @Test
    void the_sale_of_an_offer_is_the_page_of_the_sale() {
        var sale = stage.sale(Duration.ZERO, ChallengeKind.NONE);
        var path = "/offers/" + sale.offers().getFirst().id() + "/sale";
        var found = api.get(path).is(200);

        assertEquals(page(sale).is(200).body(), found.body());
        var tag = found.header("etag").orElseThrow();
        assertEquals(page(sale).header("etag").orElseThrow(), tag);
        assertEquals("", api.with("If-None-Match", tag).get(path).is(304).body());
        api.get("/offers/0ns7d2k8v0w1a/sale").is(Code.NO_SUCH_OFFER);
        api.get("/offers/x/sale").is(Code.NO_SUCH_OFFER);
        api.get("/offers/a.b/sale").isInvalid("offerId");
        api.get("/offers//sale").is(Code.NOT_FOUND);
        api.post(path, "{}").is(Code.METHOD_NOT_ALLOWED);
    }

    @Test
    void what_is_left_is_looked_at_once_a_second() {
        var sale = stage.sale(Duration.ZERO, ChallengeKind.NONE);
        var first = stock(sale).is(200);

        var tag = first.header("etag").orElseThrow();
        var path = "/sales/" + sale.id() + "/stock";
        assertEquals("", api.with("If-None-Match", tag).get(path).is(304).body());
        assertEquals(
                "public, max-age=1, must-revalidate", first.header("cache-control").orElseThrow());
    }

    @Test
    void nothing_is_left_of_a_sale_that_is_not_there() {
        api.get("/sales/0ns7d2k8v0w1a/stock").is(Code.NO_SUCH_SALE);
        api.get("/sales/" + "x".repeat(65) + "/stock").is(Code.INVALID);
    }

    private Answer stock(Sale sale) {
        return api.get("/sales/" + sale.id() + "/stock");
    }

    private String cacheControl(Sale sale) {
        return page(sale).header("cache-control").orElseThrow();
    }

    private Answer page(Sale sale) {
        return api.get("/sales/" + sale.id());
    }

    private List<String> ids(String path) {
        var ids = new ArrayList<String>();
        var sales = api.get(path).is(200).json().get("sales");
        sales.forEach(sale -> ids.add(sale.get("saleId").asText()));
        return ids;
    }
}
