package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Buyer;
import dev.sluice.rehearsal.TinyShop.Claim;
import dev.sluice.rehearsal.TinyShop.Offer;
import dev.sluice.rehearsal.TinyShop.Refusal;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/// From a challenge to the end of a claim, on a [TinySluice].
final class TinyBuying {

    private static final long QUANTITY_MAX = 10_000_000;
    private static final int WAIT_MAX = 30;

    private final TinyShop shop;
    private final Vertx vertx;

    TinyBuying(TinyShop shop, Vertx vertx) {
        this.shop = shop;
        this.vertx = vertx;
    }

    void register(Map<String, Consumer<TinyCall>> routes) {
        routes.put("GET /api/v1/offers/*/challenge", this::challenge);
        routes.put("POST /api/v1/offers/*/passes", this::pass);
        routes.put("POST /api/v1/offers/*/claims/*", this::claim);
        routes.put("GET /api/v1/claims/*", this::look);
    }

    /// The buyer whose session this is, or null.
    static Buyer find(TinyShop shop, TinyCall call) {
        var token = call.bearer();
        return token == null ? null : shop.sessions.get(token);
    }

    static Buyer buyer(TinyShop shop, TinyCall call) {
        var buyer = find(shop, call);
        if (buyer == null) throw new Refusal(401, "NO_SESSION");
        return buyer;
    }

    private Offer offer(TinyCall call) {
        var offer = shop.offers.get(call.ids().getFirst());
        if (offer == null || !offer.sale.published) throw new Refusal(404, "NO_SUCH_OFFER");
        return offer;
    }

    private void challenge(TinyCall call) {
        var challenge = shop.challenge(offer(call), find(shop, call));
        var json =
                new JsonObject()
                        .put("challengeId", challenge.id())
                        .put("kind", challenge.kind())
                        .put("expiresAt", shop.now().plusSeconds(120).toString());
        if (challenge.kind().equals("work")) {
            json.put("nonce", challenge.nonce()).put("difficulty", TinyIds.DIFFICULTY);
        }
        call.answer(200, json);
    }

    private void pass(TinyCall call) {
        var offer = offer(call);
        shop.refuseByFact(offer);
        var buyer = buyer(shop, call);
        var body = call.body("challengeId", "answer");
        TinyCall.text(body, "challengeId");
        if (shop.acts(PlantedFlaw.KEEPS_ITS_GATE_SHUT)) {
            full(call);
            return;
        }
        if (shop.acts(PlantedFlaw.IS_SLOWER_THAN_ITS_SALE)) {
            var lasts = Duration.between(offer.sale.opensAt, offer.sale.closesAt);
            vertx.setTimer(lasts.toMillis() / 2, _ -> full(call));
            return;
        }
        if (TinyCall.text(body, "answer").length() > 64) throw TinyCall.invalid("answer");
        var pass = shop.pass(buyer, offer, body);
        var expiresAt = shop.now().plusSeconds(300).toString();
        call.answer(201, new JsonObject().put("pass", pass.text()).put("expiresAt", expiresAt));
    }

    private static void full(TinyCall call) {
        call.request().response().putHeader("Retry-After", "1");
        call.refuse(new Refusal(429, "GATE_FULL"));
    }

    private void claim(TinyCall call) {
        var offer = offer(call);
        var pass = call.ids().getLast();
        var known = find(shop, call);
        var claim = known == null ? null : shop.findClaim(known, offer, pass);
        if (claim != null) {
            call.answer(200, json(claim));
            return;
        }
        shop.refuseByFact(offer);
        var buyer = buyer(shop, call);
        long quantity = TinyCall.integer(call.body("quantity"), "quantity", QUANTITY_MAX);
        var taken = shop.claim(buyer, offer, pass, quantity);
        call.request().response().putHeader("Location", "/api/v1/claims/" + taken.id);
        call.answer(202, new JsonObject().put("claimId", taken.id).put("status", "QUEUED"));
    }

    private void look(TinyCall call) {
        var buyer = buyer(shop, call);
        int wait = waitSeconds(call);
        var claim = shop.claims.get(call.ids().getFirst());
        boolean isSeen =
                claim != null
                        && (claim.buyer == buyer || shop.acts(PlantedFlaw.LEAKS_CLAIMS_OF_OTHERS));
        if (!isSeen) throw new Refusal(404, "NO_SUCH_CLAIM");
        if (wait == 0 || claim.status != ClaimStatus.QUEUED) call.answer(200, json(claim));
        else await(call, claim, wait);
    }

    private void await(TinyCall call, Claim claim, int seconds) {
        Consumer<Claim> answer = ended -> call.answer(200, json(ended));
        claim.waiting.add(answer);
        vertx.setTimer(
                seconds * 1_000L,
                _ -> {
                    claim.waiting.remove(answer);
                    answer.accept(claim);
                });
    }

    private static int waitSeconds(TinyCall call) {
        var text = call.request().getParam("wait");
        if (text == null) return 0;
        if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) > WAIT_MAX) {
            throw TinyCall.invalid("wait");
        }
        return Integer.parseInt(text);
    }

    private static JsonObject json(Claim claim) {
        var json =
                new JsonObject()
                        .put("claimId", claim.id)
                        .put("offerId", claim.offer.id)
                        .put("quantity", claim.quantity);
        return writeStatus(json, claim);
    }

    /// The status and what goes with it, the same here and in live messages.
    static JsonObject writeStatus(JsonObject json, Claim claim) {
        json.put("status", claim.status.name());
        return switch (claim.status) {
            case WON -> json.put("orderId", claim.order.id);
            case LOST -> json.put("reason", "SOLD_OUT");
            case QUEUED, NONE -> json;
        };
    }
}
