package dev.sluice.server.payment;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Order;
import dev.sluice.sale.Refund;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.util.List;
import java.util.Optional;

/// A buyer's own orders: looking at them, and cancelling one that is unpaid.
public final class OrderRoutes {

    private static final int PAGE_MAX = 100;
    private static final int PAGE = 50;

    private final Engine engine;

    public OrderRoutes(Engine engine) {
        this.engine = engine;
    }

    public void register(Routes routes) {
        routes.get("/api/v1/orders", RouteGroup.ORDER, this::list)
                .get("/api/v1/orders/{orderId}", RouteGroup.ORDER, this::show)
                .post("/api/v1/orders/{orderId}/cancel", RouteGroup.ORDER, this::cancel);
    }

    /// The order that the path names, if it is this buyer's.
    static Order own(Engine engine, Call call, BuyerId buyer) {
        var id = call.id("orderId", OrderId::parse, Code.NO_SUCH_ORDER);
        return engine.ports()
                .book()
                .findOrder(id)
                .filter(order -> order.buyer().equals(buyer))
                .orElseThrow(() -> Problem.of(Code.NO_SUCH_ORDER));
    }

    private Reply list(Call call) {
        var buyer = call.buyer();
        var query = call.query("limit", "after");
        int limit = (int) query.integer("limit", 1, PAGE_MAX, PAGE);
        var after = query.id("after", OrderId::parse);
        var found = engine.ports().book().findOrders(buyer, after, limit + 1);
        boolean isMore = found.size() > limit;
        var page = isMore ? found.subList(0, limit) : found;
        var refunds = engine.ports().refunds().findRefunds(page.stream().map(Order::id).toList());
        return Reply.json(
                200,
                out -> {
                    out.list("orders", page, (o, order) -> write(o, order, refunds));
                    if (isMore) out.text("next", page.getLast().id());
                });
    }

    private Reply show(Call call) {
        var order = own(engine, call, call.buyer());
        return reply(order);
    }

    private Reply cancel(Call call) {
        var buyer = call.buyer();
        if (engine.switches().isOn(Switches.Switch.READ_ONLY)) throw Problem.of(Code.READ_ONLY);
        if (call.bytes().length > 0) call.body();
        var order = own(engine, call, buyer);
        var cancelled =
                engine.orders()
                        .cancel(order.id())
                        .orElseThrow(() -> Problem.of(Code.ORDER_NOT_UNPAID));
        return reply(cancelled);
    }

    private Reply reply(Order order) {
        var refunds = engine.ports().refunds().findRefunds(List.of(order.id()));
        return Reply.json(200, out -> write(out, order, refunds));
    }

    /// @param refunds of this order and perhaps of others
    private void write(JsonOut out, Order order, List<Refund> refunds) {
        var hold = order.hold();
        out.text("orderId", order.id());
        out.text("offerId", hold.offer());
        out.text("claimId", engine.passes().claimText(hold.claim(), hold.buyer()));
        out.object("product", product -> product.text("name", productName(engine, order)));
        out.number("quantity", hold.units());
        out.money("total", order.total());
        out.text("status", order.status());
        out.instant("placedAt", order.placedAt());
        out.instant("expiresAt", order.expiresAt());
        out.present(order.paidAt(), (o, at) -> o.instant("paidAt", at));
        out.present(order.lateMoney(), (o, note) -> o.text("note", note));
        var own = Optional.of(order.id());
        var back = refunds.stream().filter(r -> r.deposit().order().equals(own)).toList();
        if (!back.isEmpty()) out.list("refunds", back, OrderRoutes::writeRefund);
    }

    private static void writeRefund(JsonOut out, Refund refund) {
        boolean isBack = refund.state() == Refund.State.DONE;
        out.money("amount", refund.deposit().amount())
                .text("why", refund.deposit().fate())
                .text("status", isBack ? "BACK" : "ON_ITS_WAY")
                .present(refund.doneAt(), (o, at) -> o.instant("backAt", at));
    }

    /// Every published sale is on the board, so its offers have names; an offer of a sale so old
    /// that the board has not got it is known by its id.
    static String productName(Engine engine, Order order) {
        var offer = order.hold().offer();
        return engine.sales()
                .findOffer(offer)
                .map(live -> live.offer().product().name())
                .orElseGet(offer::toString);
    }
}
