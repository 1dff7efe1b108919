package dev.sluice.server.admin;

import dev.sluice.board.Funnel;
import dev.sluice.board.Funnel.Counts;
import dev.sluice.board.Funnel.Step;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.SaleId;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Sale;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// What is going on in a sale, as operators see it: `GET /admin/sales/{id}/stats`, and the same for
/// [AdminLive] to push.
public final class SaleStats {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SaleBoard sales;
    private final Catalogue catalogue;
    private final ClaimQueue queue;
    private final Latencies latencies;
    private final Audits audits;
    private final Supplier<String> node;
    private final InstantSource clock;

    /// @param node by which people know this node; asked late, since a port is known late
    public SaleStats(
            SaleBoard sales,
            Catalogue catalogue,
            ClaimQueue queue,
            Latencies latencies,
            Audits audits,
            Supplier<String> node,
            InstantSource clock) {
        this.sales = sales;
        this.catalogue = catalogue;
        this.queue = queue;
        this.latencies = latencies;
        this.audits = audits;
        this.node = node;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.get("/api/v1/admin/sales/{saleId}/stats", RouteGroup.ADMIN, this::show);
    }

    private Reply show(Call call) {
        var sale =
                find(call.id("saleId", SaleId::parse, Code.NO_SUCH_SALE))
                        .orElseThrow(() -> Problem.of(Code.NO_SUCH_SALE));
        return Reply.json(200, out -> write(out, sale));
    }

    /// A sale, published or not. Blocks when it is not on the board.
    Optional<Sale> find(SaleId id) {
        return sales.find(id).or(() -> catalogue.findSale(id));
    }

    /// Writes everything that is known of the sale now. Blocks.
    void write(JsonOut out, Sale sale) {
        var now = clock.instant();
        var funnel = sales.findFunnel(sale.id()).orElseGet(() -> new Funnel(now));
        out.text("saleId", sale.id())
                .text("node", node.get())
                .instant("at", now)
                .object("totals", o -> write(o, funnel.totals(now)))
                .list("perSecond", funnel.lastSeconds(), SaleStats::writeSecond)
                .number("queueDepth", queue.depth())
                .object("latency", o -> write(o, latencies.lastMinute()))
                .list("offers", sale.offers(), this::write);
    }

    private static void writeSecond(JsonOut out, Counts counts) {
        write(out.instant("at", counts.at().minus(SECOND)), counts);
    }

    private static void write(JsonOut out, Counts counts) {
        out.number("arrived", counts.steps().get(Step.ARRIVED));
        out.object("refused", o -> counts.refused().forEach((code, n) -> writeSome(o, code, n)));
        for (var step : Step.values()) {
            if (step == Step.ARRIVED) continue;
            out.number(step.name().toLowerCase(Locale.ROOT), counts.steps().get(step));
        }
    }

    private static void writeSome(JsonOut out, String name, long count) {
        if (count > 0) out.number(name, count);
    }

    private static void write(JsonOut out, Latencies.Minute minute) {
        out.number("count", minute.count())
                .decimal("p50Ms", minute.p50() / 1e3)
                .decimal("p90Ms", minute.p90() / 1e3)
                .decimal("p95Ms", minute.p95() / 1e3)
                .decimal("p99Ms", minute.p99() / 1e3)
                .decimal("maxMs", minute.max() / 1e3);
    }

    private void write(JsonOut out, Offer offer) {
        AdminOffers.writeUnits(out, audits.look(offer.id()));
        out.text("availability", sales.availability(offer.id()));
    }
}
