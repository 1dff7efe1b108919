package dev.sluice.server;

import static dev.sluice.sale.Sale.Stage.CLOSED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.server.TrialSetup.Part;
import dev.sluice.server.json.Code;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A node on PostgreSQL and a Redis of the test's own, which is full, or away for minutes: claims
/// are refused, the rest goes on, and afterwards everything does by itself. [LongOutagesTest] takes
/// the real time for it.
class RedisOutageTest extends ApiTest {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Map<String, Integer> ONE = Map.of("quantity", 1);

    private static Services.Instance redis;

    private OfferId offer;

    /// A buyer with a session and a pass.
    private record Ann(BuyerId id, String session, String pass) {}

    @BeforeAll
    static void openRedis() {
        redis = Services.open("redis", "appendonly yes", "appendfsync always");
    }

    @AfterAll
    static void closeRedis() {
        redis.close();
    }

    @Override
    public Map<String, String> settings() {
        var setup = TrialSetup.REDIS_AND_POSTGRESQL;
        var name = "outage" + Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);
        setup.createDatabase(name);
        var ports = setup.servers();
        ports.put(Part.REDIS, redis.port());
        var settings = setup.settings(name, ports);
        settings.putAll(TrialSetup.PATIENT);
        return settings;
    }

    @Test
    void with_a_full_redis_claims_are_refused_and_everything_else_goes_on() {
        open(100);
        var first = buyer();
        take(first);
        var order = orderOf(first);
        var ann = buyer();

        RedisOutages.order(redis.port(), "CONFIG SET maxmemory 1");

        for (int i = 0; i < 3; i++) claim(ann).is(Code.UNAVAILABLE);
        api.as(first.session).post("/orders/" + order + "/cancel", "{}").is(200);
        until("its unit is free again", () -> free() == 100);
        var session = new Stage(sluice, clock).session(api);
        api.as(session).get("/orders").is(200);
        api.get("/sales").is(200);
        // Another node would be no better, and this one is good for all the rest.
        until("it is ready", () -> api.root().get("/health/ready").status() == 200);

        RedisOutages.order(redis.port(), "CONFIG SET maxmemory 0");

        take(ann);
        orderOf(ann);
        assertAtRest(99);
    }

    /// Nobody sells the offers of a sale that is over, but some of its orders are still unpaid.
    @Test
    void a_redis_that_is_restarted_after_a_sale_has_closed_keeps_no_order_from_its_end() {
        open(10);
        var closed = offer;
        var engine = sluice.engine();
        var first = buyer();
        take(first);
        var order = orderOf(first);
        var second = buyer();
        take(second);
        orderOf(second);
        engine.desk().move(engine.sales().findOffer(closed).orElseThrow().sale().id(), CLOSED);
        open(20);
        var other = buyer();
        take(other);
        orderOf(other);

        redis.kill();
        redis.start();
        Soon.until("it is ready", () -> api.root().get("/health/ready").status() == 200);
        // Whether this is answered while the offer is being rebuilt does not matter.
        api.as(first.session).post("/orders/" + order + "/cancel", "{}");
        clock.advance(Duration.ofMinutes(16));

        until("all have ended", () -> unpaid(closed) + unpaid(offer) == 0);
        until("its unit is free", () -> balance().map(b -> b.free() == 20).orElse(false));
        until("the other is let go of", () -> !isCarried(closed));
    }

    private int unpaid(OfferId offer) {
        return sluice.engine().ports().book().balance(offer).unpaid();
    }

    private boolean isCarried(OfferId offer) {
        return sluice.engine().sales().findOffer(offer).orElseThrow().carried();
    }

    private Optional<Balances.Store> balance() {
        return sluice.engine().ports().store().balance(offer);
    }

    @Test
    void with_redis_away_claims_are_refused_and_afterwards_everything_goes_on() {
        open(100);
        var claimed = new ArrayList<Ann>();
        for (int i = 0; i < 20; i++) {
            var ann = buyer();
            take(ann);
            claimed.add(ann);
        }
        var late = buyer();

        redis.kill();
        claim(late).is(Code.UNAVAILABLE);
        assertEquals(503, api.root().get("/health/ready").status());
        var metrics = api.root().get("/metrics").is(200).body();
        assertTrue(metrics.contains("\nsluice_corrections 0\n"), metrics);
        api.get("/sales").is(200);
        // Minutes, in steps that are less than the lease of the node's number, which it renews at
        // the database meanwhile.
        for (int i = 0; i < 6; i++) {
            clock.advance(Duration.ofSeconds(30));
            Soon.until("the lease is renewed", this::canMakeIds);
        }
        api.get("/sales").is(200);
        redis.start();

        // Always the same one: who was told that it is not known may have been taken.
        var next = new AtomicReference<Ann>();
        until(
                "somebody can come",
                () -> {
                    next.set(buyer());
                    return true;
                });
        take(next.get());
        Soon.until("it is ready", () -> api.root().get("/health/ready").status() == 200);
        for (var ann : claimed) orderOf(ann);
        assertAtRest(79);
        assertEquals(List.of(), sluice.engine().ports().queue().parked(10));
    }

    /// Claims. Whoever is not answered in time, on a busy machine, asks again.
    private void take(Ann ann) {
        until(
                "a claim is taken",
                () -> {
                    int status = claim(ann).status();
                    assertTrue(List.of(200, 202, 429, 503).contains(status), "" + status);
                    return status < 300;
                });
    }

    /// Looks again when a server has not answered in time, as it may be on a busy machine.
    private static void until(String what, Callable<Boolean> isSo) {
        Soon.until(
                what,
                () -> {
                    try {
                        return isSo.call();
                    } catch (Unavailable late) {
                        return false;
                    }
                });
    }

    /// Not while the lease is over, which a step may have ended.
    private boolean canMakeIds() {
        try {
            sluice.engine().ids().next();
            return true;
        } catch (Unavailable soon) {
            return false;
        }
    }

    private void assertAtRest(int free) {
        var engine = sluice.engine();
        until("all is settled", () -> engine.ports().queue().depth() == 0);
        until("so many are free", () -> free() == free);
        assertTrue(engine.ports().store().balance(offer).orElseThrow().adds());
        assertEquals(0, engine.reconciliation().corrections());
    }

    private int free() {
        return sluice.engine().ports().store().balance(offer).orElseThrow().free();
    }

    private Answer claim(Ann ann) {
        return api.as(ann.session).post("/offers/" + offer + "/claims/" + ann.pass, ONE);
    }

    /// The order that the claim of a buyer with one claim has become.
    private String orderOf(Ann ann) {
        var orders = new ArrayList<String>();
        until(
                "the claim is won",
                () -> {
                    var all =
                            sluice.engine().ports().book().findOrders(ann.id, Optional.empty(), 2);
                    for (var order : all) orders.add("" + order.id());
                    return !orders.isEmpty();
                });
        assertEquals(1, orders.size());
        return orders.getFirst();
    }

    private Ann buyer() {
        var engine = sluice.engine();
        var id = new BuyerId(engine.ids().next());
        var live = engine.sales().findOffer(offer).orElseThrow();
        var pass = engine.admission().mintUncounted(live, id, clock.instant()).text();
        return new Ann(id, sluice.sessions().open(id).token(), pass);
    }

    private void open(int stock) {
        var engine = sluice.engine();
        var opensAt = Instant.ofEpochMilli(clock.instant().minusSeconds(60).toEpochMilli());
        var product = new Product(new ProductId(engine.ids().next()), "Lamp", "", Optional.empty());
        engine.ports().catalogue().insertProduct(product);
        var id = new SaleId(engine.ids().next());
        offer = new OfferId(engine.ids().next());
        var price = new Money(100, "CNY");
        var one = new Offer(offer, id, product, price, Optional.empty(), stock, 1);
        var sale =
                new Sale(
                        id,
                        "Lamps",
                        opensAt,
                        opensAt.plus(Duration.ofDays(1)),
                        Sale.Stage.DRAFT,
                        Sale.ChallengeKind.NONE,
                        1,
                        Duration.ofMinutes(15),
                        Sale.Repeat.NONE,
                        Optional.empty(),
                        opensAt,
                        List.of(one));
        assertTrue(engine.ports().catalogue().insertSale(sale));
        assertTrue(engine.desk().move(id, Sale.Stage.PUBLISHED));
    }
}
