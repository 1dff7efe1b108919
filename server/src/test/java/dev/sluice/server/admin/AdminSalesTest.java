package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.FreshSluice;
import dev.sluice.server.Garbage;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminSalesTest extends AdminTest {

    @Test
    void a_draft_has_the_defaults_and_its_offers_have_ids() {
        var body = saleOf(5, 7);
        body.remove("challenge");
        var sale = operator().post("/admin/sales", body).is(201);

        assertEquals("DRAFT", sale.text("state"));
        assertEquals("math", sale.text("challenge"));
        assertEquals(5, sale.number("gateFactor"));
        assertEquals(900, sale.number("payWithinSeconds"));
        assertEquals("none", sale.text("repeat"));
        assertEquals(1, sale.number("offers/0/perBuyer"));
        assertEquals("UPCOMING", sale.text("offers/1/availability"));
        var path = "/admin/sales/" + sale.text("saleId");
        assertEquals(sale.json(), operator().get(path).is(200).json());
        assertEquals("/api/v1" + path, sale.header("location").orElseThrow());
    }

    @Test
    void offers_may_have_different_currencies_but_a_list_price_has_that_of_its_price() {
        var product = newProduct();
        var yuan = Map.of("amount", 5, "currency", "CNY");
        var euro = Map.of("amount", 0, "currency", "EUR");
        var body = saleOf(1);
        body.put(
                "offers",
                List.of(
                        Map.of("productId", product, "price", yuan, "stock", 1),
                        Map.of("productId", product, "price", euro, "stock", 1)));
        operator().post("/admin/sales", body).is(201);
        body.put(
                "offers",
                List.of(
                        Map.of("productId", product, "price", yuan, "stock", 1),
                        Map.of(
                                "productId",
                                product,
                                "price",
                                yuan,
                                "listPrice",
                                euro,
                                "stock",
                                1)));
        operator().post("/admin/sales", body).isInvalid("offers[1].listPrice.currency");
    }

    @Test
    void a_list_price_is_not_below_the_price() {
        var low = Map.of("amount", 99, "currency", "CNY");
        assertBad("offers", offersWithSecond("listPrice", low), "offers[1].listPrice.amount");
        var same = Map.of("amount", 100, "currency", "CNY");
        var body = saleOf(1);
        body.put("offers", offersWithSecond("listPrice", same));
        operator().post("/admin/sales", body).is(201);
    }

    @Test
    void what_is_wrong_is_named() {
        assertBad("title", "", "title");
        assertBad("title", "x".repeat(201), "title");
        assertBad("title", " \t ", "title");
        assertBad("opensAt", "tomorrow", "opensAt");
        assertBad("opensAt", "+10000-01-01T00:00:00Z", "opensAt");
        assertBad("closesAt", "2001-01-01T00:00:00Z", "closesAt");
        assertBad("challenge", "riddle", "challenge");
        assertBad("gateFactor", 0, "gateFactor");
        assertBad("gateFactor", 1_001, "gateFactor");
        assertBad("payWithinSeconds", 4, "payWithinSeconds");
        assertBad("payWithinSeconds", 86_401, "payWithinSeconds");
        assertBad("repeat", "weekly", "repeat");
        assertBad("offers", List.of(), "offers");
        assertBadOffer("productId", "0ns7d2k8v0w1a");
        assertBadOffer("productId", "not an id");
        assertBadOffer("stock", 0);
        assertBadOffer("stock", 10_000_001);
        assertBadOffer("perBuyer", 0);
        assertBadOffer("perBuyer", 101);
        assertBadPrice("price.amount", Map.of("amount", -1, "currency", "CNY"));
        assertBadPrice("price.amount", Map.of("amount", 1_000_000_000_001L, "currency", "CNY"));
        assertBadPrice("price.currency", Map.of("amount", 1, "currency", "yuan"));
        assertBadPrice("price.currency", Map.of("amount", 1, "currency", "QQQ"));
        assertBadPrice("price.currency", Map.of("amount", 1, "currency", "XAU"));
        assertBadPrice("price.currency", Map.of("amount", 1, "currency", "cny"));
        assertBadPrice("price.tax", Map.of("amount", 1, "currency", "CNY", "tax", 1));
    }

    private void assertBad(String name, Object value, String field) {
        var body = saleOf(1);
        body.put(name, value);
        operator().post("/admin/sales", body).isInvalid(field);
    }

    private void assertBadOffer(String name, Object value) {
        assertBad("offers", offersWithSecond(name, value), "offers[1]." + name);
    }

    private void assertBadPrice(String field, Map<String, Object> price) {
        assertBad("offers", offersWithSecond("price", price), "offers[1]." + field);
    }

    @SuppressWarnings("unchecked") // It is the list of maps that saleOf has made.
    private List<Object> offersWithSecond(String name, Object value) {
        var offers = new ArrayList<>((List<Object>) saleOf(1, 1).get("offers"));
        var second = new HashMap<>((Map<String, Object>) offers.get(1));
        second.put(name, value);
        offers.set(1, second);
        return offers;
    }

    @Test
    void a_draft_can_change_entirely_and_keeps_the_ids_of_offers_that_stay() {
        var sale = draft(5, 7);
        var path = "/admin/sales/" + sale.text("saleId");
        var price = Map.of("amount", 9, "currency", "USD");
        var same =
                Map.of(
                        "productId",
                        sale.text("offers/0/product/productId"),
                        "price",
                        price,
                        "stock",
                        9);
        var other = Map.of("productId", newProduct(), "price", price, "stock", 1);

        var changed =
                operator().put(path, Map.of("title", "B", "offers", List.of(same, other))).is(200);

        assertEquals("B", changed.text("title"));
        assertEquals(9, changed.number("offers/0/stock"));
        assertEquals(sale.text("offers/0/offerId"), changed.text("offers/0/offerId"));
        assertTrue(!sale.text("offers/1/offerId").equals(changed.text("offers/1/offerId")));
        assertEquals(sale.text("opensAt"), changed.text("opensAt"));
        assertEquals("work", operator().put(path, Map.of("challenge", "work")).text("challenge"));
        operator().put(path, Map.of("opensAt", "2090-01-01T00:00:00Z")).isInvalid("closesAt");
    }

    @Test
    void a_published_sale_changes_only_in_what_may_change() {
        var sale = published(5);
        var path = "/admin/sales/" + sale.text("saleId");
        var later = Instant.parse(sale.text("closesAt")).plusSeconds(60).toString();
        var change =
                Map.of(
                        "title",
                        "B",
                        "closesAt",
                        later,
                        "payWithinSeconds",
                        60,
                        "gateFactor",
                        9,
                        "repeat",
                        "daily");

        var changed = operator().put(path, change).is(200);

        assertEquals(later, changed.text("closesAt"));
        assertEquals(60, changed.number("payWithinSeconds"));
        assertEquals("daily", changed.text("repeat"));
        operator().put(path, Map.of("opensAt", sale.text("opensAt"))).is(200);
        assertFixed(path, "opensAt", later.replaceFirst("T.*", "T00:00:00Z"));
        assertFixed(path, "closesAt", sale.text("closesAt"));
        assertFixed(path, "challenge", "work");
        var price = Map.of("amount", 9, "currency", "USD");
        assertFixed(
                path,
                "offers",
                List.of(Map.of("productId", newProduct(), "price", price, "stock", 9)));
    }

    private void assertFixed(String path, String field, Object value) {
        var answer = operator().put(path, Map.of(field, value)).is(Code.SALE_STATE);
        assertEquals(field, answer.text("field"));
        var chinese = operator().with("Accept-Language", "zh").put(path, Map.of(field, value));
        assertTrue(chinese.text("detail").contains("发布后"), chinese::toString);
    }

    @Test
    void a_sale_goes_from_state_to_state_and_not_otherwise() {
        var id = draft(5).text("saleId");
        for (var order : List.of("pause", "resume", "close")) move(id, order).is(Code.SALE_STATE);
        assertEquals("OPEN", move(id, "publish").is(200).text("state"));
        assertEquals("PAUSED", move(id, "pause").is(200).text("offers/0/availability"));
        move(id, "publish").is(Code.SALE_STATE);
        assertEquals("OPEN", move(id, "resume").is(200).text("state"));
        assertEquals("CLOSED", move(id, "close").is(200).text("state"));
        for (var order : List.of("publish", "pause", "resume")) {
            var refused = move(id, order).is(Code.SALE_STATE);
            assertTrue(refused.text("detail").contains("CLOSED"), refused::toString);
        }
        operator().put("/admin/sales/" + id, Map.of("title", "B")).is(Code.SALE_STATE);
    }

    /// As after an answer that was lost, or a 503: nobody knows whether it was done.
    @Test
    void a_command_that_is_sent_again_is_answered_like_the_first_time() {
        var id = draft(5).text("saleId");
        for (int i = 0; i < 2; i++) assertEquals("OPEN", move(id, "publish").is(200).text("state"));
        for (int i = 0; i < 2; i++) assertEquals("PAUSED", move(id, "pause").is(200).text("state"));
        for (int i = 0; i < 2; i++) assertEquals("OPEN", move(id, "resume").is(200).text("state"));
        for (int i = 0; i < 2; i++) assertEquals("CLOSED", move(id, "close").is(200).text("state"));
    }

    @Test
    void a_sale_that_is_over_is_neither_published_again_nor_closed() {
        var id = draft(5).text("saleId");
        move(id, "publish").is(200);
        clock.advance(Duration.ofHours(2));

        for (var order : List.of("publish", "close")) move(id, order).is(Code.SALE_STATE);
    }

    @Test
    void a_draft_whose_time_has_passed_is_not_published() {
        var id = draft(5).text("saleId");
        clock.advance(Duration.ofHours(2));

        assertEquals("closesAt", move(id, "publish").is(Code.SALE_STATE).text("field"));
    }

    @Test
    void an_unknown_sale_is_not_there_and_nonsense_is_invalid() {
        operator().get("/admin/sales/0ns7d2k8v0w1a").is(Code.NO_SUCH_SALE);
        operator().get("/admin/sales/nonsense").is(Code.NO_SUCH_SALE);
        operator().get("/admin/sales/x.y").isInvalid("saleId");
        move("0ns7d2k8v0w1a", "publish").is(Code.NO_SUCH_SALE);
        api.get("/admin/sales").is(Code.NO_OPERATOR);
        api.post("/admin/sales/0ns7d2k8v0w1a/close").is(Code.NO_OPERATOR);
    }

    @Test
    @FreshSluice("it reads the whole list")
    void all_sales_are_listed_newest_first_drafts_too() {
        var first = draft(1).text("saleId");
        var second = published(1).text("saleId");
        var third = draft(1).text("saleId");

        var page = operator().get("/admin/sales?limit=2").is(200);
        var rest = operator().get("/admin/sales?limit=2&after=" + page.text("next")).is(200);

        assertEquals(third, page.text("sales/0/saleId"));
        assertEquals(second, page.text("sales/1/saleId"));
        assertEquals(first, rest.text("sales/0/saleId"));
        assertTrue(!rest.json().has("next"));
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var one = "/admin/sales/" + draft(1).text("saleId");
        var body =
                """
                {"title": "x", "opensAt": "2030-01-01T00:00:00Z",
                 "closesAt": "2030-01-02T00:00:00Z", "challenge": "none", "gateFactor": 5,
                 "payWithinSeconds": 60, "repeat": "none",
                 "offers": [{"productId": "%s", "price": {"amount": 1, "currency": "CNY"},
                             "stock": 1}]}
                """
                        .formatted(newProduct());
        return Stream.of(
                        Garbage.to(operator(), "POST", "/admin/sales").withBody(body).tests(),
                        Garbage.to(operator(), "PUT", one).withBody(body).tests(),
                        Garbage.to(operator(), "GET", one).tests(),
                        Garbage.to(operator(), "POST", one + "/publish").tests(),
                        Garbage.to(operator(), "POST", one + "/close").tests())
                .flatMap(tests -> tests);
    }

    @Test
    void an_order_takes_an_empty_object_and_nothing_else() {
        var path = "/admin/sales/" + draft(1).text("saleId") + "/publish";

        operator().post(path, "{\"force\": true}").isInvalid("force");
        operator().post(path, "[]").is(Code.INVALID);
        operator().post(path, "{}").is(200);
    }
}
