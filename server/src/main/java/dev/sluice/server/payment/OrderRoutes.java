package dev.sluice.server.payment;

import dev.sluice.admission.Passes;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OrderId;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Order;
import dev.sluice.sale.Refund;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import dev.sluice.settlement.Orders;
import java.util.List;
import java.util.Optional;

/// A buyer's own orders: looking at them, and cancelling one that is unpaid.
public final class OrderRoutes {

    private static final int PAGE_MAX = 100;
    private static final int PAGE = 50;

    private final OrderBook book;
    private final Refunds refunds;
    private final Orders orders;
    private final SaleBoard sales;
    private final Passes passes;
    private final Switches switches;

    public OrderRoutes(
            OrderBook book,
            Refunds refunds,
            Orders orders,
            SaleBoard sales,
            Passes passes,
            Switches switches) {
        this.book = book;
        this.refunds = refunds;
        this.orders = orders;
        this.sales = sales;
        this.passes = passes;
        this.switches = switches;
    }

    public void register(Routes routes) {
        routes.get("/api/v1/orders", RouteGroup.ORDER, this::list)
                .get("/api/v1/orders/{orderId}", RouteGroup.ORDER, this::show)
                .post("/api/v1/orders/{orderId}/cancel", RouteGroup.ORDER, this::cancel);
    }

    /// The order that the path names, if it is this buyer's.
    static Order own(OrderBook book, Call call, BuyerId buyer) {
        var id = call.id("orderId", OrderId::parse, Code.NO_SUCH_ORDER);
        return book.findOrder(id)
                .filter(order -> order.buyer().equals(buyer))
                .orElseThrow(() -> Problem.of(Code.NO_SUCH_ORDER));
    }

    private Reply list(Call call) {
        var buyer = call.buyer();
        var query = call.query("limit", "after");
        int limit = (int) query.integer("limit", 1, PAGE_MAX, PAGE);
        var after = query.id("after", OrderId::parse);
        var found = book.findOrders(buyer, after, limit + 1);
        boolean isMore = found.size() > limit;
        var page = isMore ? found.subList(0, limit) : found;
        var back = refunds.findRefunds(page.stream().map(Order::id).toList());
        return Reply.json(
                200,
                out -> {
                    out.list("orders", page, (o, order) -> write(o, order, back));
                    if (isMore) out.text("next", page.getLast().id());
                });
    }

    private Reply show(Call call) {
        return reply(own(book, call, call.buyer()));
    }

    private Reply cancel(Call call) {
        var buyer = call.buyer();
        if (switches.isOn(Switches.Switch.READ_ONLY)) throw Problem.of(Code.READ_ONLY);
        if (call.bytes().length > 0) call.body();
        var order = own(book, call, buyer);
        var cancelled =
                orders.cancel(order.id()).orElseThrow(() -> Problem.of(Code.ORDER_NOT_UNPAID));
        return reply(cancelled);
    }

    private Reply reply(Order order) {
        var back = refunds.findRefunds(List.of(order.id()));
        return Reply.json(200, out -> write(out, order, back));
    }

    /// @param back refunds of this order and perhaps of others
    private void write(JsonOut out, Order order, List<Refund> back) {
        var hold = order.hold();
        out.text("orderId", order.id());
        out.text("offerId", hold.offer());
        out.text("claimId", passes.claimText(hold.claim(), hold.buyer()));
        out.object("product", product -> product.text("name", productName(sales, order)));
        out.number("quantity", hold.units());
        out.money("total", order.total());
        out.text("status", order.status());
        out.instant("placedAt", order.placedAt());
        out.instant("expiresAt", order.expiresAt());
        out.present(order.paidAt(), (o, at) -> o.instant("paidAt", at));
        out.present(order.lateMoney(), (o, note) -> o.text("note", note));
        var own = Optional.of(order.id());
        var its = back.stream().filter(r -> r.deposit().order().equals(own)).toList();
        if (!its.isEmpty()) out.list("refunds", its, OrderRoutes::writeRefund);
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
    static String productName(SaleBoard sales, Order order) {
        var offer = order.hold().offer();
        return sales.findOffer(offer)
                .map(live -> live.offer().product().name())
                .orElseGet(offer::toString);
    }
}
