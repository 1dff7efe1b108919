package dev.sluice.server.admin;

import dev.sluice.server.access.Operators;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.http.Routes;
import dev.sluice.server.rehearse.AdminRehearsals;
import dev.sluice.server.rehearse.Crowds;
import dev.sluice.server.rehearse.Rehearsals;
import java.time.Duration;
import java.util.function.Supplier;

/// Everything under `/admin`, wired.
public final class Admin implements AutoCloseable {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Engine engine;
    private final Sessions sessions;
    private final Operators operators;
    private final boolean crowds;
    private final Rehearsals rehearsals;
    private final Latencies latencies = new Latencies();
    private final Audits audits;
    private final SaleStats stats;
    private final AdminLive live;

    /// @param crowds whether crowds of buyers may be made
    /// @param node by which people know this node; asked late, since a port is known late
    public Admin(
            Engine engine,
            Sessions sessions,
            Operators operators,
            boolean crowds,
            Rehearsals rehearsals,
            Supplier<String> node) {
        this.engine = engine;
        this.sessions = sessions;
        this.operators = operators;
        this.crowds = crowds;
        this.rehearsals = rehearsals;
        this.audits = new Audits(engine.reconciliation(), engine.world().nanos());
        this.stats = new SaleStats(engine, latencies, audits, node);
        this.live = new AdminLive(engine.sales(), stats, operators);
        engine.duties().every(SECOND, "latencies", latencies::tick);
        engine.duties().every(SECOND, "stats", live::push);
    }

    /// Where the claim route records how long each claim took.
    public Latencies latencies() {
        return latencies;
    }

    /// The route of the operators' socket.
    public AdminLive live() {
        return live;
    }

    public void register(Routes routes) {
        var ports = engine.ports();
        new AdminSessions(operators, ports.nodes(), engine.world().clock()).register(routes);
        new AdminProducts(engine).register(routes);
        new AdminSales(engine).register(routes);
        var offers = new AdminOffers(engine, audits);
        offers.register(routes);
        new AdminLedger(engine, offers::find).register(routes);
        new AdminParked(engine).register(routes);
        new AdminSwitches(engine.switches()).register(routes);
        stats.register(routes);
        routes.hot(live);
        new AdminRehearsals(rehearsals, ports.catalogue()).register(routes);
        if (crowds) new Crowds(engine, sessions).register(routes);
    }

    /// Says good-bye on the sockets and ends a rehearsal; to be called before the front drains.
    @Override
    public void close() {
        live.close();
        rehearsals.close();
    }
}
