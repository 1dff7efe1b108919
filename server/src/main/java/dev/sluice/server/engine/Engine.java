package dev.sluice.server.engine;

import dev.sluice.admission.Admission;
import dev.sluice.admission.Passes;
import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.claim.Claims;
import dev.sluice.cluster.RelayedQueue;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.intake.Intake;
import dev.sluice.intake.IntakeConfig;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Changes.Change;
import dev.sluice.port.Results;
import dev.sluice.port.SharedCache;
import dev.sluice.sale.ClaimState;
import dev.sluice.server.cache.TwoLevelCache;
import dev.sluice.server.config.World;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.settlement.Marks;
import dev.sluice.settlement.Orders;
import dev.sluice.settlement.Reconciliation;
import dev.sluice.settlement.Reminders;
import dev.sluice.settlement.ResultsRelay;
import dev.sluice.settlement.Settlement;
import dev.sluice.settlement.SettlementConfig;
import dev.sluice.settlement.SettlementLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// All that is behind the HTTP edge, wired: the node's memory, intake, settlement, orders, the sale
/// desk, and the duties that keep them going. Opening it loads what goes on from the stores;
/// closing it finishes what is under way.
public final class Engine implements AutoCloseable {

    private static final int SECRET_BYTES = 32;
    private static final Duration LEAD = Duration.ofSeconds(5);
    private static final int OUTCOMES_MAX = 100_000;
    private static final Duration OUTCOME_LOCAL = Duration.ofMinutes(1);
    private static final Duration OUTCOME_SHARED = Duration.ofMinutes(10);

    private final Ports ports;
    private final World world;
    private final String owner;
    private final WorkerLease lease;
    private final Snowflakes ids;
    private final SaleBoard sales;
    private final ClaimBoard board = new ClaimBoard();
    private final Claims claims;
    private final Switches switches;
    private final Passes passes;
    private final Admission admission;
    private final Intake intake;
    private final Orders orders;
    private final Reconciliation reconciliation;
    private final Reminders reminders;
    private final Settlement settlement;
    private final SaleDesk desk;
    private final SettlementLoop loop;
    private final Optional<TwoLevelCache<ClaimState>> outcomes;
    private final Duties duties = new Duties();
    private final Aside aside = new Aside();

    public Engine(Ports ports, World world, IntakeConfig intakeConfig, SettlementConfig config) {
        this.ports = ports;
        this.world = world;
        this.owner = Long.toHexString(world.random().nextLong());
        this.lease = new WorkerLease(ports.nodes(), owner, world, ports.common().shared());
        this.ids = lease.ids();
        var clock = world.clock();
        var book = ports.book();
        var store = ports.store();
        var broadcast = ports.broadcast();
        sales = new SaleBoard(clock);
        switches = new Switches(ports.nodes(), broadcast, aside);
        passes = new Passes(secret("pass"));
        admission = new Admission(store, ports.gates(), passes, ids, intakeConfig.passLifetime());
        intake =
                new Intake(
                        store, sales, board, broadcast, ports.gates(), intakeConfig, world.nanos());
        orders = new Orders(book, store, sales, broadcast, clock);
        reconciliation =
                new Reconciliation(
                        ports.queue(), book, store, sales, broadcast, clock, this::reconciles);
        outcomes = ports.common().cache().map(this::outcomes);
        claims = new Claims(board, sales, book, store, this::findSettled, aside);
        reminders = new Reminders(ports.common().deadlines());
        settlement = newSettlement(config);
        desk = newDesk();
        loop =
                new SettlementLoop(
                        settlement,
                        config,
                        () -> switches.isOn(Switches.Switch.HOLD_SETTLEMENT),
                        world.nanos());
    }

    private TwoLevelCache<ClaimState> outcomes(SharedCache cache) {
        var spec =
                new TwoLevelCache.Spec<>(
                        "outcome",
                        1,
                        OUTCOMES_MAX,
                        OUTCOME_LOCAL,
                        OUTCOME_SHARED,
                        new OutcomeBytes());
        return new TwoLevelCache<>(spec, cache, world.random(), world.nanos());
    }

    public void register(Metrics metrics) {
        outcomes.ifPresent(cache -> cache.register(metrics));
        if (ports.accounts() instanceof CachedAccounts cached) cached.register(metrics);
    }

    private Settlement newSettlement(SettlementConfig config) {
        return new Settlement(
                ports.queue(),
                ports.book(),
                ports.store(),
                sales,
                ports.catalogue(),
                ports.broadcast(),
                ids,
                world.clock(),
                config,
                reminders);
    }

    private SaleDesk newDesk() {
        return new SaleDesk(
                ports.catalogue(),
                ports.book(),
                ports.store(),
                sales,
                board,
                claims::catchUp,
                ports.broadcast(),
                ids,
                world.clock(),
                aside);
    }

    public void start() {
        ports.broadcast().subscribe(desk::hear);
        ports.broadcast().subscribe(claims::hear);
        ports.broadcast().subscribe(switches::hear);
        desk.load();
        publishResults();
        loop.start();
        reminders.subscribe(due -> orders.expireDue());
        duties.every(Duration.ofMillis(100), "reminders", reminders);
        ports.common().changes().ifPresent(changes -> changes.follow(this::heed));
        duties.every(Duration.ofMillis(200), "expiry", orders::expireDue);
        duties.every(Duration.ofMillis(100), "slow-claims", intake::giveUpOnSlow);
        duties.every(Duration.ofSeconds(1), "calendar", desk::tick);
        duties.every(Duration.ofSeconds(1), "catch-up", claims::catchUp);
        duties.every(Duration.ofSeconds(1), "marks", new Marks(ports.store(), sales));
        duties.every(Duration.ofSeconds(1), "reconciliation", reconciliation);
        duties.every(Duration.ofSeconds(1), "funnels", this::tickFunnels);
        duties.every(Duration.ofSeconds(1), "upkeep", ports.upkeep());
        duties.every(WorkerLease.LOOK, "lease", lease::keep);
        duties.every(Duration.ofMinutes(1), "purge", this::purge);
    }

    private void publishResults() {
        var results = ports.common().results();
        if (results == Results.NONE) return;
        var relay = new ResultsRelay(ports.book(), results, ports.nodes(), () -> leads("results"));
        relay.begin();
        duties.every(Duration.ofMillis(500), "results", relay);
    }

    public Ports ports() {
        return ports;
    }

    public World world() {
        return world;
    }

    public Snowflakes ids() {
        return ids;
    }

    public SaleBoard sales() {
        return sales;
    }

    public Claims claims() {
        return claims;
    }

    public Switches switches() {
        return switches;
    }

    public Passes passes() {
        return passes;
    }

    public Admission admission() {
        return admission;
    }

    public Intake intake() {
        return intake;
    }

    public Orders orders() {
        return orders;
    }

    public Reconciliation reconciliation() {
        return reconciliation;
    }

    public Settlement settlement() {
        return settlement;
    }

    public SaleDesk desk() {
        return desk;
    }

    /// Whether settlement has been told to hold and holds.
    public boolean settlementRests() {
        return loop.isResting();
    }

    /// What is wrong with the loops that must go on, by their names.
    public Map<String, Supplier<Optional<String>>> loops() {
        var loops = new HashMap<String, Supplier<Optional<String>>>();
        loops.put("claims", intake::trouble);
        loops.put("settlement", loop::trouble);
        if (ports.queue() instanceof RelayedQueue relayed) loops.put("relay", relayed::trouble);
        return loops;
    }

    public Duties duties() {
        return duties;
    }

    /// The secret of this name, the same on every node and after every restart.
    public byte[] secret(String name) {
        var candidate = new byte[SECRET_BYTES];
        world.random().nextBytes(candidate);
        return ports.nodes().secret(name, candidate);
    }

    /// How a claim ended never changes, so it may be known from anywhere.
    private Optional<ClaimState> findSettled(ClaimId claim) {
        return outcomes.map(
                        cache -> cache.find(claim.toString(), () -> ports.book().findClaim(claim)))
                .orElseGet(() -> ports.book().findClaim(claim));
    }

    /// Whether other nodes may know of claims that this one does not.
    public boolean isShared() {
        return ports.common().shared();
    }

    /// Whether this node is the one of all that does the duty.
    public boolean leads(String duty) {
        return !isShared() || ports.nodes().lead(duty, owner, world.clock().instant(), LEAD);
    }

    /// The claim that a client gave the id of, if it is that buyer's.
    public Optional<ClaimState> findClaim(String claimText, BuyerId buyer) {
        return passes.parseClaim(claimText, buyer)
                .flatMap(claims::find)
                .filter(claim -> claim.hold().buyer().equals(buyer));
    }

    @Override
    public void close() {
        intake.close();
        loop.close();
        duties.close();
        aside.close();
        ports.upkeep().run();
        lease.giveBack();
    }

    private boolean reconciles() {
        return leads("reconciliation");
    }

    /// Somebody has edited the catalogue in the database itself. Every node hears that by itself.
    private void heed(Change change) {
        switch (change) {
            case Change.SaleEdited(SaleId sale) -> desk.look(sale);
            case Change.ProductEdited(ProductId product) -> desk.look(product);
            case Change.Any _ -> desk.tick();
        }
    }

    private void tickFunnels() {
        var now = world.clock().instant();
        for (var sale : sales.sales()) {
            sales.findFunnel(sale.id()).ifPresent(funnel -> funnel.tick(now));
        }
    }

    private void purge() {
        var now = world.clock().instant();
        ports.accounts().purge(now);
        ports.grants().purge(now);
    }
}
