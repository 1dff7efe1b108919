package dev.sluice.server.payment;

import dev.sluice.board.SaleBoard;
import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Payment;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Problem;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;

/// A payment provider to play with: a page with two buttons, which calls back as a provider from
/// outside would, over HTTP and signed.
///
/// The sandbox keeps no record of its own. A button counts from the moment its notice has been
/// answered, and the page shows only what the order book has recorded by then. So when the process
/// dies between the button and the answer, or nobody answers, the payment is still open, the page
/// says so, and pressing again is safe. A record of undelivered notices would be a second truth to
/// keep, for money that is not real.
public final class Sandbox {

    /// Where the pages are; a payment's id follows.
    static final String PATH = "/sandbox/payments/";

    private final OrderBook book;
    private final SaleBoard sales;
    private final SandboxCallback callback;
    private final InstantSource clock;

    public Sandbox(OrderBook book, SaleBoard sales, SandboxCallback callback, InstantSource clock) {
        this.book = book;
        this.sales = sales;
        this.callback = callback;
        this.clock = clock;
    }

    public void register(Routes routes) {
        var page = PATH + "{paymentId}";
        routes.get(page, RouteGroup.PAYMENT, this::show)
                .post(page + "/pay", RouteGroup.PAYMENT, call -> press(call, Notice.Result.PAID))
                .post(
                        page + "/refuse",
                        RouteGroup.PAYMENT,
                        call -> press(call, Notice.Result.REFUSED));
    }

    private Reply show(Call call) {
        var payment = find(call);
        var order = book.findOrder(payment.order()).orElseThrow();
        var product = OrderRoutes.productName(sales, order);
        return SandboxPage.reply(payment, order, product, call.lang());
    }

    private Reply press(Call call, Notice.Result result) throws InterruptedException {
        var payment = find(call);
        if (payment.status() == Payment.Status.STARTED) {
            var at = clock.instant();
            callback.deliver(Notice.body(payment.id(), result, payment.amount(), at));
        }
        return Reply.empty(303).with(HttpHeaders.LOCATION, PATH + payment.id());
    }

    private Payment find(Call call) {
        var id = call.id("paymentId", PaymentId::parse, Code.NO_SUCH_PAYMENT);
        return book.findPayment(id)
                .filter(payment -> payment.method().equals(Providers.SANDBOX))
                .orElseThrow(() -> Problem.of(Code.NO_SUCH_PAYMENT));
    }
}
