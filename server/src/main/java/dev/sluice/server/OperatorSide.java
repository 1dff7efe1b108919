package dev.sluice.server;

import dev.sluice.server.access.Operators;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.admin.AdminLedger;
import dev.sluice.server.admin.AdminLive;
import dev.sluice.server.admin.AdminOffers;
import dev.sluice.server.admin.AdminParked;
import dev.sluice.server.admin.AdminProducts;
import dev.sluice.server.admin.AdminSales;
import dev.sluice.server.admin.AdminSessions;
import dev.sluice.server.admin.AdminSwitches;
import dev.sluice.server.admin.Audits;
import dev.sluice.server.admin.Latencies;
import dev.sluice.server.admin.SaleStats;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.http.Routes;
import dev.sluice.server.rehearse.AdminRehearsals;
import dev.sluice.server.rehearse.Crowds;
import dev.sluice.server.rehearse.Rehearsals;
import java.time.Duration;
import java.util.function.Supplier;

/// What operators do and see, wired: everything under `/admin` but refunds, which are with the
/// money.
final class OperatorSide implements AutoCloseable {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Engine engine;
    private final Operators operators;
    private final Rehearsals rehearsals;
    private final Latencies latencies = new Latencies();
    private final Audits audits;
    private final SaleStats stats;
    private final AdminLive live;

    /// @param node by which people know this node; asked late, since a port is known late
    OperatorSide(Engine engine, Operators operators, Rehearsals rehearsals, Supplier<String> node) {
        this.engine = engine;
        this.operators = operators;
        this.rehearsals = rehearsals;
        var ports = engine.ports();
        audits = new Audits(engine.reconciliation(), engine.world().nanos());
        stats =
                new SaleStats(
                        engine.sales(),
                        ports.catalogue(),
                        ports.queue(),
                        latencies,
                        audits,
                        node,
                        engine.world().clock());
        live = new AdminLive(engine.sales(), stats, operators);
        engine.duties().every(SECOND, "latencies", latencies::tick);
        engine.duties().every(SECOND, "stats", live::push);
    }

    /// Where the claim route records how long each claim took.
    Latencies latencies() {
        return latencies;
    }

    /// The route of the operators' socket.
    AdminLive live() {
        return live;
    }

    void register(Routes routes) {
        var ports = engine.ports();
        var clock = engine.world().clock();
        var sales = engine.sales();
        var desk = engine.desk();
        var catalogue = ports.catalogue();
        new AdminSessions(operators, ports.nodes(), clock).register(routes);
        new AdminProducts(catalogue, desk, sales, engine.ids()).register(routes);
        new AdminSales(catalogue, desk, sales, engine.ids(), clock).register(routes);
        var offers = new AdminOffers(sales, catalogue, desk, audits);
        offers.register(routes);
        new AdminLedger(ports.book(), engine.passes(), offers::find).register(routes);
        parked().register(routes);
        new AdminSwitches(engine.switches()).register(routes);
        stats.register(routes);
        routes.hot(live);
        new AdminRehearsals(rehearsals, catalogue).register(routes);
    }

    private AdminParked parked() {
        var ports = engine.ports();
        return new AdminParked(
                ports.queue(), engine.settlement(), ports.book(), engine.claims(), engine.passes());
    }

    /// To be called in a rehearsal only.
    void registerCrowds(Routes routes, Sessions sessions) {
        new Crowds(
                        engine.sales(),
                        engine.admission(),
                        engine.ports().accounts(),
                        sessions,
                        engine.ids(),
                        engine.world().clock())
                .register(routes);
    }

    /// Says good-bye on the sockets and ends a rehearsal; to be called before the front drains.
    @Override
    public void close() {
        live.close();
        rehearsals.close();
    }
}
