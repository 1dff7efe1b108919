package dev.sluice.contracts;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Payment;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Products, sales, claims and orders for tests. All are values; the n-th is always the same.
public final class BookSamples {

    public static final Instant NOW = Instant.parse("2030-06-01T10:00:00Z");
    public static final Instant LATER = NOW.plusSeconds(60);
    public static final Duration PAY_WITHIN = Duration.ofMinutes(15);
    public static final Instant DEADLINE = NOW.plus(PAY_WITHIN);
    public static final Money PRICE = new Money(19_900, "CNY");
    public static final SaleId SALE = new SaleId(70);
    public static final OfferId OFFER = new OfferId(80);
    public static final OfferId OTHER_OFFER = new OfferId(81);

    private static final long CLAIMS = 1_000_000;
    private static final long ORDERS = 2_000_000;
    private static final long BUYERS = 3_000_000;
    private static final long PAYMENTS = 4_000_000;

    private BookSamples() {}

    public static Product product(int n) {
        return new Product(
                new ProductId(n), "product " + n, "what it is", Optional.of("/img/" + n + ".png"));
    }

    public static Offer offer(SaleId sale, OfferId id, int stock) {
        var listPrice = Optional.of(new Money(29_900, "CNY"));
        return new Offer(id, sale, product(1), PRICE, listPrice, stock, 2);
    }

    /// A sale of one hour from NOW on, with two offers of this stock.
    public static Sale sale(Sale.Stage stage, int stock) {
        return sale(
                SALE, stage, List.of(offer(SALE, OFFER, stock), offer(SALE, OTHER_OFFER, stock)));
    }

    public static Sale sale(SaleId id, Sale.Stage stage, List<Offer> offers) {
        return new Sale(
                id,
                "sale " + id,
                NOW,
                NOW.plus(Duration.ofHours(1)),
                stage,
                Sale.ChallengeKind.MATH,
                5,
                PAY_WITHIN,
                Sale.Repeat.NONE,
                Optional.empty(),
                NOW.minusSeconds(600),
                offers);
    }

    public static Sale withPrevious(Sale sale, SaleId previous) {
        return new Sale(
                sale.id(),
                sale.title(),
                sale.opensAt(),
                sale.closesAt(),
                sale.stage(),
                sale.challenge(),
                sale.gateFactor(),
                sale.payWithin(),
                sale.repeat(),
                Optional.of(previous),
                sale.createdAt(),
                sale.offers());
    }

    /// The n-th claim, by the n-th buyer.
    public static Claim claim(int n, int quantity) {
        return claim(n, OFFER, quantity);
    }

    public static Claim claim(int n, OfferId offer, int quantity) {
        return new Claim(new ClaimId(CLAIMS + n), offer, buyer(n), quantity, NOW);
    }

    public static BuyerId buyer(int n) {
        return new BuyerId(BUYERS + n);
    }

    public static OrderId orderId(int n) {
        return new OrderId(ORDERS + n);
    }

    /// What the n-th claim becomes if it wins.
    public static NewOrder order(int n, int quantity) {
        return order(n, claim(n, quantity));
    }

    public static NewOrder order(int n, Claim claim) {
        return new NewOrder(claim, orderId(n), PRICE.times(claim.quantity()), NOW, DEADLINE);
    }

    /// Orders with these numbers, of one unit each.
    public static List<NewOrder> orders(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> order(n, 1)).toList();
    }

    public static PaymentId paymentId(int n) {
        return new PaymentId(PAYMENTS + n);
    }

    public static Payment payment(int n, OrderId order) {
        return new Payment(paymentId(n), order, "sandbox", PRICE, Payment.Status.STARTED, NOW);
    }
}
