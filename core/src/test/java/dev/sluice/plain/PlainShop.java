package dev.sluice.plain;

import dev.sluice.admission.LocalGates;
import dev.sluice.board.BoardOffer;
import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.claim.Claims;
import dev.sluice.id.ClaimId;
import dev.sluice.id.PaymentId;
import dev.sluice.intake.ReserveStep;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Deadlines;
import dev.sluice.port.Gates;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Order;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.settlement.Marks;
import dev.sluice.settlement.Orders;
import dev.sluice.settlement.Reconciliation;
import dev.sluice.settlement.Settlement;
import dev.sluice.settlement.SettlementConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGeneratorFactory;

/// The core wired over the plain ports, with a fuse before each of them.
public final class PlainShop {

    public static final Duration PASS_LIFETIME = Duration.ofMinutes(3);

    public final ManualClock clock = new ManualClock();
    public final Fuses fuses = new Fuses();
    public final PlainClaimQueue queue = new PlainClaimQueue(clock);
    public final PlainHoldStore store = new PlainHoldStore(queue);
    public final PlainOrderBook book;
    public final PlainCatalogue catalogue;
    public final PlainGrants grants = new PlainGrants();
    public final PlainBroadcast broadcast = new PlainBroadcast();
    public final HoldStore fusedStore = fuses.around(HoldStore.class, store);
    public Gates gates;
    public Snowflakes ids;
    public SaleBoard sales;
    public ClaimBoard board;
    public ReserveStep reserve;
    public Settlement settlement;
    public Orders orders;
    public Reconciliation reconciliation;
    public Marks marks;
    public SaleDesk desk;
    public Claims claims;

    public PlainShop() {
        this(new PlainOrderBook());
    }

    public PlainShop(PlainOrderBook book) {
        this.book = book;
        this.catalogue = new PlainCatalogue(book);
        start();
    }

    /// A shop with one open sale of one offer.
    public static PlainShop open(int stock) {
        return open(stock, new PlainOrderBook());
    }

    public static PlainShop open(int stock, PlainOrderBook book) {
        var shop = new PlainShop(book);
        shop.publish(Samples.sale(Stage.DRAFT, stock));
        return shop;
    }

    public void publish(Sale draft) {
        catalogue.insertSale(draft);
        desk.move(draft.id(), Stage.PUBLISHED);
    }

    /// The process dies and starts anew; nothing is loaded yet.
    public void crash() {
        store.crash();
        queue.crash();
        broadcast.crash();
        clock.advance(Duration.ofSeconds(1));
        start();
    }

    private void start() {
        var fusedQueue = fuses.around(ClaimQueue.class, queue);
        var fusedBook = fuses.around(OrderBook.class, book);
        var fusedCatalogue = fuses.around(Catalogue.class, catalogue);
        var fusedBroadcast = fuses.around(Broadcast.class, broadcast);
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        ids = new Snowflakes(1, Instant.EPOCH, clock, random);
        gates = new LocalGates(grants, clock.instant());
        sales = new SaleBoard(clock);
        board = new ClaimBoard();
        reserve = new ReserveStep(fusedStore, sales, board, fusedBroadcast);
        settlement = settlement(fusedBook);
        orders = new Orders(fusedBook, fusedStore, sales, fusedBroadcast, clock);
        reconciliation =
                new Reconciliation(
                        fusedQueue,
                        fusedBook,
                        fusedStore,
                        sales,
                        fusedBroadcast,
                        clock,
                        () -> true);
        marks = new Marks(fusedStore, sales);
        claims =
                new Claims(
                        board, sales, fusedBook, fusedStore, fusedBook::findClaim, Runnable::run);
        desk =
                new SaleDesk(
                        fusedCatalogue,
                        fusedBook,
                        fusedStore,
                        sales,
                        board,
                        claims::catchUp,
                        fusedBroadcast,
                        ids,
                        clock,
                        Runnable::run);
        broadcast.subscribe(desk::hear);
        broadcast.subscribe(claims::hear);
    }

    /// The settlement of a node that reaches the book by its own way.
    public Settlement settlement(OrderBook reached) {
        return settlement(fuses.around(ClaimQueue.class, queue), reached);
    }

    public Settlement settlement(ClaimQueue queue, OrderBook reached) {
        return new Settlement(
                queue,
                reached,
                fusedStore,
                sales,
                fuses.around(Catalogue.class, catalogue),
                fuses.around(Broadcast.class, broadcast),
                ids,
                clock,
                SettlementConfig.DEFAULTS,
                Deadlines.NONE);
    }

    /// Units are sold in the hold store of which the book knows nothing, as only a bug does it.
    public void sellBehindTheBook(long claim, long buyer, int quantity) {
        claim(claim, buyer, quantity);
        store.confirm(List.of(Samples.claim(claim, buyer, quantity).hold()));
        queue.acknowledge(queue.all());
    }

    public Reservation claim(long claim, long buyer, int quantity) {
        return claim(Samples.claim(claim, buyer, quantity));
    }

    public Reservation claim(Claim claim) {
        return reserve.apply(List.of(claim)).getFirst();
    }

    public void settleAll() {
        for (var batch = take(); !batch.isEmpty(); batch = take()) settlement.settle(batch);
    }

    public List<ClaimQueue.Delivery> take() {
        try {
            return settlement.take(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Claims, settles and answers the order that was won.
    public Order buy(long claim, long buyer, int quantity) {
        claim(claim, buyer, quantity);
        settleAll();
        return order(claim);
    }

    /// The order of a claim as it stands.
    public Order order(long claim) {
        var outcome = book.findClaim(new ClaimId(claim)).orElseThrow().outcome().orElseThrow();
        return book.findOrder(((Outcome.Won) outcome).order()).orElseThrow();
    }

    public PaymentId startPayment(long payment, Order order) {
        var id = new PaymentId(payment);
        book.insertPayment(
                new Payment(
                        id,
                        order.id(),
                        "sandbox",
                        order.total(),
                        Payment.Status.STARTED,
                        clock.instant()));
        return id;
    }

    public BoardOffer live() {
        return sales.findOffer(Samples.OFFER).orElseThrow();
    }

    public Balances balances() {
        return reconciliation.balances(Samples.OFFER);
    }
}
