package dev.sluice.plain;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Sales, offers and claims for tests to start from.
public final class Samples {

    public static final SaleId SALE = new SaleId(1);
    public static final OfferId OFFER = new OfferId(11);
    public static final Duration PAY_WITHIN = Duration.ofMinutes(15);
    public static final Instant OPENS_AT = ManualClock.START;
    public static final Instant CLOSES_AT = ManualClock.START.plus(Duration.ofHours(2));

    private Samples() {}

    public static Offer offer(OfferId id, int stock, int perBuyer) {
        var product = new Product(new ProductId(7), "Lamp", "It shines.", Optional.empty());
        var price = new Money(19_900, "CNY");
        return new Offer(id, SALE, product, price, Optional.empty(), stock, perBuyer);
    }

    /// A sale in that stage with one offer of that many units, two of them to one buyer at most.
    public static Sale sale(Stage stage, int stock) {
        return sale(stage, Repeat.NONE, List.of(offer(OFFER, stock, 2)));
    }

    public static Sale sale(Stage stage, Repeat repeat, List<Offer> offers) {
        return new Sale(
                SALE,
                "Evening sale",
                OPENS_AT,
                CLOSES_AT,
                stage,
                ChallengeKind.NONE,
                5,
                PAY_WITHIN,
                repeat,
                Optional.empty(),
                OPENS_AT.minus(Duration.ofDays(1)),
                offers);
    }

    /// The numbered buyer's claim of that number.
    public static Claim claim(long claim, long buyer, int quantity) {
        return new Claim(
                new ClaimId(claim), OFFER, new BuyerId(buyer), quantity, ManualClock.START);
    }
}
