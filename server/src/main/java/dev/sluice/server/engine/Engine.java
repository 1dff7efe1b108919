package dev.sluice.server.engine;

import dev.sluice.admission.Admission;
import dev.sluice.admission.Passes;
import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.claim.Claims;
import dev.sluice.intake.Intake;
import dev.sluice.intake.IntakeConfig;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Deadlines;
import dev.sluice.port.Results;
import dev.sluice.server.config.World;
import dev.sluice.settlement.Marks;
import dev.sluice.settlement.Orders;
import dev.sluice.settlement.Reconciliation;
import dev.sluice.settlement.Reminders;
import dev.sluice.settlement.ResultsRelay;
import dev.sluice.settlement.Settlement;
import dev.sluice.settlement.SettlementConfig;
import dev.sluice.settlement.SettlementLoop;
import java.time.Duration;

/// All that is behind the HTTP front, wired: the node's memory, intake, settlement, orders, the
/// sale desk, and the duties that keep them going. Opening it loads what goes on from the stores;
/// closing it finishes what is under way. Only the root knows it, and gives each route the parts
/// that the route uses.
public final class Engine implements AutoCloseable {

    private final Ports ports;
    private final World world;
    private final WorkerLease lease;
    private final Leadership leadership;
    private final Secrets secrets;
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
    private final Outcomes outcomes;
    private final Duties duties = new Duties();
    private final Aside aside = new Aside();

    public Engine(Ports ports, World world, IntakeConfig intakeConfig, SettlementConfig config) {
        this.ports = ports;
        this.world = world;
        var clock = world.clock();
        var owner = Long.toHexString(world.random().nextLong());
        boolean shared = ports.common().shared();
        lease = new WorkerLease(ports.nodes(), owner, world, shared);
        leadership = new Leadership(ports.nodes(), owner, clock, shared);
        secrets = new Secrets(ports.nodes(), world.random());
        ids = lease.ids();
        var book = ports.book();
        var store = ports.store();
        var broadcast = ports.broadcast();
        sales = new SaleBoard(clock);
        switches = new Switches(ports.nodes(), broadcast, aside);
        passes = new Passes(secrets.of("pass"));
        admission = new Admission(store, ports.gates(), passes, ids, intakeConfig.passLifetime());
        intake =
                new Intake(
                        store, sales, board, broadcast, ports.gates(), intakeConfig, world.nanos());
        orders = new Orders(book, store, sales, broadcast, clock);
        reconciliation =
                new Reconciliation(
                        ports.queue(),
                        book,
                        store,
                        sales,
                        broadcast,
                        clock,
                        () -> leadership.leads("reconciliation"));
        outcomes = new Outcomes(book, ports.common().cache(), world);
        claims = new Claims(board, sales, book, store, outcomes::find, aside);
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
                reminds() ? reminders : Deadlines.NONE);
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
        var clock = world.clock();
        ports.broadcast().subscribe(desk::hear);
        ports.broadcast().subscribe(claims::hear);
        ports.broadcast().subscribe(switches::hear);
        desk.load();
        publishResults();
        loop.start();
        remind();
        ports.common().changes().ifPresent(changes -> changes.follow(desk::heed));
        duties.every(Duration.ofMillis(200), "expiry", orders::expireDue);
        duties.every(Duration.ofMillis(100), "slow-claims", intake::giveUpOnSlow);
        duties.every(Duration.ofSeconds(1), "calendar", desk::tick);
        duties.every(Duration.ofSeconds(1), "catch-up", claims::catchUp);
        duties.every(Duration.ofSeconds(1), "switches", switches::catchUp);
        duties.every(Duration.ofSeconds(1), "marks", new Marks(ports.store(), sales));
        duties.every(Duration.ofSeconds(1), "reconciliation", reconciliation);
        duties.every(Duration.ofSeconds(1), "funnels", sales::tickFunnels);
        duties.every(Duration.ofSeconds(1), "upkeep", ports.upkeep());
        duties.every(WorkerLease.LOOK, "lease", lease::keep);
        duties.every(
                Duration.ofMinutes(1), "purge", new Purge(ports.accounts(), ports.grants(), clock));
    }

    /// Without a broker there is nobody to remind us; the book's index of deadlines ends orders.
    private boolean reminds() {
        return ports.common().deadlines() != Deadlines.NONE;
    }

    private void remind() {
        if (!reminds()) return;
        reminders.subscribe(due -> orders.expireDue());
        duties.every(Duration.ofMillis(100), "reminders", reminders);
    }

    private void publishResults() {
        var results = ports.common().results();
        if (results == Results.NONE) return;
        var relay =
                new ResultsRelay(
                        ports.book(), results, ports.nodes(), () -> leadership.leads("results"));
        relay.begin();
        duties.every(Duration.ofMillis(500), "results", relay);
    }

    public Ports ports() {
        return ports;
    }

    public World world() {
        return world;
    }

    public Leadership leadership() {
        return leadership;
    }

    public Secrets secrets() {
        return secrets;
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

    public SettlementLoop settlementLoop() {
        return loop;
    }

    public Outcomes outcomes() {
        return outcomes;
    }

    public Duties duties() {
        return duties;
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
}
