package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.json.Code;
import dev.sluice.server.payment.PaymentConfig;
import dev.sluice.server.payment.Providers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Money that no order can have: recorded, sent back, and told to everybody whom it concerns.
class RefundsTest extends ShopTest {

    private static final String SECRET = "a secret of the provider acme";
    private static final String SUM = "{\"amount\":%d,\"currency\":\"%s\"}";

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.payments.acme.secret", SECRET);
        settings.put("sluice.payments.acme.pay-url", "https://pay.acme.example/p?id=");
        return settings;
    }

    @Test
    void a_second_payment_is_told_and_goes_back() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var other = start(ann, order, "acme");
        notice("sandbox", start(ann, order, "sandbox"), 199_900, "CNY");

        var told = notice("acme", other, 199_900, "CNY");

        assertEquals("GOES_BACK", told.text("money"));
        assertEquals("SECOND", told.text("fate"));
        assertEquals("PAID", told.text("status"));
        var shown = as(ann).get("/orders/" + order).is(200);
        assertEquals("PAID", shown.text("status"));
        assertEquals("SECOND", shown.text("refunds/0/why"));
        assertEquals("ON_ITS_WAY", shown.text("refunds/0/status"));
        assertEquals(199_900, shown.number("refunds/0/amount/amount"));
        assertEquals("SECOND", as(ann).get("/orders").is(200).text("orders/0/refunds/0/why"));
    }

    @Test
    void another_amount_is_recorded_and_goes_back_and_the_order_stays_as_it_is() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var payment = start(ann, order, "sandbox");

        var wrong = notice("sandbox", payment, 100, "CNY");
        notice("sandbox", payment, 100, "CNY");
        var foreign = notice("sandbox", payment, 199_900, "USD");

        assertEquals("WRONG_AMOUNT", wrong.text("fate"));
        assertEquals("UNPAID", wrong.text("status"));
        assertEquals("WRONG_CURRENCY", foreign.text("fate"));
        assertEquals(2, as(ann).get("/orders/" + order).json().get("refunds").size());
        awaitState(ann, order, "BACK");
        assertEquals("PAID", notice("sandbox", payment, 199_900, "CNY").text("fate"));
    }

    @Test
    void money_for_a_payment_that_nobody_started_goes_back() {
        var told = notice("sandbox", "0ns8f7a9c3d1g", 500, "CNY");

        assertEquals("GOES_BACK", told.text("money"));
        assertEquals("UNKNOWN_PAYMENT", told.text("fate"));
        assertFalse(told.json().has("orderId"));
        await(() -> state().equals("DONE"));
    }

    @Test
    void the_same_payment_with_another_reference_is_other_money() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var payment = start(ann, order, "sandbox");

        assertEquals("PAID", notice("sandbox", payment, "r-1").text("fate"));
        assertEquals("PAID", notice("sandbox", payment, "r-1").text("fate"));
        assertEquals("SECOND", notice("sandbox", payment, "r-2").text("fate"));

        assertEquals("r-2", refunds().text("refunds/0/reference"));
        assertEquals(1, refunds().json().get("refunds").size());
    }

    @Test
    void a_repetition_without_the_reference_is_the_same_money() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var payment = start(ann, order, "sandbox");
        notice("sandbox", payment, "r-" + payment);

        var again = notice("sandbox", payment, 199_900, "CNY");

        assertEquals("PAID", again.text("status"));
        assertEquals("PAID", again.text("fate"));
        assertEquals("TAKEN", again.text("money"));
    }

    @Test
    void a_reference_of_the_longest_kind_is_recorded_in_any_script() {
        var ann = shopper();
        var payment = start(ann, order(ann, offer(1)), "sandbox");

        assertEquals("PAID", notice("sandbox", payment, "\uD83D\uDCB0".repeat(128)).text("fate"));
    }

    @Test
    @FreshSluice("it counts all refunds that are open")
    void late_money_is_on_its_way_until_the_provider_has_confirmed() {
        mood("late");
        var ann = shopper();
        var order = refundedOrder(ann);

        await(() -> state().equals("ASKED"));
        var open = as(ann).get("/orders/" + order).is(200);
        assertEquals("REFUNDED", open.text("status"));
        assertEquals("ON_ITS_WAY", open.text("refunds/0/status"));
        mood("honest");
        clock.advance(Duration.ofMinutes(10));

        awaitState(ann, order, "BACK");
        assertEquals("DONE", state());
        assertEquals(0, refunds().number("open"));
    }

    @Test
    void a_sandbox_that_fails_lies_or_refuses_is_not_believed_and_is_asked_again() {
        mood("fails");
        refundedOrder(shopper());
        awaitFailed("answered 503");
        for (var lie :
                Map.of(
                                "short", "confirmed another amount: 199899 CNY",
                                "strange", "confirmed another refund",
                                "refuses", "refused")
                        .entrySet()) {
            mood(lie.getKey());
            clock.advance(Duration.ofMinutes(10));
            awaitFailed(lie.getValue());
        }
        var metrics = api.root().get("/metrics").is(200).body();
        assertTrue(metrics.contains("sluice_refunds_open 1"), metrics);
        assertTrue(metrics.contains("sluice_refunds_oldest_seconds"), metrics);
        mood("honest");
        var retried = operator().post(path("retry")).is(200);

        assertEquals("PENDING", retried.text("state"));
        await(() -> state().equals("DONE"));
        operator().post(path("retry")).is(Code.REFUND_DONE);
    }

    @Test
    void a_provider_that_cannot_be_asked_leaves_its_refunds_to_a_person() {
        notice("acme", "nobody", 700, "CNY");
        clock.advance(Duration.ofHours(1));
        assertEquals("PENDING", state());
        assertEquals(0, refunds().number("refunds/0/attempts"));
        assertTrue(refunds().json().at("/refunds/0/byHand").asBoolean());
        assertFalse(refunds().json().at("/refunds/0").has("nextAt"));

        operator().post(path("done"), Map.of()).isInvalid("note");
        var done = operator().post(path("done"), Map.of("note", "Sent by bank.")).is(200);

        assertEquals("DONE", done.text("state"));
        assertEquals("Sent by bank.", done.text("note"));
        assertFalse(done.json().has("byHand"));
        operator().post(path("done"), Map.of("note", "again")).is(Code.REFUND_DONE);
    }

    @Test
    void refunds_are_listed_by_state_and_page() {
        for (int i = 1; i <= 3; i++) notice("acme", "nobody-" + i, 700, "CNY");
        var first = operator().get("/admin/refunds?limit=2").is(200);

        assertEquals(3, first.number("open"));
        assertEquals(2, first.json().get("refunds").size());
        var next = operator().get("/admin/refunds?after=" + first.text("next")).is(200);
        assertEquals("unknown:nobody-1:700:CNY", next.text("refunds/0/reference"));
        var done = operator().get("/admin/refunds?state=done").is(200);
        assertEquals(0, done.json().get("refunds").size());
        operator().get("/admin/refunds?state=lost").isInvalid("state");
        operator().post("/admin/refunds/0ns8f7a9c3d1g/retry").is(Code.NO_SUCH_REFUND);
        var note = Map.of("note", "x");
        operator().post("/admin/refunds/0ns8f7a9c3d1g/done", note).is(Code.NO_SUCH_REFUND);
        api.get("/admin/refunds").is(Code.NO_OPERATOR);
        api.put("/admin/sandbox/refunds", Map.of("mood", "late")).is(Code.NO_OPERATOR);
        api.root().post("/sandbox/refunds", "{}").is(Code.SIGNATURE_WRONG);
    }

    @Test
    void open_refunds_survive_a_restart() {
        mood("fails");
        refundedOrder(shopper());
        awaitFailed("answered 503");
        restartSluice();
        assertEquals("fails", operator().get("/admin/sandbox/refunds").is(200).text("mood"));
        mood("honest");
        operator().post(path("retry")).is(200);

        await(() -> state().equals("DONE"));
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var refund = "/admin/refunds/0ns8f7a9c3d1g";
        return Stream.of(
                        Garbage.to(operator(), "GET", "/admin/refunds"),
                        Garbage.to(operator(), "POST", refund + "/retry"),
                        Garbage.to(operator(), "POST", refund + "/done")
                                .withBody("{\"note\": \"x\"}"),
                        Garbage.to(operator(), "PUT", "/admin/sandbox/refunds")
                                .withBody("{\"mood\": \"honest\"}"))
                .flatMap(Garbage::tests);
    }

    /// An order whose money came when its unit was sold to another.
    private String refundedOrder(Shopper ann) {
        var offer = offer(1);
        var order = order(ann, offer);
        var payment = start(ann, order, "sandbox");
        clock.advance(PAY_WITHIN);
        await(() -> status(ann, order).equals("EXPIRED"));
        awaitFree(offer, 1);
        order(shopper(), offer);
        assertEquals("LATE", notice("sandbox", payment, 199_900, "CNY").text("fate"));
        return order;
    }

    private String start(Shopper shopper, String order, String method) {
        var path = "/orders/" + order + "/payments";
        return as(shopper).post(path, Map.of("method", method)).is(201).text("paymentId");
    }

    private Answer notice(String provider, String payment, long amount, String currency) {
        return send(provider, payment, SUM.formatted(amount, currency), "");
    }

    private Answer notice(String provider, String payment, String reference) {
        var more = ",\"reference\":\"" + reference + "\"";
        return send(provider, payment, SUM.formatted(199_900, "CNY"), more);
    }

    private Answer send(String provider, String payment, String sum, String more) {
        var body =
                """
                {"paymentId":"%s","result":"PAID","amount":%s,"at":"2030-01-01T00:00:00Z"%s}
                """
                        .formatted(payment, sum, more);
        return api.with(Providers.SIGNATURE, sign(provider, body))
                .post("/payments/notify/" + provider, body)
                .is(200);
    }

    private String sign(String provider, String body) {
        var config = PaymentConfig.of(new HashMap<>(settings()), true);
        return new Providers(config, engine().secrets().of("provider-sandbox"), () -> null)
                .find(provider)
                .orElseThrow()
                .sign(body.getBytes(StandardCharsets.UTF_8));
    }

    private void mood(String mood) {
        operator().put("/admin/sandbox/refunds", Map.of("mood", mood)).is(200);
    }

    private Answer refunds() {
        return operator().get("/admin/refunds").is(200);
    }

    private String path(String act) {
        return "/admin/refunds/" + refunds().text("refunds/0/refundId") + "/" + act;
    }

    private String state() {
        return refunds().text("refunds/0/state");
    }

    /// Both in one answer: while the provider is asked once more, the state is another.
    private void awaitFailed(String note) {
        await(() -> {
            var list = refunds();
            boolean isFailed = list.text("refunds/0/state").equals("FAILED");
            return isFailed && list.text("refunds/0/note").equals(note);
        });
    }

    private void awaitState(Shopper shopper, String order, String status) {
        await(() -> as(shopper).get("/orders/" + order).text("refunds/0/status").equals(status));
    }
}
