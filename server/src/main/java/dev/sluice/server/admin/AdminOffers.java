package dev.sluice.server.admin;

import dev.sluice.board.SaleBoard;
import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Catalogue;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.State;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.util.Optional;

/// `/admin/offers`: restocking, and where every unit is.
public final class AdminOffers {

    private static final String ONE = "/api/v1/admin/offers/{offerId}";
    private static final String KEY = "Idempotency-Key";
    private static final int RESTOCK_MAX = 10_000_000;
    private static final int SALES_PER_LOOK = 100;

    private final SaleBoard sales;
    private final Catalogue catalogue;
    private final SaleDesk desk;
    private final Audits audits;

    public AdminOffers(SaleBoard sales, Catalogue catalogue, SaleDesk desk, Audits audits) {
        this.sales = sales;
        this.catalogue = catalogue;
        this.desk = desk;
        this.audits = audits;
    }

    public void register(Routes routes) {
        routes.post(ONE + "/restock", RouteGroup.ADMIN, this::restock)
                .get(ONE + "/audit", RouteGroup.ADMIN, this::audit);
    }

    private Reply restock(Call call) {
        var offer = find(call);
        var body = call.body("quantity");
        int quantity = (int) body.integer("quantity", 1, RESTOCK_MAX);
        return switch (desk.restock(offer, quantity, key(call))) {
            case OrderBook.Restock.Added _ -> reply(audits.look(offer));
            case OrderBook.Restock.TooMany(int stock) ->
                    throw body.invalid("quantity", Flaw.OUT_OF_RANGE, 1, Offer.STOCK_MAX - stock);
            case OrderBook.Restock.NotRunning(State state) -> throw notRunning(state);
            case OrderBook.Restock.KeyUsed _ -> throw Problem.invalid(KEY, Flaw.USED);
        };
    }

    private static Problem notRunning(State state) {
        return Problem.because(
                Code.SALE_STATE, "state", Flaw.NOT_FOR_THIS, "UPCOMING / OPEN / PAUSED", state);
    }

    /// By which a restock is known when it is sent again after a lost answer.
    private static Optional<String> key(Call call) {
        var key = call.header(KEY);
        if (key.isPresent() && !Call.isIdLike(key.get())) throw Problem.invalid(KEY, Flaw.NOT_ID);
        return key;
    }

    private Reply audit(Call call) {
        return reply(audits.look(find(call)));
    }

    /// An offer that was published is on the board; one of a draft is looked for.
    public OfferId find(Call call) {
        var id = call.id("offerId", OfferId::parse, Code.NO_SUCH_OFFER);
        if (sales.findOffer(id).isPresent() || isInDraft(id)) return id;
        throw Problem.of(Code.NO_SUCH_OFFER);
    }

    private boolean isInDraft(OfferId offer) {
        Optional<SaleId> before = Optional.empty();
        while (true) {
            var sales = catalogue.findSales(before, SALES_PER_LOOK);
            if (sales.stream().anyMatch(sale -> has(sale, offer))) return true;
            if (sales.size() < SALES_PER_LOOK) return false;
            before = Optional.of(sales.getLast().id());
        }
    }

    private static boolean has(Sale sale, OfferId offer) {
        return sale.offers().stream().map(Offer::id).anyMatch(offer::equals);
    }

    private static Reply reply(Balances balances) {
        return Reply.json(200, out -> write(out, balances));
    }

    private static void write(JsonOut out, Balances balances) {
        var book = balances.book();
        writeUnits(out, balances);
        out.object(
                "book",
                o ->
                        o.number("stock", book.stock())
                                .number("unpaid", book.unpaid())
                                .number("paid", book.paid())
                                .number("available", book.available())
                                .text("ledgerHead", book.ledgerHead()));
        balances.store().ifPresent(store -> out.object("store", o -> write(o, store)));
        out.number("queued", balances.queued());
    }

    private static void write(JsonOut out, Balances.Store store) {
        out.number("stock", store.stock())
                .number("free", store.free())
                .number("held", store.held())
                .number("sold", store.sold());
    }

    /// Where the units are, the same here and in the stats.
    static void writeUnits(JsonOut out, Balances balances) {
        out.text("offerId", balances.offer())
                .number("stock", balances.book().stock())
                .number("free", balances.free())
                .number("held", balances.held())
                .number("unpaid", balances.book().unpaid())
                .number("paid", balances.book().paid())
                .flag("balanced", balances.balanced());
    }
}
