package dev.sluice.simulation;

import dev.sluice.admission.Admission;
import dev.sluice.admission.LocalGates;
import dev.sluice.admission.Passes;
import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.claim.Claims;
import dev.sluice.id.ClaimId;
import dev.sluice.intake.ReserveStep;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Deadlines;
import dev.sluice.port.Gates;
import dev.sluice.port.Grants;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.ClaimState;
import dev.sluice.settlement.Marks;
import dev.sluice.settlement.Orders;
import dev.sluice.settlement.Reconciliation;
import dev.sluice.settlement.Settlement;
import dev.sluice.settlement.SettlementConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One life of the process: the core over the world's ports, wired as the server wires it, and
/// gone after a crash.
final class Node {

    private static final byte[] SECRET = new byte[32];
    private static final int SETTLE_MAX = 8;

    final Gates gates;
    final Snowflakes ids;
    final SaleBoard sales;
    final ClaimBoard board = new ClaimBoard();
    final Admission admission;
    final ReserveStep reserve;
    final Settlement settlement;
    final Orders orders;
    final Reconciliation reconciliation;
    final Marks marks;
    final SaleDesk desk;
    final ClaimQueue queue;
    final OrderBook book;
    private final HoldStore store;
    private final List<Delivery> delivered = new ArrayList<>();
    private List<Delivery> underWay = List.of();

    Node(World world) {
        var faults = world.faults;
        var clock = world.clock;
        queue = faults.around(ClaimQueue.class, world.queue);
        book = faults.around(OrderBook.class, world.book);
        store = faults.around(HoldStore.class, world.store);
        var catalogue = faults.around(Catalogue.class, world.catalogue);
        var grants = faults.around(Grants.class, world.grants);
        var broadcast = faults.around(Broadcast.class, world.messenger);
        ids = new Snowflakes(1, clock.instant(), clock, world.random);
        gates = new LocalGates(grants, clock.instant());
        sales = new SaleBoard(clock);
        var passes = new Passes(SECRET);
        admission = new Admission(store, gates, passes, ids, World.PASS_LIFETIME);
        reserve = new ReserveStep(store, sales, board, broadcast);
        settlement =
                new Settlement(
                        queue,
                        book,
                        store,
                        sales,
                        catalogue,
                        broadcast,
                        ids,
                        clock,
                        settlementConfig(),
                        Deadlines.NONE);
        orders = new Orders(book, store, sales, broadcast, clock);
        reconciliation =
                new Reconciliation(queue, book, store, sales, broadcast, clock, () -> true);
        marks = new Marks(store, sales);
        var claims = new Claims(board, sales, book, store, book::findClaim, Runnable::run);
        desk =
                new SaleDesk(
                        catalogue,
                        book,
                        store,
                        sales,
                        board,
                        claims::catchUp,
                        broadcast,
                        ids,
                        clock,
                        Runnable::run);
        world.messenger.subscribe(desk::hear);
        world.messenger.subscribe(claims::hear);
    }

    private static SettlementConfig settlementConfig() {
        return new SettlementConfig(
                SETTLE_MAX,
                SettlementConfig.DEFAULTS.retryDelays(),
                SettlementConfig.DEFAULTS.pauseMax(),
                SettlementConfig.DEFAULTS.rest());
    }

    /// What a buyer is told of a claim: from the node's memory, else from the stores.
    Optional<ClaimState> find(ClaimId claim) {
        var known = board.find(claim);
        if (known.isPresent()) return known;
        var settled = book.findClaim(claim);
        return settled.isPresent() ? settled : store.find(claim);
    }

    /// One batch, or the one that could not be settled before; answers how many claims it had.
    int settle() {
        if (underWay.isEmpty()) underWay = take();
        settlement.settle(underWay);
        int settled = underWay.size();
        delivered.addAll(underWay);
        underWay = List.of();
        return settled;
    }

    /// At any time, also while a batch could not be finished, as the duties do it.
    void reconcile() {
        marks.run();
        reconciliation.run();
    }

    private List<Delivery> take() {
        try {
            return settlement.take(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Claims that were delivered before come once more.
    void redeliver(int from, int count) {
        if (delivered.isEmpty()) return;
        int first = from % delivered.size();
        int last = Math.min(delivered.size(), first + count);
        settlement.settle(List.copyOf(delivered.subList(first, last)));
    }
}
