package dev.sluice.server.admin;

import dev.sluice.board.SaleBoard;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Sale;
import dev.sluice.server.access.Operators;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.HotRoute;
import dev.sluice.server.http.Query;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// WebSocket `/admin/live`: the stats of a published sale, pushed once a second.
///
/// However many watch a sale, a second's stats are made once, on the thread that calls [#push], and
/// all its sockets are sent the same text. Sockets are opened and heard on their event loops.
public final class AdminLive implements HotRoute, AutoCloseable {

    public static final String PATH = "/api/v1/admin/live";

    /// Operators are few; one more socket is refused as OVERLOADED. Those who have not said yet who
    /// they are may have as many, apart, so that strangers keep no operator out.
    public static final int SOCKETS_MAX = 256;

    private static final Duration HELLO_MAX = Duration.ofSeconds(10);

    private final SaleBoard sales;
    private final SaleStats stats;
    private final Operators operators;
    private final Set<LiveWatcher> watchers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger known = new AtomicInteger();
    private final AtomicInteger strangers = new AtomicInteger();

    public AdminLive(SaleBoard sales, SaleStats stats, Operators operators) {
        this.sales = sales;
        this.stats = stats;
        this.operators = operators;
    }

    /// What is asked for without an upgrade, or with another method.
    @Override
    public void register(Routes routes) {
        routes.get(
                PATH,
                RouteGroup.LIVE,
                call -> {
                    throw Problem.invalid("Upgrade", Flaw.BAD_FORMAT, "websocket");
                });
    }

    @Override
    public boolean take(Visit visit) {
        if (!PATH.equals(visit.path()) || !visit.asksForSocket()) return false;
        visit.group(RouteGroup.LIVE);
        long seconds = visit.waitSeconds();
        if (seconds > 0) visit.answer(Replies.rateLimited(seconds, visit.lang()));
        else enter(visit);
        return true;
    }

    private void enter(Visit visit) {
        var token = visit.operatorToken();
        if (token != null && !operators.accepts(token)) throw Problem.of(Code.NO_OPERATOR);
        var sale = Query.of(visit.request().query(), "sale").text("sale").map(this::asked);
        var sockets = token == null ? strangers : known;
        if (!tryCount(sockets)) {
            visit.refuse(Code.OVERLOADED);
            return;
        }
        visit.request()
                .toWebSocket()
                .onFailure(refused -> {
                    sockets.decrementAndGet();
                    visit.fail(Problem.invalid("Upgrade", Flaw.BAD_FORMAT, "websocket"));
                })
                .onSuccess(socket -> {
                    var watcher = new LiveWatcher(this, socket, visit);
                    watcher.open(token != null, sale.map(Sale::id), HELLO_MAX);
                });
    }

    private static boolean tryCount(AtomicInteger sockets) {
        if (sockets.incrementAndGet() <= SOCKETS_MAX) return true;
        sockets.decrementAndGet();
        return false;
    }

    private Sale asked(String text) {
        if (!Call.isIdLike(text)) throw Problem.invalid("sale", Flaw.NOT_ID);
        return find(text).orElseThrow(() -> Problem.of(Code.NO_SUCH_SALE));
    }

    private Optional<Sale> find(String text) {
        return SaleId.parse(text).flatMap(sales::find);
    }

    /// The sale that a first or later message asks for, or the [Problem] with it.
    SaleId hello(String message) {
        var hello = Fields.of(message.getBytes(StandardCharsets.UTF_8), "type", "key", "sale");
        if (!hello.text("type", 1, 64).equals("hello")) {
            throw hello.invalid("type", Flaw.NOT_ONE_OF, "hello");
        }
        if (!operators.accepts(hello.text("key", 1, 256))) throw Problem.of(Code.NO_OPERATOR);
        return asked(hello.text("sale", 1, 64)).id();
    }

    void opened(LiveWatcher watcher) {
        watchers.add(watcher);
    }

    /// A stranger has turned out to be an operator. False when there are too many of these.
    boolean tryIntroduce() {
        if (!tryCount(known)) return false;
        strangers.decrementAndGet();
        return true;
    }

    void closed(LiveWatcher watcher) {
        watchers.remove(watcher);
        (watcher.isKnown() ? known : strangers).decrementAndGet();
    }

    /// Sends every watcher the stats of its sale. A duty calls this once a second.
    public void push() {
        var texts = new HashMap<SaleId, String>();
        for (var watcher : watchers) {
            watcher.sale().ifPresent(sale -> watcher.push(texts.computeIfAbsent(sale, this::text)));
        }
    }

    private String text(SaleId id) {
        var sale = sales.find(id).orElseThrow();
        var json =
                JsonOut.object(out -> {
                    out.text("type", "stats");
                    stats.write(out, sale);
                });
        return new String(json, StandardCharsets.UTF_8);
    }

    /// Sockets that are open.
    public int sockets() {
        return known.get() + strangers.get();
    }

    /// Says good-bye to all.
    @Override
    public void close() {
        for (var watcher : watchers) watcher.leave();
    }
}
