package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Order;
import dev.sluice.rehearsal.TinyShop.Payment;
import dev.sluice.rehearsal.TinyShop.Refusal;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.Consumer;

/// A buyer's orders and how they are paid, on a [TinySluice].
final class TinyOrders {

    private static final int PAGE = 50;
    private static final int PAGE_MAX = 100;
    private static final String SANDBOX = "/sandbox/payments/";

    /// How many orders late money comes for, one between two audits.
    private static final int MONEY_MAX = 5;

    private final TinyShop shop;
    private int moneyIn;
    private int auditsAtMoney;

    TinyOrders(TinyShop shop) {
        this.shop = shop;
    }

    void register(Map<String, Consumer<TinyCall>> routes) {
        routes.put("GET /api/v1/orders", this::list);
        routes.put("GET /api/v1/orders/*", call -> call.answer(200, json(own(call))));
        routes.put("POST /api/v1/orders/*/payments", this::startPaying);
        routes.put("POST /api/v1/orders/*/cancel", this::cancel);
        routes.put("GET " + SANDBOX + "*", this::page);
        routes.put("POST " + SANDBOX + "*/pay", call -> press(call, true));
        routes.put("POST " + SANDBOX + "*/refuse", call -> press(call, false));
    }

    private Order own(TinyCall call) {
        var buyer = TinyBuying.buyer(shop, call);
        var order = shop.orders.get(call.ids().getFirst());
        if (order == null || order.claim.buyer != buyer) throw new Refusal(404, "NO_SUCH_ORDER");
        return order;
    }

    /// Newest first, a page at a time.
    private void list(TinyCall call) {
        var all = TinyBuying.buyer(shop, call).orders.reversed();
        var after = call.request().getParam("after");
        int limit = Math.toIntExact(call.number("limit", PAGE_MAX).orElse(PAGE));
        var page =
                all.stream()
                        .filter(order -> after == null || order.id.compareTo(after) < 0)
                        .limit(limit + 1L)
                        .toList();
        var orders = new JsonArray();
        page.stream().limit(limit).forEach(order -> orders.add(json(order)));
        var json = new JsonObject().put("orders", orders);
        if (page.size() > limit) json.put("next", page.get(limit - 1).id);
        call.answer(200, json);
        page.stream().limit(limit).forEach(this::payIfRevived);
    }

    private void payIfRevived(Order order) {
        boolean isFree = order.claim.offer.free >= order.claim.quantity;
        if (order.status != OrderStatus.EXPIRED || !isFree) return;
        if (moneyIn == MONEY_MAX || shop.audits == auditsAtMoney) return;
        if (!shop.acts(PlantedFlaw.LATE_MONEY_WHILE_READ)) return;
        moneyIn++;
        auditsAtMoney = shop.audits;
        shop.pay(order);
    }

    private void startPaying(TinyCall call) {
        TinyBuying.buyer(shop, call);
        var method = TinyCall.text(call.body("method"), "method");
        var order = own(call);
        if (!method.equals("sandbox")) throw TinyCall.invalid("method");
        if (order.status != OrderStatus.UNPAID) throw new Refusal(409, "ORDER_NOT_UNPAID");
        if (order.openPayment == null || !order.openPayment.isOpen) {
            var payment = new Payment();
            payment.id = shop.ids.next();
            payment.order = order;
            order.openPayment = payment;
            shop.payments.put(payment.id, payment);
        }
        call.answer(
                201,
                new JsonObject()
                        .put("paymentId", order.openPayment.id)
                        .put("payUrl", SANDBOX + order.openPayment.id)
                        .put("amount", total(order)));
    }

    private void cancel(TinyCall call) {
        call.noBody();
        var order = own(call);
        if (order.status != OrderStatus.UNPAID) throw new Refusal(409, "ORDER_NOT_UNPAID");
        shop.end(order, OrderStatus.CANCELLED);
        call.answer(200, json(order));
    }

    private Payment payment(TinyCall call) {
        var payment = shop.payments.get(call.ids().getFirst());
        if (payment == null) throw new Refusal(404, "NO_SUCH_PAYMENT");
        return payment;
    }

    private void page(TinyCall call) {
        payment(call);
        var page = Buffer.buffer("<!doctype html><title>Sandbox payment</title>");
        call.answer(200, "text/html; charset=utf-8", page);
    }

    private void press(TinyCall call, boolean pays) {
        var payment = payment(call);
        if (payment.isOpen && pays) shop.pay(payment.order);
        payment.isOpen = false;
        call.request().response().setStatusCode(303);
        call.request().response().putHeader("Location", SANDBOX + payment.id).end();
    }

    private static JsonObject total(Order order) {
        var price = order.claim.offer.price;
        return new JsonObject()
                .put("amount", price.getLong("amount") * order.claim.quantity)
                .put("currency", price.getString("currency"));
    }

    private static JsonObject json(Order order) {
        var offer = order.claim.offer;
        var json =
                new JsonObject()
                        .put("orderId", order.id)
                        .put("offerId", offer.id)
                        .put("claimId", order.claim.id)
                        .put(
                                "product",
                                new JsonObject().put("name", offer.product.getString("name")))
                        .put("quantity", order.claim.quantity)
                        .put("total", total(order))
                        .put("status", order.status.name())
                        .put("placedAt", order.placedAt.toString())
                        .put("expiresAt", order.expiresAt.toString());
        if (order.paidAt != null) json.put("paidAt", order.paidAt.toString());
        if (order.note != null) json.put("note", order.note);
        return json;
    }
}
