package dev.sluice.server.admin;

import dev.sluice.admission.Passes;
import dev.sluice.id.OfferId;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Movement;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Pieces;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// `/admin/offers/{offerId}/ledger`: where every unit was, in pages, searched, and as one file.
public final class AdminLedger {

    /// Files sent at a time; one more is refused as OVERLOADED.
    static final int FILES_MAX = 2;

    private static final String PATH = "/api/v1/admin/offers/{offerId}/ledger";
    private static final int FILE_PAGE = 200;
    private static final long SEQUENCE_MAX = 999_999_999_999_999_999L;

    private final OrderBook book;
    private final LedgerSearch search;
    private final Function<Call, OfferId> offers;
    private final Semaphore files = new Semaphore(FILES_MAX);

    /// @param offers finds the offer that a call names
    public AdminLedger(OrderBook book, Passes passes, Function<Call, OfferId> offers) {
        this.book = book;
        this.search = new LedgerSearch(book, passes, LedgerSearch.LOOKED_MAX);
        this.offers = offers;
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::page)
                .get(PATH + ".csv", RouteGroup.ADMIN, this::file);
    }

    private Reply page(Call call) {
        var offer = offers.apply(call);
        var query = call.query("find", "after", "limit");
        long after = query.integer("after", 0, SEQUENCE_MAX, 0);
        int limit = (int) query.integer("limit", 1, 1_000, 100);
        var wanted = query.text("find");
        if (wanted.isPresent() && !Call.isIdLike(wanted.get())) {
            throw Problem.invalid("find", Flaw.NOT_ID);
        }
        var found =
                wanted.isPresent()
                        ? search.find(offer, wanted.get(), after, limit)
                        : all(offer, after, limit);
        return Reply.json(
                200,
                out ->
                        out.list("movements", found.movements(), AdminLedger::write)
                                .present(found.next(), (o, next) -> o.text("next", next)));
    }

    private LedgerSearch.Found all(OfferId offer, long after, int limit) {
        var found = book.movements(offer, after, limit + 1);
        if (found.size() <= limit) return new LedgerSearch.Found(found, Optional.empty());
        var page = found.subList(0, limit);
        return new LedgerSearch.Found(page, Optional.of(page.getLast().sequence()));
    }

    private Reply file(Call call) throws InterruptedException {
        var offer = offers.apply(call);
        if (!files.tryAcquire()) throw Problem.of(Code.OVERLOADED);
        try {
            return send(call, offer);
        } finally {
            files.release();
        }
    }

    private Reply send(Call call, OfferId offer) throws InterruptedException {
        var headers =
                Map.of(
                        "content-type",
                        "text/csv; charset=utf-8; header=present",
                        "content-disposition",
                        "attachment; filename=\"ledger-" + offer + ".csv\"");
        if (call.method() == HttpMethod.HEAD) return head(headers);
        try (var pieces = new Pieces(call, headers)) {
            var page = book.movements(offer, 0, FILE_PAGE);
            if (!pieces.send(Buffer.buffer(LedgerCsv.HEADER))) return Pieces.sent();
            while (!page.isEmpty()) {
                if (!pieces.send(LedgerCsv.lines(page))) return Pieces.sent();
                page = next(offer, page);
            }
            return pieces.end();
        }
    }

    private static Reply head(Map<String, String> headers) {
        var head = Reply.empty(200);
        for (var header : headers.entrySet()) head = head.with(header.getKey(), header.getValue());
        return head;
    }

    /// What follows a page; nothing after one that was not full.
    private List<Movement> next(OfferId offer, List<Movement> page) {
        if (page.size() < FILE_PAGE) return List.of();
        return book.movements(offer, page.getLast().sequence(), FILE_PAGE);
    }

    private static void write(JsonOut out, Movement movement) {
        out.number("sequence", movement.sequence())
                .instant("at", movement.at())
                .text("why", movement.why())
                .text("from", movement.why().from())
                .text("to", movement.why().to())
                .number("units", movement.units())
                .list(
                        "orders",
                        movement.orders(),
                        (o, line) -> o.text("orderId", line.order()).number("units", line.units()))
                .text("hash", movement.hash());
    }
}
