package dev.sluice.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.port.RateCounters;
import dev.sluice.server.access.Limits;
import dev.sluice.server.access.Operators;
import dev.sluice.server.access.Proxies;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.access.SharedLimits;
import dev.sluice.server.audit.LedgerHeads;
import dev.sluice.server.config.World;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.http.Faults;
import dev.sluice.server.http.Front;
import dev.sluice.server.http.HttpContext;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Workers;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.server.nginx.EdgeMarks;
import dev.sluice.server.payment.ProviderRefunder;
import dev.sluice.server.payment.Providers;
import dev.sluice.server.payment.SandboxCallback;
import dev.sluice.server.payment.SandboxRefunds;
import dev.sluice.server.profile.Profile;
import dev.sluice.server.profile.Profiles;
import dev.sluice.server.rehearse.RehearsalChild.Launch;
import dev.sluice.server.rehearse.Rehearsals;
import dev.sluice.server.web.Health;
import dev.sluice.server.web.Pages;
import dev.sluice.server.web.WebFiles;
import dev.sluice.settlement.SettlementConfig;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/// The whole running application, built from settings, time and chance. Starting fails with one
/// [StartFailure] that says what to do; whatever had been opened is closed again.
public final class Sluice implements AutoCloseable {

    /// What is waited for when it stops.
    ///
    /// @param requests how long those under way may take to end by themselves
    /// @param answers how long answers may then take to leave
    record Drain(Duration requests, Duration answers) {
        private static final Drain BRIEFLY =
                new Drain(Duration.ofMillis(1_500), Duration.ofMillis(1_500));
    }

    private final String host = hostName();
    private final Settings settings;
    private final World world;
    private final Drain drain;
    private final Health health = new Health();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Routes routes = new Routes();
    private Workers workers;
    private Front front;
    private Engine engine;
    private OperatorSide operatorSide;
    private BuyerSide buyerSide;
    private Profile profile;
    private LedgerHeads heads;
    private Sessions sessions;
    private DataFolder.OperatorKey operatorKey;

    public Sluice(Settings settings, World world) {
        this(settings, world, Drain.BRIEFLY);
    }

    public Sluice(Settings settings, World world, Drain drain) {
        this.settings = settings;
        this.world = world;
        this.drain = drain;
    }

    public synchronized Sluice start() {
        try {
            var folder = open(DataFolder.open(settings.data()));
            profile = open(Profiles.open(settings.adapters(), settings.data(), world));
            var book = profile.ports().book();
            heads = open(new LedgerHeads(settings.data(), book, world.clock()));
            engine =
                    open(
                            new Engine(
                                    profile.ports(),
                                    world,
                                    settings.intake(),
                                    SettlementConfig.DEFAULTS));
            operatorKey =
                    settings.operatorKey()
                            .map(key -> new DataFolder.OperatorKey(key, false))
                            .orElseGet(() -> operatorKey(folder));
            engine.start();
            engine.duties().every(Duration.ofSeconds(1), "heads", heads::publish);
            if (settings.demo() && engine.leadership().leads("demo")) demo().prepare();
            front = open(new Front(context(), world.nanos()));
            front.start();
            return this;
        } catch (Throwable failed) {
            close();
            throw failed;
        }
    }

    private Demo demo() {
        var catalogue = profile.ports().catalogue();
        return new Demo(engine.desk(), catalogue, engine.ids(), world.clock());
    }

    public int port() {
        return front.port();
    }

    /// Connections that are open.
    int connections() {
        return front.connections().open();
    }

    public Routes routes() {
        return routes;
    }

    public Engine engine() {
        return engine;
    }

    OperatorSide operatorSide() {
        return operatorSide;
    }

    public Sessions sessions() {
        return sessions;
    }

    /// The operator key if it was made at this start, to be shown this once.
    Optional<String> newOperatorKey() {
        return operatorKey.isNew() ? Optional.of(operatorKey.text()) : Optional.empty();
    }

    /// What to print of the operator key: the key itself once, and later where it is. Nothing when
    /// the operator has set it, or when nodes share one, which need not be the one in the file.
    Optional<String> operatorKeyNote() {
        var file = settings.data().resolve("operator-key");
        if (operatorKey.isNew()) {
            return Optional.of("Operator key, kept in " + file + ": " + operatorKey.text());
        }
        boolean isKept = settings.operatorKey().isEmpty() && !isShared();
        return isKept ? Optional.of("The operator key is in " + file) : Optional.empty();
    }

    /// Stops accepting, answers what is under way, then closes everything in reverse. A request
    /// that waits for something is woken up and answered UNAVAILABLE. Closing twice does no harm.
    @Override
    public synchronized void close() {
        health.drain();
        if (operatorSide != null) operatorSide.close();
        if (buyerSide != null) buyerSide.close();
        if (front != null) {
            front.stopAccepting(drain.requests.plus(drain.answers));
            workers.drain(drain.requests);
            front.awaitStopped(drain.answers);
            front = null;
        }
        while (!opened.isEmpty()) close(opened.pop());
    }

    private boolean isShared() {
        return profile.ports().common().shared();
    }

    /// Nodes that share an order book have one operator key, that of the first.
    private DataFolder.OperatorKey operatorKey(DataFolder folder) {
        var own = folder.operatorKey(world.random());
        if (!isShared()) return own;
        var bytes = own.text().getBytes(UTF_8);
        var common = new String(engine.ports().nodes().secret("operator", bytes), UTF_8);
        return new DataFolder.OperatorKey(common, own.isNew() && common.equals(own.text()));
    }

    private HttpContext context() {
        var metrics = new Metrics();
        var limits = new Limits(settings.limits(), settings.rehearsal(), world.nanos());
        workers = open(new Workers(settings.server().inFlightMax()));
        metrics.gauge("sluice_in_flight", "Requests that may block.", workers::inFlight);
        metrics.gauge("sluice_limit_buckets", "Buckets that limits keep.", limits::held);
        sessions =
                new Sessions(
                        engine.ports().accounts(),
                        engine.ports().broadcast(),
                        engine.secrets().of("session"),
                        world.clock(),
                        world.random());
        metrics.gauge("sluice_sessions_cached", "Sessions cached on this node.", sessions::cached);
        var operators = new Operators(operatorKey.text(), world.clock(), world.random());
        operatorSide = new OperatorSide(engine, operators, rehearsals(), this::nodeName);
        buyerSide = new BuyerSide(engine, settings, sessions);
        engine.duties().every(Duration.ofSeconds(5), "limits", limits::sweep);
        engine.ports().common().counters().ifPresent(counters -> share(limits, counters));
        engine.duties().every(Duration.ofMinutes(1), "sessions", sessions::sweep);
        watch(metrics);
        fill(routes, metrics);
        return new HttpContext(
                settings.server(),
                routes,
                limits,
                sessions,
                operators,
                Proxies.parse(settings.server().trustedProxies()),
                workers,
                metrics,
                new Faults(world.random(), metrics, world.nanos()));
    }

    /// Allowed where crowds may be made, when the launcher has said how they are started.
    private Rehearsals rehearsals() {
        var classPath = settings.rehearsalClassPath().filter(_ -> settings.rehearsal());
        var launch = classPath.map(path -> (Supplier<Launch>) () -> launch(path));
        var folder = settings.data().resolve("rehearsals").toAbsolutePath();
        return new Rehearsals(folder, launch, world.clock(), engine.ids()::next);
    }

    private Launch launch(String classPath) {
        return new Launch(classPath, sandboxTarget().resolve("/"), operatorKey.text());
    }

    /// The machine and the port, by which people tell nodes apart.
    private String nodeName() {
        return host + ":" + port();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private void share(Limits limits, RateCounters counters) {
        var shared = new SharedLimits(limits, counters, world.nanos());
        engine.duties().every(Duration.ofMillis(100), "shared-limits", shared::tell);
    }

    /// Fills the table of routes, beginning with those that are hot.
    private void fill(Routes routes, Metrics metrics) {
        buyerSide.register(routes, metrics, operatorSide.latencies()::record);
        payments(metrics);
        operatorSide.register(routes);
        if (settings.rehearsal()) operatorSide.registerCrowds(routes, sessions);
        health.register(routes);
        new Pages().register(routes);
        new WebFiles().register(routes);
        routes.get("/metrics", RouteGroup.OPERATE, call -> metrics(metrics));
    }

    private void payments(Metrics metrics) {
        var providers =
                new Providers(
                        settings.payments(),
                        engine.secrets().of("provider-sandbox"),
                        () -> sandboxTarget().resolve(SandboxRefunds.PATH));
        var payments = new PaymentSide(engine, providers);
        payments.register(routes);
        payments.sendBack(open(new ProviderRefunder(providers)), metrics);
        var sandbox = providers.find(Providers.SANDBOX);
        if (!settings.demo()) providers.caution().ifPresent(Sluice::warn);
        if (sandbox.isEmpty()) return;
        var callback = open(new SandboxCallback(sandbox.get(), this::sandboxTarget));
        payments.play(sandbox.get(), callback, routes);
    }

    private static void warn(String what) {
        System.getLogger(Sluice.class.getName()).log(System.Logger.Level.WARNING, what);
    }

    private URI sandboxTarget() {
        return SandboxCallback.target(settings.server().host(), port());
    }

    private void watch(Metrics metrics) {
        var watch = new Watch(engine);
        watch.check(health);
        watch.measure(metrics);
        profile.register(metrics);
        var marks = open(new EdgeMarks(settings.edge(), engine.sales(), world));
        marks.start();
        metrics.gauge("sluice_edges_out", "Edges that take no sold-out marks.", marks::out);
        metrics.gauge("sluice_ledger_head", "Last movement that was published.", heads::sequence);
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
