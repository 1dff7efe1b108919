package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.Funnel.Step;
import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Accounts.NewBuyer;
import dev.sluice.port.Accounts.Session;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.server.access.Limits;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.engine.Switches;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// A test with a sale that is open, buyers with sessions, and claims over HTTP.
public abstract class ShopTest extends ApiTest {

    public static final Money PRICE = new Money(199_900, "CNY");
    public static final Duration PAY_WITHIN = Duration.ofMinutes(15);

    private final SecureRandom random = new SecureRandom();

    /// A buyer who is logged in.
    public record Shopper(BuyerId id, String session) {}

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<String, String>();
        for (var key : Limits.defaults().keySet()) settings.put("sluice.limits." + key, "off");
        settings.put("sluice.payments.sandbox", "true");
        return settings;
    }

    public Engine engine() {
        return sluice.engine();
    }

    public Shopper shopper() {
        var engine = engine();
        var id = new BuyerId(engine.ids().next());
        var accounts = engine.ports().accounts();
        var opened = sessions().make(id);
        Session session = opened.session();
        var buyer = new Buyer(id, id.toString(), "Ann");
        accounts.insertCrowd(List.of(new NewBuyer(buyer, "")), List.of(session));
        return new Shopper(id, opened.token());
    }

    /// Ends the session everywhere.
    public void endSession(Shopper shopper) {
        sessions().end(shopper.session);
    }

    /// Another node's sessions, so to speak: the same store, secret and broadcast.
    private Sessions sessions() {
        var ports = engine().ports();
        var secret = engine().secrets().of("session");
        return new Sessions(ports.accounts(), ports.broadcast(), secret, clock, random);
    }

    public Api as(Shopper shopper) {
        return api.as(shopper.session);
    }

    /// An offer of that many units in a sale that is open for an hour.
    public BoardOffer offer(int stock) {
        return offer(stock, clock.instant().minusSeconds(1));
    }

    public BoardOffer offer(int stock, Instant opensAt) {
        return offer(stock, opensAt, PAY_WITHIN);
    }

    public BoardOffer offer(int stock, Instant opensAt, Duration payWithin) {
        var engine = engine();
        var ids = engine.ids();
        var product = new Product(new ProductId(ids.next()), "Phone <X>", "New.", Optional.empty());
        engine.ports().catalogue().insertProduct(product);
        var sale = new SaleId(ids.next());
        var offer =
                new Offer(
                        new OfferId(ids.next()), sale, product, PRICE, Optional.empty(), stock, 2);
        engine.ports()
                .catalogue()
                .insertSale(
                        new Sale(
                                sale,
                                "Sale",
                                opensAt,
                                opensAt.plus(Duration.ofHours(1)),
                                Sale.Stage.DRAFT,
                                Sale.ChallengeKind.NONE,
                                5,
                                payWithin,
                                Sale.Repeat.NONE,
                                Optional.empty(),
                                clock.instant(),
                                List.of(offer)));
        assertTrue(engine.desk().move(sale, Sale.Stage.PUBLISHED));
        return engine.sales().findOffer(offer.id()).orElseThrow();
    }

    /// Claims one unit over HTTP; answers the claim's id.
    public String claim(Shopper shopper, BoardOffer offer) {
        return claimAs(as(shopper), shopper, offer).is(202).text("claimId");
    }

    public Answer claimAs(Api api, Shopper shopper, BoardOffer offer) {
        var pass = engine().admission().mintUncounted(offer, shopper.id, clock.instant());
        var path = "/offers/" + offer.id() + "/claims/" + pass.text();
        return api.post(path, Map.of("quantity", 1));
    }

    /// Claims one unit and waits until it is won; answers the order's id.
    public String order(Shopper shopper, BoardOffer offer) {
        var path = "/claims/" + claim(shopper, offer) + "?wait=10";
        var last = new AtomicReference<Answer>();
        Soon.until(
                () -> "the claim is won: " + last.get(),
                () -> {
                    last.set(as(shopper).get(path).is(200));
                    return last.get().json().has("orderId");
                });
        return last.get().text("orderId");
    }

    /// Waits until so many units are on sale: an order ends in the book before its units are free.
    public void awaitFree(BoardOffer offer, int units) {
        var store = engine().ports().store();
        await(() -> store.balance(offer.id()).orElseThrow().free() == units && !offer.soldOut());
    }

    public String status(Shopper shopper, String order) {
        return as(shopper).get("/orders/" + order).is(200).text("status");
    }

    /// An open socket of nobody.
    public LiveClient open() {
        return LiveClient.open(api.port(), Map.of());
    }

    /// An open socket that is known by its cookie.
    public LiveClient byCookie(Shopper shopper) {
        var cookie = "sluice_session=" + shopper.session;
        return LiveClient.open(api.port(), Map.of("Cookie", cookie));
    }

    public double metric(String name) {
        return api.root()
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    public void setSwitches(Switches.Switch... on) {
        engine().switches().set(Set.of(on));
    }

    /// Holds settlement, and waits until the loop has noticed and has nothing in its hands.
    public void holdSettlement() {
        setSwitches(Switches.Switch.HOLD_SETTLEMENT);
        Soon.until("settlement rests", sluice.engine().settlementLoop()::isResting);
    }

    /// Waits for something that happens by itself.
    public static void await(BooleanSupplier happened) {
        Soon.until("what the test waits for", happened::getAsBoolean);
    }

    /// Does the same from many threads at once.
    public static void atOnce(int threads, Runnable deed) throws Exception {
        var start = new CountDownLatch(1);
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            var deeds = new ArrayList<Future<?>>();
            for (int i = 0; i < threads; i++) {
                deeds.add(
                        pool.submit(() -> {
                            start.await();
                            deed.run();
                            return null;
                        }));
            }
            start.countDown();
            for (var done : deeds) done.get();
        }
    }

    /// The book's and the store's counts agree, and so many units are paid.
    public void assertBalanced(BoardOffer offer, int paid) {
        var book = engine().ports().book().balance(offer.id());
        var store = engine().ports().store().balance(offer.id()).orElseThrow();
        assertEquals(paid, book.paid());
        assertEquals(book.unpaid() + book.paid(), store.sold());
        assertEquals(book.stock(), store.free() + store.held() + store.sold());
        var counts = offer.funnel().totals(clock.instant()).steps();
        assertTrue(counts.get(Step.PAID) <= paid, counts::toString);
    }
}
