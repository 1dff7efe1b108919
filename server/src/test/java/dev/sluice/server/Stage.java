package dev.sluice.server;

import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Accounts.NewBuyer;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.engine.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Sets up sales and buyers for tests that are about something else.
public final class Stage {

    private static final String PASSWORD = "correct horse";

    /// How many each Sluice has; the tests of a class share one.
    private static final Map<Engine, AtomicInteger> BUYERS = new WeakHashMap<>();

    private final Engine engine;
    private final InstantSource clock;
    private final AtomicInteger buyers;

    public Stage(Sluice sluice, InstantSource clock) {
        this.engine = sluice.engine();
        this.buyers = BUYERS.computeIfAbsent(engine, _ -> new AtomicInteger());
        this.clock = clock;
    }

    /// A sale of an hour with one offer of two units, published.
    public Sale sale(Duration opensIn, ChallengeKind challenge) {
        var sale = draft(opensIn, challenge);
        engine.desk().move(sale.id(), Sale.Stage.PUBLISHED);
        return engine.sales().find(sale.id()).orElseThrow();
    }

    public Sale draft(Duration opensIn, ChallengeKind challenge) {
        var product =
                new Product(
                        new ProductId(engine.ids().next()),
                        "Phone X",
                        "黑色, 256 GB",
                        Optional.of("/images/phone-x.webp"));
        engine.ports().catalogue().insertProduct(product);
        var opensAt = Instant.ofEpochMilli(clock.instant().plus(opensIn).toEpochMilli());
        var id = new SaleId(engine.ids().next());
        var offer =
                new Offer(
                        new OfferId(engine.ids().next()),
                        id,
                        product,
                        new Money(199_900, "CNY"),
                        Optional.empty(),
                        2,
                        1);
        var sale =
                new Sale(
                        id,
                        "Singles' Day",
                        opensAt,
                        opensAt.plus(Duration.ofHours(1)),
                        Sale.Stage.DRAFT,
                        challenge,
                        1,
                        Duration.ofMinutes(15),
                        Sale.Repeat.NONE,
                        Optional.empty(),
                        opensAt,
                        List.of(offer));
        engine.ports().catalogue().insertSale(sale);
        return sale;
    }

    /// A new buyer's session.
    public String session(Api api) {
        var phone = "1380000" + (1000 + buyers.getAndIncrement());
        register(api, phone).is(201);
        return api.post("/sessions", Map.of("phone", phone, "password", PASSWORD))
                .is(201)
                .text("session");
    }

    public Answer register(Api api, String phone) {
        engine.ports().accounts().putCode(phone, "123456", clock.instant().plusSeconds(60));
        return api.post(
                "/buyers",
                Map.of("phone", phone, "otp", "123456", "password", PASSWORD, "name", "Li Lei"));
    }

    /// A buyer who cannot log in, as crowds have them.
    public void silentBuyer(dev.sluice.sale.Buyer buyer) {
        engine.ports().accounts().insertBuyer(new NewBuyer(buyer, ""));
    }
}
