package dev.sluice.server;

import dev.sluice.intake.Admission;
import dev.sluice.intake.ClaimBoard;
import dev.sluice.intake.Funnel.Step;
import dev.sluice.intake.Intake;
import dev.sluice.intake.IntakeConfig;
import dev.sluice.intake.Passes;
import dev.sluice.intake.SaleBoard;
import dev.sluice.intake.Snowflakes;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Changes.Change;
import dev.sluice.port.Nodes.Lease;
import dev.sluice.port.SharedCache;
import dev.sluice.sale.BuyerId;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.ProductId;
import dev.sluice.sale.SaleId;
import dev.sluice.settlement.Orders;
import dev.sluice.settlement.Reconciliation;
import dev.sluice.settlement.Settlement;
import dev.sluice.settlement.SettlementConfig;
import dev.sluice.settlement.SettlementLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// All that is behind the HTTP edge, wired: the node's memory, intake, settlement, orders, the sale
/// desk, and the duties that keep them going. Opening it loads what goes on from the stores;
/// closing it finishes what is under way.
final class Engine implements AutoCloseable {

    private static final int SECRET_BYTES = 32;
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration LEAD = Duration.ofSeconds(5);
    private static final int OUTCOMES_MAX = 100_000;
    private static final Duration OUTCOME_LOCAL = Duration.ofMinutes(1);
    private static final Duration OUTCOME_SHARED = Duration.ofMinutes(10);

    private final Ports ports;
    private final World world;
    private final String owner;
    private final Snowflakes ids;
    private final SaleBoard sales;
    private final ClaimBoard claims = new ClaimBoard();
    private final Switches switches;
    private final Passes passes;
    private final Admission admission;
    private final Intake intake;
    private final Orders orders;
    private final Reconciliation reconciliation;
    private final Settlement settlement;
    private final SaleDesk desk;
    private final SettlementLoop loop;
    private final Optional<TwoLevelCache<ClaimState>> outcomes;
    private final Duties duties = new Duties();
    private final Aside aside = new Aside();
    private Lease lease;

    Engine(Ports ports, World world, IntakeConfig intakeConfig, SettlementConfig config) {
        this.ports = ports;
        this.world = world;
        this.owner = Long.toHexString(world.random().nextLong());
        this.lease = lease();
        var clock = world.clock();
        var book = ports.book();
        var store = ports.store();
        var broadcast = ports.broadcast();
        ids = new Snowflakes(lease.worker(), lease.usedUpTo(), clock, world.random());
        if (isShared()) ids.endAt(lease.until());
        sales = new SaleBoard(clock);
        switches = new Switches(ports.nodes(), broadcast, aside);
        passes = new Passes(secret("pass"));
        admission = new Admission(store, ports.gates(), passes, ids, intakeConfig.passLifetime());
        intake =
                new Intake(
                        store,
                        sales,
                        claims,
                        broadcast,
                        ports.gates(),
                        intakeConfig,
                        world.nanos());
        orders = new Orders(book, store, sales, broadcast, clock);
        reconciliation =
                new Reconciliation(
                        ports.queue(), book, store, sales, broadcast, clock, this::reconciles);
        outcomes = ports.common().cache().map(this::outcomes);
        settlement = newSettlement(config);
        desk = newDesk();
        loop =
                new SettlementLoop(
                        settlement,
                        config,
                        () -> switches.isOn(Switches.Switch.HOLD_SETTLEMENT),
                        reconciliation);
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

    void register(Metrics metrics) {
        outcomes.ifPresent(cache -> cache.register(metrics));
        if (ports.accounts() instanceof CachedAccounts cached) cached.register(metrics);
    }

    private Settlement newSettlement(SettlementConfig config) {
        return new Settlement(
                ports.queue(),
                ports.book(),
                ports.store(),
                sales,
                ports.broadcast(),
                ids,
                world.clock(),
                config,
                ports.common().results(),
                ports.common().deadlines());
    }

    private SaleDesk newDesk() {
        return new SaleDesk(
                ports.catalogue(),
                ports.book(),
                ports.store(),
                sales,
                claims,
                ports.broadcast(),
                ids,
                world.clock(),
                aside);
    }

    void start() {
        ports.broadcast().subscribe(this::hear);
        desk.load();
        loop.start();
        ports.common().deadlines().subscribe(due -> orders.expireDue());
        ports.common().changes().ifPresent(changes -> changes.follow(this::heed));
        duties.every(Duration.ofMillis(200), "expiry", orders::expireDue);
        duties.every(Duration.ofMillis(100), "slow-claims", intake::giveUpOnSlow);
        duties.every(Duration.ofSeconds(1), "calendar", desk::tick);
        duties.every(Duration.ofSeconds(1), "funnels", this::tickFunnels);
        duties.every(Duration.ofSeconds(1), "upkeep", ports.upkeep());
        duties.every(LEASE.dividedBy(4), "lease", this::renewLease);
        duties.every(Duration.ofMinutes(1), "purge", this::purge);
    }

    Ports ports() {
        return ports;
    }

    World world() {
        return world;
    }

    Snowflakes ids() {
        return ids;
    }

    SaleBoard sales() {
        return sales;
    }

    ClaimBoard claims() {
        return claims;
    }

    Switches switches() {
        return switches;
    }

    Passes passes() {
        return passes;
    }

    Admission admission() {
        return admission;
    }

    Intake intake() {
        return intake;
    }

    Orders orders() {
        return orders;
    }

    Reconciliation reconciliation() {
        return reconciliation;
    }

    Settlement settlement() {
        return settlement;
    }

    SaleDesk desk() {
        return desk;
    }

    /// Whether settlement has been told to hold and holds.
    boolean settlementRests() {
        return loop.isResting();
    }

    Duties duties() {
        return duties;
    }

    /// The secret of this name, the same on every node and after every restart.
    byte[] secret(String name) {
        var candidate = new byte[SECRET_BYTES];
        world.random().nextBytes(candidate);
        return ports.nodes().secret(name, candidate);
    }

    /// A claim as it stands, wherever that is known. Blocks when this node does not know it by
    /// heart.
    Optional<ClaimState> findClaim(ClaimId claim) {
        var known = claims.find(claim);
        if (known.isPresent()) return known;
        var settled = findSettled(claim);
        var found = settled.isPresent() ? settled : ports.store().find(claim);
        found.ifPresent(this::remember);
        return found;
    }

    /// How a claim ended never changes, so it may be known from anywhere.
    private Optional<ClaimState> findSettled(ClaimId claim) {
        return outcomes.map(
                        cache -> cache.find(claim.toString(), () -> ports.book().findClaim(claim)))
                .orElseGet(() -> ports.book().findClaim(claim));
    }

    /// A claim that came in through another node is asked for again and again until it ends.
    private void remember(ClaimState claim) {
        var offer = sales.findOffer(claim.hold().offer());
        if (offer.isEmpty() || !offer.get().carried()) return;
        if (claim.outcome().isPresent()) claims.end(List.of(claim));
        else claims.queue(claim);
    }

    /// Whether other nodes may know of claims that this one does not.
    boolean isShared() {
        return ports.common().shared();
    }

    /// Whether this node is the one of all that does the duty.
    boolean leads(String duty) {
        return !isShared() || ports.nodes().lead(duty, owner, world.clock().instant(), LEAD);
    }

    /// The same, for a claim id as a client gave it, if it is that buyer's.
    Optional<ClaimState> findClaim(String claimText, BuyerId buyer) {
        return passes.parseClaim(claimText, buyer)
                .flatMap(this::findClaim)
                .filter(claim -> claim.hold().buyer().equals(buyer));
    }

    @Override
    public void close() {
        intake.close();
        loop.close();
        duties.close();
        aside.close();
        ports.upkeep().run();
        ports.nodes().giveBack(lease, world.clock().instant());
    }

    private void hear(Signal signal) {
        if (signal instanceof Signal.ClaimsEnded(var ended)) countEnded(ended);
        desk.hear(signal);
        switches.hear(signal);
    }

    private void countEnded(List<ClaimState> ended) {
        for (var claim : ended) {
            if (claims.hasEnded(claim.id())) continue;
            boolean won = claim.outcome().orElseThrow() instanceof Outcome.Won;
            sales.findOffer(claim.hold().offer())
                    .ifPresent(live -> live.funnel().count(won ? Step.WON : Step.LOST));
        }
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

    private Lease lease() {
        return ports.nodes()
                .lease(owner, world.clock().instant(), LEASE)
                .orElseThrow(() ->
                        new StartFailure(
                                "All 1,024 worker numbers are leased. Stop a node, or wait"
                                        + " a minute for the leases of dead ones to end."));
    }

    /// A lost lease means that another node may make the same ids: this one goes on with another
    /// number. Until it has one, it makes no ids.
    private void renewLease() {
        var now = world.clock().instant();
        if (!ports.nodes().renew(lease, now, LEASE)) {
            lease = lease();
            ids.become(lease.worker(), lease.usedUpTo());
        }
        if (isShared()) ids.endAt(now.plus(LEASE));
    }

    private void purge() {
        var now = world.clock().instant();
        ports.accounts().purge(now);
        ports.grants().purge(now);
    }
}
