package dev.sluice.server;

import dev.sluice.intake.IntakeConfig;
import dev.sluice.settlement.SettlementConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The whole running application, built from settings, time and chance. Starting fails with one
/// [StartFailure] that says what to do; whatever had been opened is closed again.
final class Sluice implements AutoCloseable {

    /// How long requests under way may take to end by themselves, and then their answers to leave.
    private static final Duration DRAIN_MAX = Duration.ofMillis(1_500);

    private final Settings settings;
    private final World world;
    private final Health health = new Health();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Routes routes = new Routes();
    private Workers workers;
    private Front front;
    private Engine engine;
    private Sessions sessions;
    private DataFolder.OperatorKey operatorKey;

    Sluice(Settings settings, World world) {
        this.settings = settings;
        this.world = world;
    }

    synchronized Sluice start() {
        try {
            var folder = open(DataFolder.open(settings.data()));
            operatorKey =
                    settings.operatorKey()
                            .map(key -> new DataFolder.OperatorKey(key, false))
                            .orElseGet(() -> folder.operatorKey(world.random()));
            var profile = open(profile());
            engine =
                    open(
                            new Engine(
                                    profile.ports(),
                                    world,
                                    IntakeConfig.DEFAULTS,
                                    SettlementConfig.DEFAULTS));
            engine.start();
            front = open(new Front(edge(), world.nanos()));
            front.start();
            return this;
        } catch (Throwable failed) {
            close();
            throw failed;
        }
    }

    int port() {
        return front.port();
    }

    Routes routes() {
        return routes;
    }

    Engine engine() {
        return engine;
    }

    Sessions sessions() {
        return sessions;
    }

    /// The operator key if it was made at this start, to be shown this once.
    Optional<String> newOperatorKey() {
        return operatorKey.isNew() ? Optional.of(operatorKey.text()) : Optional.empty();
    }

    /// Stops accepting, answers what is under way, then closes everything in reverse. A request
    /// that waits for something is woken up and answered UNAVAILABLE. Closing twice does no harm.
    @Override
    public synchronized void close() {
        health.drain();
        if (front != null) {
            front.stopAccepting(DRAIN_MAX.multipliedBy(2));
            workers.drain(DRAIN_MAX);
            front.awaitStopped(DRAIN_MAX);
            front = null;
        }
        while (!opened.isEmpty()) close(opened.pop());
    }

    private EmbeddedProfile profile() {
        try {
            return new EmbeddedProfile(settings.data(), world.clock());
        } catch (RuntimeException e) {
            throw new StartFailure(
                    "Cannot open the data folder %s: %s. Choose another folder with --data DIR."
                            .formatted(settings.data(), e.getMessage()));
        }
    }

    private Edge edge() {
        var metrics = new Metrics();
        var limits = new Limits(settings.limits(), settings.rehearsal(), world.nanos());
        workers = open(new Workers(settings.server().inFlightMax()));
        metrics.gauge("sluice_in_flight", "Requests that may block.", workers::inFlight);
        metrics.gauge("sluice_limit_buckets", "Buckets that limits keep.", limits::held);
        sessions =
                new Sessions(
                        engine.ports().accounts(),
                        engine.ports().broadcast(),
                        engine.secret("session"),
                        world.clock(),
                        world.random());
        metrics.gauge("sluice_sessions_cached", "Sessions known by heart.", sessions::cached);
        var claims = new ClaimRoute(engine, sessions, queued -> {}, nanos -> {});
        claims.register(routes);
        health.register(routes);
        watch(metrics);
        new Pages().register(routes);
        routes.get("/metrics", RouteGroup.OPERATE, call -> metrics(metrics));
        return new Edge(
                settings.server(),
                List.of(claims),
                routes,
                limits,
                sessions,
                new Operators(operatorKey.text(), world.clock(), world.random()),
                Proxies.parse(settings.server().trustedProxies()),
                workers,
                metrics,
                new Faults(world.random(), metrics));
    }

    /// What this node needs to take a claim, each asked something small.
    private void watch(Metrics metrics) {
        var ports = engine.ports();
        health.check("orderBook", () -> answers(() -> ports.nodes().findValue("switches")));
        health.check("queue", () -> answers(ports.queue()::depth));
        metrics.gauge("sluice_queue_depth", "Claims not yet settled.", ports.queue()::depth);
    }

    private static Optional<String> answers(Supplier<?> question) {
        question.get();
        return Optional.empty();
    }

    private static Reply metrics(Metrics metrics) {
        return Reply.text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            System.getLogger(Sluice.class.getName())
                    .log(System.Logger.Level.WARNING, "Could not close " + resource, e);
        }
    }
}
