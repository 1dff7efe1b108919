package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.rehearsal.evidence.Run;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.WebSocket;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// That the small engine is a fair double of the real one: one buyer's way, and what is refused.
class TinySluiceTest {

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-11-11T10:00:00Z"));
    private final InstantSource clock = now::get;
    private TinySluice sluice;
    private PlainOperator operator;
    private PlainOperator.Offered offered;
    private Caller ann;
    private Caller bob;
    private String offer;

    @BeforeEach
    void open() {
        sluice = TinySluice.start(PlantedFlaw.NONE, clock);
        operator = new PlainOperator(Caller.of(sluice.uri(), TinySluice.KEY));
        offered = operator.open(2, "work", 5);
        offer = "/api/v1/offers/" + offered.offerId();
        var sessions = operator.sessions(2);
        ann = operator.caller().as(sessions.getFirst());
        bob = operator.caller().as(sessions.getLast());
    }

    @AfterEach
    void close() {
        sluice.close();
    }

    private String pass(Caller buyer) {
        var challenge = buyer.get(offer + "/challenge");
        assertEquals(
                Set.of("challengeId", "kind", "expiresAt", "nonce", "difficulty"),
                challenge.body().fieldNames());
        var nonce = challenge.text("nonce");
        int suffix = 0;
        while (TinyIds.zeroBits(nonce + suffix) < challenge.body().getInteger("difficulty")) {
            suffix++;
        }
        var answer =
                new JsonObject()
                        .put("challengeId", challenge.text("challengeId"))
                        .put("answer", "" + suffix);
        var pass = buyer.post(offer + "/passes", answer);
        assertEquals(201, pass.status());
        assertEquals(Set.of("pass", "expiresAt"), pass.body().fieldNames());
        assertTrue(pass.text("pass").matches("[A-Za-z0-9_-]{49}"), pass.text("pass"));
        return pass.text("pass");
    }

    private Caller.Answer claim(Caller buyer, String pass) {
        return buyer.post(offer + "/claims/" + pass, new JsonObject().put("quantity", 1));
    }

    /// The order that this buyer wins.
    private String win(Caller buyer) {
        var claim = claim(buyer, pass(buyer));
        assertEquals(202, claim.status());
        assertEquals(Set.of("claimId", "status"), claim.body().fieldNames());
        var end = buyer.get("/api/v1/claims/" + claim.text("claimId") + "?wait=20");
        assertEquals(
                Set.of("claimId", "offerId", "quantity", "status", "orderId"),
                end.body().fieldNames());
        assertEquals("WON", end.text("status"));
        return end.text("orderId");
    }

    private Run.Units audit() {
        return operator.audit(offered.offerId(), 2, 0).book();
    }

    @Test
    void a_buyer_goes_the_whole_way() {
        var order = "/api/v1/orders/" + win(ann);
        var seen = ann.get(order);
        assertEquals(
                Set.of(
                        "orderId",
                        "offerId",
                        "claimId",
                        "product",
                        "quantity",
                        "total",
                        "status",
                        "placedAt",
                        "expiresAt"),
                seen.body().fieldNames());
        assertEquals(new Run.Units(2, 1, 0, 1, 0), audit());

        var payment = ann.post(order + "/payments", new JsonObject().put("method", "sandbox"));
        assertEquals(201, payment.status());
        assertEquals(303, ann.post(payment.text("payUrl") + "/pay", "").status());
        assertEquals("PAID", ann.get(order).text("status"));
        assertEquals(new Run.Units(2, 1, 0, 0, 1), audit());
        assertEquals("409 ORDER_NOT_UNPAID", ann.post(order + "/cancel", "").kind());
        assertEquals(1, ann.get("/api/v1/orders").body().getJsonArray("orders").size());
    }

    @Test
    void the_same_pass_again_is_the_same_claim() {
        var pass = pass(ann);
        var first = claim(ann, pass);
        var again = claim(ann, pass);

        assertEquals(202, first.status());
        assertEquals(200, again.status());
        assertEquals(first.text("claimId"), again.text("claimId"));
        assertEquals(
                "/api/v1/claims/" + first.text("claimId"),
                first.response().headers().firstValue("Location").orElse(""));
    }

    @Test
    void what_belongs_to_another_buyer_is_refused() {
        var pass = pass(ann);
        assertEquals("403 PASS_INVALID", claim(bob, pass).kind());
        assertEquals("401 NO_SESSION", claim(ann.as(""), pass).kind());

        var claimId = claim(ann, pass).text("claimId");
        var orderId = ann.get("/api/v1/claims/" + claimId + "?wait=20").text("orderId");
        assertEquals("404 NO_SUCH_CLAIM", bob.get("/api/v1/claims/" + claimId).kind());
        assertEquals("404 NO_SUCH_ORDER", bob.get("/api/v1/orders/" + orderId).kind());
        assertEquals("401 NO_OPERATOR", bob.get("/api/v1/admin/sales/x").kind());
    }

    @Test
    void limits_and_the_end_of_the_stock_are_told() {
        win(ann);
        assertEquals("409 OVER_LIMIT", claim(ann, pass(ann)).kind());
        var spare = pass(ann);
        win(bob);

        assertEquals("410 SOLD_OUT", claim(ann, spare).kind());
        assertEquals("410 SOLD_OUT", bob.post(offer + "/passes", "").kind());
        var sale = bob.get("/api/v1/sales/" + offered.saleId()).body();
        assertEquals(
                "SOLD_OUT", sale.getJsonArray("offers").getJsonObject(0).getString("availability"));

        var more = new JsonObject().put("quantity", 3);
        var restocked =
                operator.caller()
                        .post("/api/v1/admin/offers/" + offered.offerId() + "/restock", more);
        assertEquals(new Run.Units(5, 3, 0, 2, 0), PlainOperator.units(restocked.body()));
    }

    @Test
    void a_cancelled_order_gives_its_unit_back() {
        var order = win(ann);

        var cancelled = ann.post("/api/v1/orders/" + order + "/cancel", "{}");

        assertEquals("CANCELLED", cancelled.text("status"));
        assertEquals(new Run.Units(2, 2, 0, 0, 0), audit());
    }

    @Test
    void an_unpaid_order_expires_and_is_revived_by_late_money() {
        var order = "/api/v1/orders/" + win(ann);
        var payment = ann.post(order + "/payments", new JsonObject().put("method", "sandbox"));

        now.updateAndGet(t -> t.plusSeconds(5));
        awaitStatus(order, "EXPIRED");
        assertEquals(new Run.Units(2, 2, 0, 0, 0), audit());

        ann.post(payment.text("payUrl") + "/pay", "");
        assertEquals("PAID", ann.get(order).text("status"));
        assertEquals("REVIVED", ann.get(order).text("note"));
        assertEquals(new Run.Units(2, 1, 0, 0, 1), audit());
    }

    private void awaitStatus(String order, String status) {
        Soon.until(order + " is " + status, () -> ann.get(order).text("status").equals(status));
    }

    @Test
    void late_money_is_refunded_when_nothing_is_free() {
        var order = "/api/v1/orders/" + win(ann);
        var payment = ann.post(order + "/payments", new JsonObject().put("method", "sandbox"));
        ann.post(order + "/cancel", "");
        win(ann);
        win(bob);

        ann.post(payment.text("payUrl") + "/pay", "");

        assertEquals("REFUNDED", ann.get(order).text("status"));
        assertEquals(new Run.Units(2, 0, 0, 2, 0), audit());
    }

    @Test
    void a_sale_opens_and_closes() {
        var sale = "/api/v1/admin/sales/" + offered.saleId();
        assertEquals("OPEN", operator.caller().get(sale).text("state"));
        var stats = operator.caller().get(sale + "/stats").body();
        assertEquals(0, stats.getInteger("queueDepth"));

        assertEquals("CLOSED", operator.caller().post(sale + "/close", "").text("state"));
        assertEquals("409 SALE_STATE", operator.caller().post(sale + "/close", "").kind());
        assertEquals("409 CLOSED", ann.post(offer + "/passes", "{}").kind());
    }

    @Test
    void garbage_is_refused() {
        var pass = pass(ann);
        var address = offer + "/claims/" + pass;
        for (var body :
                new String[] {
                    "",
                    "{",
                    "[]",
                    "7",
                    "{}",
                    "{\"quantity\":\"1\"}",
                    "{\"quantity\":0}",
                    "{\"quantity\":1.5}",
                    "{\"quantity\":1,\"more\":2}",
                    "{\"quantity\":1e99}",
                    "{\"quantity\":99999999999999999999}",
                    "x".repeat(70_000)
                }) {
            assertEquals("400 INVALID", ann.post(address, body).kind(), body);
        }
        assertEquals("404 NOT_FOUND", ann.get("/api/v1/nothing").kind());
        assertEquals("405 METHOD_NOT_ALLOWED", ann.get(offer + "/passes").kind());
        assertEquals("404 NO_SUCH_OFFER", ann.get("/api/v1/offers/nothing/challenge").kind());
        assertEquals("400 INVALID", ann.get("/api/v1/claims/%20").kind());
        assertEquals("400 INVALID", ann.get("/api/v1/live").kind());
        assertEquals(202, claim(ann, pass).status());
    }

    @Test
    void a_socket_tells_a_buyer_of_the_end_of_a_claim() throws Exception {
        BlockingQueue<JsonObject> messages = new LinkedBlockingQueue<>();
        var address = URI.create("ws://127.0.0.1:" + sluice.uri().getPort() + "/api/v1/live");
        var socket =
                ann.http()
                        .newWebSocketBuilder()
                        .buildAsync(address, listener(messages))
                        .get(60, TimeUnit.SECONDS);
        var hello = new JsonObject().put("type", "hello").put("session", ann.token());
        socket.sendText(hello.encode(), true).get(60, TimeUnit.SECONDS);
        var watch = new JsonObject().put("type", "watch").put("offerId", offered.offerId());
        socket.sendText(watch.encode(), true).get(60, TimeUnit.SECONDS);
        assertEquals("OPEN", messages.poll(60, TimeUnit.SECONDS).getString("availability"));

        claim(ann, pass(ann));

        assertEquals("QUEUED", messages.poll(60, TimeUnit.SECONDS).getString("status"));
        var won = messages.poll(60, TimeUnit.SECONDS);
        assertEquals("WON", won.getString("status"));
        assertEquals(Set.of("type", "claimId", "offerId", "status", "orderId"), won.fieldNames());
        socket.abort();
    }

    private static WebSocket.Listener listener(BlockingQueue<JsonObject> messages) {
        return new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
                messages.add(new JsonObject(text.toString()));
                socket.request(1);
                return null;
            }
        };
    }
}
