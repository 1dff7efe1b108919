package dev.sluice.rehearsal;

import dev.sluice.rehearsal.evidence.Run;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Sets a sale up for a test, and audits it.
record PlainOperator(Caller caller) {

    static final int PER_BUYER = 1;

    record Offered(String saleId, String offerId) {}

    /// A sale of one offer that is open now.
    ///
    /// @param challenge `none` or `work`
    Offered open(int units, String challenge, int payWithinSeconds) {
        var product = new JsonObject().put("name", "Phone").put("description", "Black");
        var productId = caller.post("/api/v1/admin/products", product).text("productId");
        var offer =
                new JsonObject()
                        .put("productId", productId)
                        .put("price", new JsonObject().put("amount", 199900).put("currency", "CNY"))
                        .put("stock", units)
                        .put("perBuyer", PER_BUYER);
        var now = Instant.parse(caller.get("/api/v1/time").text("now"));
        var sale =
                new JsonObject()
                        .put("title", "A test")
                        .put("opensAt", now.minusSeconds(1).toString())
                        .put("closesAt", now.plus(Duration.ofHours(1)).toString())
                        .put("challenge", challenge)
                        .put("payWithinSeconds", payWithinSeconds)
                        .put("offers", new JsonArray().add(offer));
        var made = caller.post("/api/v1/admin/sales", sale);
        var saleId = made.text("saleId");
        caller.post("/api/v1/admin/sales/" + saleId + "/publish", "");
        var offers = made.body().getJsonArray("offers");
        return new Offered(saleId, offers.getJsonObject(0).getString("offerId"));
    }

    List<String> sessions(int count) {
        var body = new JsonObject().put("count", count);
        var answer = caller.post("/api/v1/admin/rehearsal/buyers", body);
        return answer.response().body().lines().toList();
    }

    Run.OfferSeen audit(String offerId, int stock, int turnedAway) {
        var audit = caller.get("/api/v1/admin/offers/" + offerId + "/audit").body();
        var store = audit.getJsonObject("store");
        return new Run.OfferSeen(
                offerId,
                "Phone",
                stock,
                PER_BUYER,
                units(audit),
                new Run.Units(
                        store.getLong("stock"),
                        store.getLong("free"),
                        store.getLong("held"),
                        store.getLong("sold"),
                        0),
                audit.getBoolean("balanced"),
                turnedAway);
    }

    static Run.Units units(JsonObject json) {
        return new Run.Units(
                json.getLong("stock"),
                json.getLong("free"),
                json.getLong("held"),
                json.getLong("unpaid"),
                json.getLong("paid"));
    }
}
