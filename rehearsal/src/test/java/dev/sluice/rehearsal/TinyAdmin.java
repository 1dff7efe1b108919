package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Buyer;
import dev.sluice.rehearsal.TinyShop.Offer;
import dev.sluice.rehearsal.TinyShop.Refusal;
import dev.sluice.rehearsal.TinyShop.Sale;
import dev.sluice.rehearsal.evidence.Run.Units;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// What operators call on a [TinySluice].
final class TinyAdmin {

    private final TinyShop shop;

    TinyAdmin(TinyShop shop) {
        this.shop = shop;
    }

    void register(Map<String, Consumer<TinyCall>> routes) {
        var admin = "/api/v1/admin";
        routes.put("POST " + admin + "/products", operator(this::makeProduct));
        routes.put("POST " + admin + "/sales", operator(this::makeSale));
        routes.put("GET " + admin + "/sales/*", operator(call -> show(call, 200)));
        routes.put("POST " + admin + "/sales/*/publish", operator(this::publish));
        routes.put("POST " + admin + "/sales/*/close", operator(this::close));
        routes.put("GET " + admin + "/sales/*/stats", operator(this::stats));
        routes.put("GET " + admin + "/offers/*/audit", operator(this::audit));
        routes.put("GET " + admin + "/offers/*/ledger", operator(this::ledger));
        routes.put("GET " + admin + "/switches", operator(TinyAdmin::switches));
        routes.put("POST " + admin + "/offers/*/restock", operator(this::restock));
        routes.put("POST " + admin + "/rehearsal/buyers", operator(this::makeBuyers));
        routes.put("GET /api/v1/sales/*", this::look);
        routes.put(
                "GET /api/v1/time",
                call -> call.answer(200, new JsonObject().put("now", shop.now().toString())));
    }

    private static Consumer<TinyCall> operator(Consumer<TinyCall> route) {
        return call -> {
            if (!TinySluice.KEY.equals(call.bearer())) throw new Refusal(401, "NO_OPERATOR");
            route.accept(call);
        };
    }

    private void makeProduct(TinyCall call) {
        var body = call.body(Set.of("name", "description"), Set.of("imageUrl"));
        TinyCall.text(body, "name");
        var product = new JsonObject().put("productId", shop.ids.next()).mergeIn(body);
        shop.products.put(product.getString("productId"), product);
        call.answer(201, product);
    }

    private void makeSale(TinyCall call) {
        var body =
                call.body(
                        Set.of("title", "opensAt", "closesAt", "offers"),
                        Set.of("challenge", "gateFactor", "payWithinSeconds", "repeat"));
        var sale = new Sale();
        sale.id = shop.ids.next();
        sale.title = TinyCall.text(body, "title");
        sale.opensAt = instant(body, "opensAt");
        sale.closesAt = instant(body, "closesAt");
        sale.createdAt = shop.now();
        sale.challenge = body.getString("challenge", "math");
        sale.repeat = body.getString("repeat", "none");
        sale.gateFactor = body.getInteger("gateFactor", 5);
        sale.payWithinSeconds = body.getInteger("payWithinSeconds", 900);
        for (var each : body.getJsonArray("offers")) {
            var offer = offer(sale, (JsonObject) each);
            sale.offers.add(offer);
            shop.offers.put(offer.id, offer);
        }
        shop.sales.put(sale.id, sale);
        call.request().response().putHeader("Location", "/api/v1/admin/sales/" + sale.id);
        call.answer(201, json(sale, true));
    }

    private Offer offer(Sale sale, JsonObject body) {
        var offer = new Offer();
        offer.id = shop.ids.next();
        offer.sale = sale;
        offer.product = shop.products.get(TinyCall.text(body, "productId"));
        if (offer.product == null) throw TinyCall.invalid("offers[0].productId");
        offer.price = body.getJsonObject("price");
        offer.listPrice = body.getJsonObject("listPrice");
        offer.perBuyer = body.getInteger("perBuyer", 1);
        shop.stock(offer, TinyCall.integer(body, "stock", 10_000_000));
        return offer;
    }

    private static Instant instant(JsonObject body, String field) {
        try {
            return OffsetDateTime.parse(TinyCall.text(body, field)).toInstant();
        } catch (DateTimeParseException garbage) {
            throw TinyCall.invalid(field);
        }
    }

    private Sale sale(TinyCall call) {
        var sale = shop.sales.get(call.ids().getFirst());
        if (sale == null) throw new Refusal(404, "NO_SUCH_SALE");
        return sale;
    }

    private Offer offer(TinyCall call) {
        var offer = shop.offers.get(call.ids().getFirst());
        if (offer == null) throw new Refusal(404, "NO_SUCH_OFFER");
        return offer;
    }

    private void show(TinyCall call, int status) {
        call.answer(status, json(sale(call), true));
    }

    private void publish(TinyCall call) {
        call.noBody();
        var sale = sale(call);
        if (sale.published || !shop.now().isBefore(sale.closesAt)) {
            throw new Refusal(409, "SALE_STATE");
        }
        sale.published = true;
        show(call, 200);
    }

    private void close(TinyCall call) {
        call.noBody();
        var sale = sale(call);
        var state = sale.stateAt(shop.now());
        if (state.equals("DRAFT") || state.equals("CLOSED")) throw new Refusal(409, "SALE_STATE");
        sale.closed = true;
        show(call, 200);
    }

    private void look(TinyCall call) {
        var sale = sale(call);
        if (!sale.published) throw new Refusal(404, "NO_SUCH_SALE");
        call.request().response().putHeader("ETag", "\"" + shop.ids.next() + "\"");
        call.answer(200, json(sale, false));
    }

    private JsonObject json(Sale sale, boolean isForOperators) {
        var now = shop.now();
        var offers = new JsonArray();
        for (var offer : sale.offers) {
            var json = new JsonObject().put("offerId", offer.id).put("product", offer.product);
            json.put("price", offer.price);
            if (offer.listPrice != null) json.put("listPrice", offer.listPrice);
            json.put("stock", offer.stock).put("perBuyer", offer.perBuyer);
            offers.add(json.put("availability", offer.availabilityAt(now)));
        }
        var json =
                new JsonObject()
                        .put("saleId", sale.id)
                        .put("title", sale.title)
                        .put("opensAt", sale.opensAt.toString())
                        .put("closesAt", sale.closesAt.toString())
                        .put("state", sale.stateAt(now))
                        .put("challenge", sale.challenge)
                        .put("payWithinSeconds", sale.payWithinSeconds)
                        .put("offers", offers);
        if (!isForOperators) return json;
        return json.put("gateFactor", sale.gateFactor)
                .put("repeat", sale.repeat)
                .put("createdAt", sale.createdAt.toString());
    }

    private void restock(TinyCall call) {
        var offer = offer(call);
        long units = TinyCall.integer(call.body("quantity"), "quantity", 10_000_000);
        var state = offer.sale.stateAt(shop.now());
        if (state.equals("DRAFT") || state.equals("CLOSED")) throw new Refusal(409, "SALE_STATE");
        shop.stock(offer, units);
        audit(call);
    }

    private void audit(TinyCall call) {
        var offer = offer(call);
        shop.audits++;
        var units = shop.audit(offer);
        long sold = units.unpaid() + units.paid();
        var book =
                new JsonObject()
                        .put("stock", units.stock())
                        .put("unpaid", units.unpaid())
                        .put("paid", units.paid())
                        .put("available", units.stock() - sold)
                        .put("ledgerHead", "0".repeat(64));
        var store =
                new JsonObject()
                        .put("stock", units.stock())
                        .put("free", units.free())
                        .put("held", units.held())
                        .put("sold", sold);
        call.answer(
                200,
                json(offer, units)
                        .put("book", book)
                        .put("store", store)
                        .put("queued", units.held()));
    }

    private void ledger(TinyCall call) {
        long after = call.number("after", Long.MAX_VALUE).orElse(0);
        int limit = Math.toIntExact(call.number("limit", 1_000).orElse(100));
        call.answer(200, shop.ledger.page(offer(call), after, limit));
    }

    private static void switches(TinyCall call) {
        var switches = new JsonObject();
        for (var name :
                "readOnly noNewPasses noRegistration pollingOnly holdSettlement".split(" ")) {
            switches.put(name, false);
        }
        call.answer(200, switches);
    }

    private static JsonObject json(Offer offer, Units units) {
        long sum = units.free() + units.held() + units.unpaid() + units.paid();
        return new JsonObject()
                .put("offerId", offer.id)
                .put("stock", units.stock())
                .put("free", units.free())
                .put("held", units.held())
                .put("unpaid", units.unpaid())
                .put("paid", units.paid())
                .put("balanced", sum == units.stock());
    }

    /// The funnel is all zeros: a rehearsal counts for itself.
    private void stats(TinyCall call) {
        var sale = sale(call);
        var totals = new JsonObject().put("arrived", 0).put("refused", new JsonObject());
        for (var step : "passes claims won lost paid cancelled expired refunded".split(" ")) {
            totals.put(step, 0);
        }
        var latency = new JsonObject().put("count", 0);
        for (var name : "p50Ms p90Ms p99Ms maxMs".split(" ")) latency.put(name, 0);
        var offers = new JsonArray();
        for (var offer : sale.offers) {
            offers.add(
                    json(offer, shop.audit(offer))
                            .put("availability", offer.availabilityAt(shop.now())));
        }
        call.answer(
                200,
                new JsonObject()
                        .put("saleId", sale.id)
                        .put("at", shop.now().toString())
                        .put("totals", totals)
                        .put("perSecond", new JsonArray())
                        .put("queueDepth", shop.queueDepth())
                        .put("latency", latency)
                        .put("offers", offers));
    }

    private void makeBuyers(TinyCall call) {
        var body = call.body(Set.of("count"), Set.of("offerId"));
        long count = TinyCall.integer(body, "count", 200_000);
        var offer = shop.offers.get(body.getString("offerId", ""));
        if (offer == null && body.containsKey("offerId")) throw new Refusal(404, "NO_SUCH_OFFER");
        var lines = Buffer.buffer();
        for (int i = 0; i < count; i++) {
            var session = shop.ids.text(22);
            var buyer = new Buyer();
            shop.sessions.put(session, buyer);
            lines.appendString(session);
            if (offer != null)
                lines.appendString("\t").appendString(shop.mint(buyer, offer).text());
            lines.appendString("\n");
        }
        call.answer(200, "text/plain; charset=utf-8", lines);
    }
}
