package dev.sluice.server;

import dev.sluice.server.access.Sessions;
import dev.sluice.server.account.BuyerRoutes;
import dev.sluice.server.account.Messages;
import dev.sluice.server.account.Outbox;
import dev.sluice.server.catalogue.ReadySales;
import dev.sluice.server.catalogue.SaleRoutes;
import dev.sluice.server.catalogue.SaleStock;
import dev.sluice.server.challenge.ChallengeRoutes;
import dev.sluice.server.challenge.Challenges;
import dev.sluice.server.claim.ClaimRoute;
import dev.sluice.server.claim.ClaimViews;
import dev.sluice.server.claim.OutcomeRoutes;
import dev.sluice.server.claim.PassRoute;
import dev.sluice.server.claim.RepeatedClaims;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.http.Routes;
import dev.sluice.server.live.EarlierClaims;
import dev.sluice.server.live.Live;
import dev.sluice.server.metrics.Metrics;
import java.util.Optional;
import java.util.function.LongConsumer;

/// What buyers do and hear, wired: from looking at a sale to the outcome of a claim. What follows
/// is on the [PaymentSide].
final class BuyerSide implements AutoCloseable {

    private final Engine engine;
    private final Settings settings;
    private final Sessions sessions;
    private final Live live;

    BuyerSide(Engine engine, Settings settings, Sessions sessions) {
        this.engine = engine;
        this.settings = settings;
        this.sessions = sessions;
        var ports = engine.ports();
        var earlier = new EarlierClaims(ports.book(), engine.world().clock());
        live =
                new Live(
                        engine.sales(),
                        engine.claims(),
                        earlier,
                        ports.queue(),
                        engine.passes(),
                        engine.switches(),
                        settings.live(),
                        engine.world());
        live.start(ports.broadcast(), engine.duties());
    }

    /// @param latency hears how many nanoseconds each claim took to be decided
    void register(Routes routes, Metrics metrics, LongConsumer latency) {
        var challenges =
                new Challenges(
                        engine.secrets().of("challenge"),
                        settings.challengeWorkBits(),
                        engine.world(),
                        engine.ports().common().cache());
        var views = new ClaimViews(engine.passes(), engine.ports().queue());
        routes.hot(claims(views, latency)).hot(sales()).hot(passes(challenges)).hot(live);
        new ChallengeRoutes(engine.sales(), challenges).register(routes);
        accounts(routes);
        outcomes(views, routes, metrics);
        live.register(metrics);
    }

    private ClaimRoute claims(ClaimViews views, LongConsumer latency) {
        var repeated =
                new RepeatedClaims(
                        engine.claims(),
                        engine.passes(),
                        views,
                        engine.world().clock(),
                        engine.ports().common().shared());
        return new ClaimRoute(
                engine.sales(),
                engine.switches(),
                engine.passes(),
                repeated,
                engine.intake(),
                engine.world(),
                live::queued,
                latency);
    }

    private SaleRoutes sales() {
        var clock = engine.world().clock();
        var stock = new SaleStock(engine.sales(), engine.reconciliation()::balances, clock);
        return new SaleRoutes(new ReadySales(engine.sales(), clock), stock, clock);
    }

    private PassRoute passes(Challenges challenges) {
        return new PassRoute(
                engine.sales(),
                engine.admission(),
                challenges,
                engine.switches(),
                engine.ids(),
                engine.world().clock());
    }

    /// Messages can be read by everybody only while the demo is on.
    private void accounts(Routes routes) {
        var outbox = settings.demo() ? Optional.of(new Outbox()) : Optional.<Outbox>empty();
        outbox.ifPresent(kept -> kept.register(routes));
        new BuyerRoutes(
                        engine.ports().accounts(),
                        sessions,
                        engine.switches(),
                        Messages.of(settings.messagesWebhook(), outbox),
                        engine.ids(),
                        engine.world())
                .register(routes);
    }

    private void outcomes(ClaimViews views, Routes routes, Metrics metrics) {
        int waitsMax = Math.min(settings.live().waitsMax(), settings.server().inFlightMax() / 2);
        var outcomes = new OutcomeRoutes(engine.claims(), engine.passes(), views, waitsMax);
        outcomes.register(routes);
        metrics.gauge("sluice_claim_waits", "Requests that wait.", outcomes::waiting);
    }

    /// Says good-bye on the sockets; to be called before the front drains.
    @Override
    public void close() {
        live.close();
    }
}
