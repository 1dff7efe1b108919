package dev.sluice.server.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer;
import dev.sluice.sale.Money;
import dev.sluice.server.Answer;
import dev.sluice.server.Garbage;
import dev.sluice.server.ShopTest;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.json.Code;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PaymentRoutesTest extends ShopTest {

    private static final String SECRET = "a secret of the provider acme";

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.payments.acme.secret", SECRET);
        settings.put("sluice.payments.acme.pay-url", "https://pay.acme.example/p?id=");
        return settings;
    }

    @Test
    void money_in_time_pays_the_order() {
        var ann = shopper();
        var offer = offer(1);
        var order = order(ann, offer);

        var answer = notify(pay(ann, order), "PAID").is(200);

        assertEquals(order, answer.text("orderId"));
        assertEquals("PAID", answer.text("status"));
        var paid = as(ann).get("/orders/" + order).is(200);
        assertEquals("PAID", paid.text("status"));
        assertTrue(paid.json().has("paidAt"), paid::toString);
        assertFalse(paid.json().has("note"), paid::toString);
        assertBalanced(offer, 1);
    }

    @Test
    void everybody_may_know_with_what_can_be_paid() {
        var answer = api.get("/payments/methods").is(200);

        assertEquals("acme", answer.text("methods/0/method"));
        assertEquals("sandbox", answer.text("methods/1/method"));
        assertEquals(2, answer.json().get("methods").size());
        assertEquals("public, max-age=60", answer.header("cache-control").orElseThrow());
    }

    @Test
    void an_open_payment_is_answered_again_until_it_is_paid_or_refused() throws Exception {
        var ann = shopper();
        var order = order(ann, offer(1));
        var ids = ConcurrentHashMap.<String>newKeySet();

        atOnce(20, () -> ids.add(pay(ann, order)));
        assertEquals(1, ids.size());
        var first = ids.iterator().next();
        notify(first, "REFUSED").is(200);
        var second = pay(ann, order);

        assertNotEquals(first, second);
        restartSluice();
        assertEquals(second, pay(ann, order));
    }

    @Test
    void a_refused_payment_leaves_the_order_unpaid_and_another_one_pays_it() {
        var ann = shopper();
        var order = order(ann, offer(1));

        assertEquals("UNPAID", notify(pay(ann, order), "REFUSED").is(200).text("status"));
        assertEquals("PAID", notify(pay(ann, order), "PAID").is(200).text("status"));
    }

    @Test
    void money_that_comes_after_a_refusal_counts_all_the_same() {
        var ann = shopper();
        var payment = pay(ann, order(ann, offer(1)));

        notify(payment, "REFUSED").is(200);
        assertEquals("PAID", notify(payment, "PAID").is(200).text("status"));
        assertEquals("PAID", notify(payment, "REFUSED").is(200).text("status"));
    }

    @Test
    void a_notice_repeated_from_many_threads_counts_once() throws Exception {
        var ann = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        var payment = pay(ann, order);

        atOnce(40, () -> assertEquals("PAID", notify(payment, "PAID").is(200).text("status")));

        assertEquals("PAID", status(ann, order));
        assertBalanced(offer, 1);
    }

    @Test
    void late_money_revives_an_expired_order_whose_unit_is_still_free() throws Exception {
        var ann = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        var payment = pay(ann, order);
        expire(ann, order);
        pay(ann, order, Code.ORDER_NOT_UNPAID);

        atOnce(20, () -> assertEquals("PAID", notify(payment, "PAID").is(200).text("status")));

        assertEquals("REVIVED", as(ann).get("/orders/" + order).text("note"));
        assertBalanced(offer, 1);
        var bob = shopper();
        claimAs(as(bob), bob, offer).is(Code.SOLD_OUT);
    }

    @Test
    void late_money_goes_back_when_the_unit_was_sold_to_another() throws Exception {
        var ann = shopper();
        var bob = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        var payment = pay(ann, order);
        expire(ann, order);
        var bobs = order(bob, offer);

        atOnce(20, () -> assertEquals("REFUNDED", notify(payment, "PAID").is(200).text("status")));

        assertEquals("REFUNDED", as(ann).get("/orders/" + order).text("note"));
        assertEquals("REFUNDED", status(ann, order));
        assertEquals("PAID", notify(pay(bob, bobs), "PAID").is(200).text("status"));
        assertBalanced(offer, 1);
    }

    @Test
    void late_money_beyond_the_buyers_limit_goes_back() throws Exception {
        var ann = shopper();
        var offer = offer(9);
        var late = new LinkedHashMap<String, String>();
        for (int i = 0; i < 3; i++) {
            var order = order(ann, offer);
            late.put(order, pay(ann, order));
            expire(ann, order);
        }

        var all = List.copyOf(late.values()).iterator();
        atOnce(3, () -> notify(next(all), "PAID").is(200));

        var notes = late.keySet().stream().map(o -> as(ann).get("/orders/" + o).text("note"));
        assertEquals(List.of("REFUNDED", "REVIVED", "REVIVED"), notes.sorted().toList());
        claimAs(as(ann), ann, offer).is(Code.OVER_LIMIT);
        assertBalanced(offer, 2);
    }

    @Test
    void money_for_a_cancelled_order_revives_it_or_goes_back() {
        var ann = shopper();
        var offer = offer(1);
        var first = order(ann, offer);
        var second = pay(ann, first);
        as(ann).post("/orders/" + first + "/cancel").is(200);

        assertEquals("PAID", notify(second, "PAID").is(200).text("status"));
        assertEquals("REVIVED", as(ann).get("/orders/" + first).text("note"));
        as(ann).post("/orders/" + first + "/cancel").is(Code.ORDER_NOT_UNPAID);
    }

    @Test
    void a_second_payment_of_a_paid_order_goes_back() {
        var ann = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        var first = pay(ann, order);
        var other = as(ann).post(payments(order), Map.of("method", "acme")).is(201);
        notify(first, "PAID").is(200);

        var answer = notifyAs("acme", other.text("paymentId"), "PAID").is(200);

        assertEquals("PAID", answer.text("status"));
        assertEquals("GOES_BACK", answer.text("money"));
        assertEquals("SECOND", answer.text("fate"));
        var page = api.root().get("/sandbox/payments/" + first).is(200).body();
        assertTrue(page.contains("Thank you"), page);
        assertBalanced(offer, 1);
    }

    @Test
    void money_that_comes_after_the_sale_is_over_finds_its_order() {
        var ann = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        var payment = pay(ann, order);
        clock.advance(Duration.ofHours(5));
        awaitLetGo(offer);

        assertEquals("PAID", notify(payment, "PAID").is(200).text("status"));
        assertEquals("REVIVED", as(ann).get("/orders/" + order).text("note"));
    }

    @Test
    void money_that_comes_after_the_sale_is_over_keeps_the_limit() {
        var ann = shopper();
        var offer = offer(9);
        var late = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            var order = order(ann, offer);
            late.add(pay(ann, order));
            expire(ann, order);
        }
        clock.advance(Duration.ofHours(5));
        awaitLetGo(offer);

        var statuses = late.stream().map(payment -> notify(payment, "PAID").text("status"));
        assertEquals(List.of("PAID", "PAID", "REFUNDED"), statuses.toList());
    }

    @Test
    void another_provider_is_known_by_its_settings() {
        var ann = shopper();
        var order = order(ann, offer(1));

        var started = as(ann).post(payments(order), Map.of("method", "acme")).is(201);
        var payment = started.text("paymentId");

        assertEquals("https://pay.acme.example/p?id=" + payment, started.text("payUrl"));
        assertEquals(PRICE.amount(), started.number("amount/amount"));
        assertEquals("UNKNOWN_PAYMENT", notify(payment, "PAID").is(200).text("fate"));
        api.root().get("/sandbox/payments/" + payment).is(Code.NO_SUCH_PAYMENT);
        assertEquals("PAID", notifyAs("acme", payment, "PAID").is(200).text("status"));
    }

    @Test
    void only_a_right_signature_is_believed() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var body = body(pay(ann, order), "PAID", PRICE);
        var path = "/payments/notify/sandbox";
        var right = sign("sandbox", body);

        api.post(path, body).is(Code.SIGNATURE_WRONG);
        for (var wrong : List.of("x", "00", right.substring(2), right + "00", "0".repeat(64))) {
            api.with(Providers.SIGNATURE, wrong).post(path, body).is(Code.SIGNATURE_WRONG);
        }
        api.with(Providers.SIGNATURE, right).post(path, body + " ").is(Code.SIGNATURE_WRONG);
        api.with(Providers.SIGNATURE, sign("acme", body)).post(path, body).is(Code.SIGNATURE_WRONG);
        assertEquals("UNPAID", status(ann, order));
        api.with(Providers.SIGNATURE, right.toUpperCase(Locale.ROOT)).post(path, body).is(200);
    }

    @Test
    void a_notice_must_name_a_result_and_a_payment_that_can_be_refused() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var payment = pay(ann, order);

        notify("0ns8f7a9c3d1g", "REFUSED").is(Code.NO_SUCH_PAYMENT);
        notify("unknown", "REFUSED").is(Code.NO_SUCH_PAYMENT);
        send("sandbox", body(payment, "paid", PRICE)).isInvalid("result");
        api.post("/payments/notify/nobody", "{}").is(Code.NO_SUCH_PROVIDER);
        assertEquals("UNPAID", status(ann, order));
    }

    @Test
    void starting_to_pay_needs_an_own_unpaid_order_and_a_method() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var sandbox = Map.of("method", "sandbox");

        as(ann).post(payments(order), Map.of("method", "cash")).isInvalid("method");
        as(shopper()).post(payments(order), sandbox).is(Code.NO_SUCH_ORDER);
        api.post(payments(order), sandbox).is(Code.NO_SESSION);
        api.with("Cookie", "sluice_session=" + ann.session())
                .post(payments(order), sandbox)
                .is(Code.CSRF_MISSING);
        setSwitches(Switches.Switch.READ_ONLY);
        as(ann).post(payments(order), sandbox).is(Code.READ_ONLY);
        setSwitches();
        notify(pay(ann, order), "PAID").is(200);
        as(ann).post(payments(order), sandbox).is(Code.ORDER_NOT_UNPAID);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var ann = shopper();
        var order = order(ann, offer(1));
        return Stream.of(
                        Garbage.to(as(ann), "POST", payments(order))
                                .withBody("{\"method\": \"sandbox\"}"),
                        Garbage.to(api, "POST", "/payments/notify/sandbox"))
                .flatMap(Garbage::tests);
    }

    @TestFactory
    Stream<DynamicTest> signed_garbage_is_refused() {
        var bodies =
                Stream.of(
                        "",
                        "x",
                        "[]",
                        "null",
                        "{}",
                        "{\"paymentId\":1}",
                        "{\"paymentId\":\"0ns8f7a9c3d1g\",\"result\":\"PAID\"}",
                        body("0ns8f7a9c3d1g", "PAID", PRICE).replace("199900", "-1"),
                        body("0ns8f7a9c3d1g", "PAID", PRICE).replace("199900", "1.5"),
                        body("0ns8f7a9c3d1g", "PAID", PRICE).replace("\"CNY\"", "\"yuan\""),
                        body("0ns8f7a9c3d1g", "PAID", PRICE).replace("2030", "tomorrow"),
                        body("../../etc", "PAID", PRICE),
                        body("0ns8f7a9c3d1g", "PAID", PRICE).replace("{\"p", "{\"a\":1,\"p"));
        return bodies.map(bad ->
                DynamicTest.dynamicTest(
                        "signed: " + bad, () -> send("sandbox", bad).is(Code.INVALID)));
    }

    private static <T> T next(Iterator<T> all) {
        synchronized (all) {
            return all.next();
        }
    }

    private void expire(Shopper shopper, String order) {
        clock.advance(PAY_WITHIN);
        await(() -> status(shopper, order).equals("EXPIRED"));
        // Waits for whoever expired it to have given its units back.
        engine().orders().expireDue();
    }

    private void awaitLetGo(BoardOffer offer) {
        var store = engine().ports().store();
        await(() -> !offer.carried() && store.balance(offer.id()).isEmpty());
    }

    private static String payments(String order) {
        return "/orders/" + order + "/payments";
    }

    private String pay(Shopper shopper, String order) {
        var started = as(shopper).post(payments(order), Map.of("method", "sandbox")).is(201);
        var payment = started.text("paymentId");
        assertEquals("/sandbox/payments/" + payment, started.text("payUrl"));
        return payment;
    }

    private void pay(Shopper shopper, String order, Code refusal) {
        as(shopper).post(payments(order), Map.of("method", "sandbox")).is(refusal);
    }

    private Answer notify(String payment, String result) {
        return notifyAs("sandbox", payment, result);
    }

    private Answer notifyAs(String provider, String payment, String result) {
        return send(provider, body(payment, result, PRICE));
    }

    private Answer send(String provider, String body) {
        return api.with(Providers.SIGNATURE, sign(provider, body))
                .post("/payments/notify/" + provider, body);
    }

    private static String body(String payment, String result, Money amount) {
        return """
        {"paymentId":"%s","result":"%s","amount":{"amount":%d,"currency":"%s"},\
        "at":"2030-01-01T00:00:00Z"}\
        """
                .formatted(payment, result, amount.amount(), amount.currency());
    }

    private String sign(String provider, String body) {
        var config = PaymentConfig.of(settings(), true);
        return new Providers(config, engine().secrets().of("provider-sandbox"), () -> null)
                .find(provider)
                .orElseThrow()
                .sign(body.getBytes(StandardCharsets.UTF_8));
    }
}
