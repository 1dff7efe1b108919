package dev.sluice.server.catalogue;

import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.catalogue.ReadySales.Shelf;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.HotRoute;
import dev.sluice.server.http.ReadyReply;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is on sale, and what time it is. What everybody asks for is answered on the event loop with
/// ready bytes; other pages of lists, and addresses that make no sense, take the way of all routes.
public final class SaleRoutes implements HotRoute {

    private static final String TIME = "/api/v1/time";
    private static final String SALES = "/api/v1/sales";
    private static final String SALE = SALES + "/";
    private static final String STOCK = "/stock";
    private static final String OFFER = "/api/v1/offers/";
    private static final String ITS_SALE = "/sale";
    private static final int ITS_SALE_MIN = OFFER.length() + ITS_SALE.length();

    /// The shelf that a query asks for, if it asks for nothing else.
    private static final Map<String, Optional<Shelf>> SIMPLE_QUERIES =
            Arrays.stream(Shelf.values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    shelf -> "state=" + shelf.name().toLowerCase(Locale.ROOT),
                                    Optional::of));

    private final ReadySales sales;
    private final SaleStock stock;
    private final InstantSource clock;

    public SaleRoutes(ReadySales sales, SaleStock stock, InstantSource clock) {
        this.sales = sales;
        this.stock = stock;
        this.clock = clock;
    }

    @Override
    public void register(Routes routes) {
        routes.get(TIME, RouteGroup.READ, call -> time())
                .get(SALES, RouteGroup.READ, this::list)
                .get(SALE + "{saleId}", RouteGroup.READ, this::show)
                .get(SALE + "{saleId}" + STOCK, RouteGroup.READ, this::showStock)
                .get(OFFER + "{offerId}" + ITS_SALE, RouteGroup.READ, this::showSaleOf);
    }

    @Override
    public boolean take(Visit visit) {
        var path = visit.path();
        if (path == null) return false;
        if (visit.method() != HttpMethod.GET && visit.method() != HttpMethod.HEAD) return false;
        if (path.startsWith(OFFER)) return takeSaleOf(visit, path);
        if (!path.startsWith(SALES)) return takeTime(visit);
        if (path.startsWith(SALE)) return takeSale(visit, path.substring(SALE.length()));
        return path.length() == SALES.length() && takeFirst(visit);
    }

    private boolean takeTime(Visit visit) {
        if (visit.method() != HttpMethod.GET || !TIME.equals(visit.path())) return false;
        if (mayGoOn(visit)) visit.answer(time());
        return true;
    }

    private boolean takeSale(Visit visit, String id) {
        if (id.endsWith(STOCK)) {
            return takeStock(visit, id.substring(0, id.length() - STOCK.length()));
        }
        var answer = sales.findSale(id);
        if (answer == null && !Call.isIdLike(id)) return false;
        if (!mayGoOn(visit)) return true;
        if (answer == null) visit.refuse(Code.NO_SUCH_SALE);
        else answer(visit, answer);
        return true;
    }

    /// Only what is there; the rest takes the way of all routes.
    private boolean takeSaleOf(Visit visit, String path) {
        if (path.length() < ITS_SALE_MIN || !path.endsWith(ITS_SALE)) return false;
        var id = path.substring(OFFER.length(), path.length() - ITS_SALE.length());
        var answer = sales.findSaleOf(id);
        if (answer == null) return false;
        if (mayGoOn(visit)) answer(visit, answer);
        return true;
    }

    /// Only what is ready; the rest takes the way of all routes.
    private boolean takeStock(Visit visit, String id) {
        var answer = stock.ready(id);
        if (answer == null) return false;
        if (mayGoOn(visit)) answer(visit, answer);
        return true;
    }

    private boolean takeFirst(Visit visit) {
        var query = visit.request().query();
        var shelf =
                query == null || query.isEmpty()
                        ? Optional.<Shelf>empty()
                        : SIMPLE_QUERIES.get(query);
        if (shelf == null) return false;
        if (!mayGoOn(visit)) return true;
        var answer = sales.readyFirst(shelf);
        if (answer != null) answer(visit, answer);
        else visit.offloadThen(() -> sales.first(shelf), written -> answer(visit, written));
        return true;
    }

    private static void answer(Visit visit, ReadyReply answer) {
        visit.answer(answer.reply(visit.request().getHeader(HttpHeaders.IF_NONE_MATCH)));
    }

    private static boolean mayGoOn(Visit visit) {
        visit.group(RouteGroup.READ);
        long seconds = visit.waitSeconds();
        if (seconds > 0) visit.answer(Replies.rateLimited(seconds, visit.lang()));
        return seconds == 0;
    }

    private Reply time() {
        return Reply.json(200, out -> out.instant("now", Instant.ofEpochMilli(clock.millis())));
    }

    private Reply show(Call call) {
        var id = call.id("saleId", SaleId::parse, Code.NO_SUCH_SALE);
        var answer = sales.findSale(id.toString());
        if (answer == null) throw Problem.of(Code.NO_SUCH_SALE);
        return reply(call, answer);
    }

    private Reply showSaleOf(Call call) {
        var id = call.id("offerId", OfferId::parse, Code.NO_SUCH_OFFER);
        var answer = sales.findSaleOf(id.toString());
        if (answer == null) throw Problem.of(Code.NO_SUCH_OFFER);
        return reply(call, answer);
    }

    private Reply showStock(Call call) {
        var id = call.id("saleId", SaleId::parse, Code.NO_SUCH_SALE).toString();
        if (!stock.knows(id)) throw Problem.of(Code.NO_SUCH_SALE);
        return reply(call, stock.look(id));
    }

    private Reply list(Call call) {
        var query = call.query("state", "after", "limit");
        var shelf = query.oneOf("state", Shelf.class);
        var after = query.id("after", SaleId::parse);
        long limit = query.integer("limit", 1, ReadySales.LIMIT_MAX, ReadySales.LIMIT_STANDARD);
        var answer = sales.list(shelf, after, Math.toIntExact(limit));
        return reply(call, answer.orElseThrow(() -> Problem.invalid("after", Flaw.NOT_ID)));
    }

    private static Reply reply(Call call, ReadyReply answer) {
        return answer.reply(call.header("if-none-match").orElse(null));
    }
}
