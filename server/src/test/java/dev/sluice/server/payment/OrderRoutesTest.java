package dev.sluice.server.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.server.Garbage;
import dev.sluice.server.ShopTest;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OrderRoutesTest extends ShopTest {

    @Test
    void an_order_says_what_was_bought_and_by_when_to_pay() {
        var ann = shopper();
        var offer = offer(3);
        var id = order(ann, offer);

        var order = as(ann).get("/orders/" + id).is(200);

        assertEquals(offer.id().toString(), order.text("offerId"));
        assertEquals("Phone <X>", order.text("product/name"));
        assertEquals(1, order.number("quantity"));
        assertEquals(PRICE.amount(), order.number("total/amount"));
        assertEquals("UNPAID", order.text("status"));
        var placedAt = Instant.parse(order.text("placedAt"));
        assertEquals(placedAt.plus(PAY_WITHIN), Instant.parse(order.text("expiresAt")));
        as(ann).get("/claims/" + order.text("claimId")).is(200);
    }

    @Test
    void a_buyer_pages_through_their_own_orders_newest_first() {
        var ann = shopper();
        order(shopper(), offer(1));
        var placed = new ArrayList<String>();
        for (int i = 0; i < 5; i++) placed.addFirst(order(ann, offer(1)));

        var seen = new ArrayList<String>();
        var page = as(ann).get("/orders?limit=2").is(200);
        while (true) {
            page.json().get("orders").forEach(order -> seen.add(order.get("orderId").asText()));
            if (!page.json().has("next")) break;
            page = as(ann).get("/orders?limit=2&after=" + page.text("next")).is(200);
        }

        assertEquals(placed, seen);
        assertEquals(5, as(ann).get("/orders").json().get("orders").size());
        assertEquals(0, as(shopper()).get("/orders").is(200).json().get("orders").size());
    }

    @Test
    void another_buyers_order_does_not_exist() {
        var order = order(shopper(), offer(1));
        var bob = as(shopper());

        bob.get("/orders/" + order).is(Code.NO_SUCH_ORDER);
        bob.post("/orders/" + order + "/cancel").is(Code.NO_SUCH_ORDER);
        bob.get("/orders/0ns8f6q2x5t4e").is(Code.NO_SUCH_ORDER);
        bob.get("/orders/UNKNOWN").is(Code.NO_SUCH_ORDER);
        api.get("/orders/" + order).is(Code.NO_SESSION);
        api.get("/orders").is(Code.NO_SESSION);
        api.post("/orders/" + order + "/cancel").is(Code.NO_SESSION);
    }

    @Test
    void a_cancelled_orders_unit_is_on_sale_again() {
        var ann = shopper();
        var bob = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        claimAs(as(bob), bob, offer).is(Code.SOLD_OUT);
        assertEquals(Availability.SOLD_OUT, offer.availabilityAt(clock.instant()));

        var cancelled = as(ann).post("/orders/" + order + "/cancel", "{}").is(200);

        assertEquals("CANCELLED", cancelled.text("status"));
        as(ann).post("/orders/" + order + "/cancel").is(Code.ORDER_NOT_UNPAID);
        assertEquals("UNPAID", status(bob, order(bob, offer)));
    }

    @Test
    void an_unpaid_order_expires_at_its_deadline_and_not_before() {
        var ann = shopper();
        var offer = offer(1);
        var id = order(ann, offer);
        var expiresAt = Instant.parse(as(ann).get("/orders/" + id).text("expiresAt"));
        clock.advance(PAY_WITHIN.minusMinutes(2));
        engine().orders().expireDue();
        assertEquals("UNPAID", status(ann, id));

        clock.advance(Duration.between(clock.instant(), expiresAt));
        await(() -> !status(ann, id).equals("UNPAID"));

        assertEquals("EXPIRED", status(ann, id));
        // Waits for whoever expired it to have given its unit back.
        engine().orders().expireDue();
        assertEquals("UNPAID", status(ann, order(ann, offer)));
    }

    @Test
    @Tag("long")
    void an_unpaid_order_expires_within_a_second_of_its_deadline() {
        var ann = shopper();
        var offer = offer(1, clock.instant().minusSeconds(1), Duration.ofSeconds(5));
        var id = order(ann, offer);
        var expiresAt = Instant.parse(as(ann).get("/orders/" + id).text("expiresAt"));

        await(() -> !status(ann, id).equals("UNPAID"));

        var now = clock.instant();
        assertEquals("EXPIRED", status(ann, id));
        assertFalse(now.isBefore(expiresAt), () -> now + " is before " + expiresAt);
        assertTrue(now.isBefore(expiresAt.plusSeconds(1)), () -> now + " is after " + expiresAt);
    }

    @Test
    void while_the_shop_is_read_only_orders_can_be_seen_and_not_cancelled() {
        var ann = shopper();
        var order = order(ann, offer(1));
        setSwitches(Switches.Switch.READ_ONLY);

        as(ann).post("/orders/" + order + "/cancel").is(Code.READ_ONLY);
        assertEquals("UNPAID", status(ann, order));
    }

    @Test
    void a_change_by_cookie_needs_the_csrf_header() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var byCookie = api.with("Cookie", "sluice_session=" + ann.session());

        byCookie.get("/orders/" + order).is(200);
        byCookie.post("/orders/" + order + "/cancel").is(Code.CSRF_MISSING);
        byCookie.with("X-Sluice-CSRF", "1").post("/orders/" + order + "/cancel").is(200);
    }

    @Test
    void a_page_of_orders_has_one_to_a_hundred() {
        var ann = as(shopper());

        for (var bad : new String[] {"0", "101", "x", ""}) {
            ann.get("/orders?limit=" + bad).isInvalid("limit");
        }
        ann.get("/orders?after=nothing").isInvalid("after");
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var ann = as(shopper());
        return Stream.of(
                        Garbage.to(ann, "GET", "/orders/0ns8f6q2x5t4e"),
                        Garbage.to(ann, "POST", "/orders/0ns8f6q2x5t4e/cancel"),
                        Garbage.to(ann.root(), "GET", "/api/v1/orders"))
                .flatMap(Garbage::tests);
    }

    @Test
    void cancelling_takes_no_body_but_an_empty_object() {
        var ann = shopper();
        var path = "/orders/" + order(ann, offer(1)) + "/cancel";

        as(ann).post(path, "{\"a\": 1}").isInvalid("a");
        as(ann).post(path, "[]").isInvalid("body");
        as(ann).post(path, "{}").is(200);
    }
}
