package dev.sluice.server.payment;

import dev.sluice.board.Snowflakes;
import dev.sluice.id.BuyerId;
import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import java.time.InstantSource;

/// Starting to pay. What providers say about it afterwards comes to [NoticeRoute].
public final class PaymentRoutes {

    private static final int METHOD_MAX = 64;

    private final OrderBook book;
    private final Providers providers;
    private final PaymentTurns turns;
    private final Switches switches;
    private final Snowflakes ids;
    private final InstantSource clock;

    public PaymentRoutes(
            OrderBook book,
            Providers providers,
            PaymentTurns turns,
            Switches switches,
            Snowflakes ids,
            InstantSource clock) {
        this.book = book;
        this.providers = providers;
        this.turns = turns;
        this.switches = switches;
        this.ids = ids;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.post("/api/v1/orders/{orderId}/payments", RouteGroup.ORDER, this::start)
                .get("/api/v1/payments/methods", RouteGroup.READ, call -> methods());
    }

    private Reply methods() {
        var names = providers.names();
        return Reply.json(
                        200, out -> out.list("methods", names, (o, name) -> o.text("method", name)))
                .with("Cache-Control", "public, max-age=60");
    }

    private Reply start(Call call) {
        BuyerId buyer = call.buyer();
        if (switches.isOn(Switches.Switch.READ_ONLY)) throw Problem.of(Code.READ_ONLY);
        var body = call.body("method");
        var method = body.text("method", 1, METHOD_MAX);
        var order = OrderRoutes.own(book, call, buyer);
        var provider =
                providers
                        .find(method)
                        .orElseThrow(() -> body.invalid("method", Flaw.NOT_CONFIGURED));
        if (order.status() != OrderStatus.UNPAID) throw Problem.of(Code.ORDER_NOT_UNPAID);
        var payment = started(order, method);
        return Reply.json(
                201,
                out -> {
                    out.text("paymentId", payment.id());
                    out.text("payUrl", provider.payUrl(payment.id()));
                    out.money("amount", payment.amount());
                });
    }

    private Payment started(Order order, String method) {
        var turn = turns.of(order.id());
        turn.lock();
        try {
            var open = book.findOpenPayment(order.id(), method);
            return open.orElseGet(() -> insert(order, method));
        } finally {
            turn.unlock();
        }
    }

    private Payment insert(Order order, String method) {
        var payment =
                new Payment(
                        new PaymentId(ids.next()),
                        order.id(),
                        method,
                        order.total(),
                        Payment.Status.STARTED,
                        clock.instant());
        book.insertPayment(payment);
        return payment;
    }
}
