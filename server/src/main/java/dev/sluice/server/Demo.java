package dev.sluice.server;

import dev.sluice.board.Snowflakes;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Catalogue;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.sale.Sale.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Something to see for a newcomer: a small catalogue, and a sale that opens a minute after the
/// first start and every day from then on.
final class Demo {

    private static final String TITLE = "Sluice demo sale";
    private static final Duration UNTIL_OPEN = Duration.ofMinutes(1);
    private static final Duration LENGTH = Duration.ofHours(1);
    private static final int GATE_FACTOR = 5;
    private static final Duration PAY_WITHIN = Duration.ofMinutes(15);
    private static final int SALES_MAX = 1_000;
    private static final int PRODUCTS_MAX = 100;

    /// What the demo offers, with prices in fen.
    private record Item(
            String name,
            String description,
            String imageUrl,
            long price,
            long listPrice,
            int stock,
            int perBuyer) {}

    private static final List<Item> ITEMS =
            List.of(
                    new Item(
                            "Meridian watch",
                            "Steel, sapphire glass, ten days on one charge. At half its price.",
                            "/demo/watch.svg",
                            199_900,
                            399_900,
                            100,
                            1),
                    new Item(
                            "Hush headphones",
                            "Wireless, with noise cancelling. Only twenty.",
                            "/demo/headphones.svg",
                            39_900,
                            99_900,
                            20,
                            2),
                    new Item(
                            "Halcyon camera",
                            "Limited edition. Five of them, gone in a blink.",
                            "/demo/camera.svg",
                            9_900,
                            89_900,
                            5,
                            1),
                    new Item(
                            "Firefly desk lamp",
                            "Warm light, dimmable. Up to three each.",
                            "/demo/lamp.svg",
                            4_900,
                            12_900,
                            500,
                            3));

    private final SaleDesk desk;
    private final Catalogue catalogue;
    private final Snowflakes ids;
    private final InstantSource clock;

    Demo(SaleDesk desk, Catalogue catalogue, Snowflakes ids, InstantSource clock) {
        this.desk = desk;
        this.catalogue = catalogue;
        this.ids = ids;
        this.clock = clock;
    }

    /// To be called once the engine has started. An operator's own sales and products are left
    /// alone.
    void prepare() {
        desk.tick();
        var sales = catalogue.findSales(Optional.empty(), SALES_MAX);
        var products = catalogue.findProducts(Optional.empty(), PRODUCTS_MAX);
        if (sales.isEmpty() && products.isEmpty()) publish(makeProducts());
        else if (isOver(sales))
            publish(sales.getFirst().offers().stream().map(Offer::product).toList());
    }

    /// Whether there was a demo sale, is nothing else, and nothing is to come.
    private boolean isOver(List<Sale> sales) {
        var now = now();
        return !sales.isEmpty()
                && sales.stream().allMatch(s -> s.title().equals(TITLE))
                && sales.stream().allMatch(s -> s.stateAt(now) == State.CLOSED)
                && sales.getFirst().offers().size() == ITEMS.size();
    }

    private List<Product> makeProducts() {
        var products = new ArrayList<Product>();
        for (var item : ITEMS) {
            var id = new ProductId(ids.next());
            var product = new Product(id, item.name, item.description, Optional.of(item.imageUrl));
            catalogue.insertProduct(product);
            products.add(product);
        }
        return products;
    }

    private void publish(List<Product> products) {
        var now = now();
        var id = new SaleId(ids.next());
        var opensAt = now.plus(UNTIL_OPEN).truncatedTo(ChronoUnit.SECONDS);
        var offers = new ArrayList<Offer>();
        for (int i = 0; i < products.size(); i++) {
            offers.add(offer(id, products.get(i), ITEMS.get(i)));
        }
        var sale =
                new Sale(
                        id,
                        TITLE,
                        opensAt,
                        opensAt.plus(LENGTH),
                        Stage.DRAFT,
                        ChallengeKind.MATH,
                        GATE_FACTOR,
                        PAY_WITHIN,
                        Repeat.DAILY,
                        Optional.empty(),
                        now,
                        offers);
        catalogue.insertSale(sale);
        desk.move(id, Stage.PUBLISHED);
    }

    private Offer offer(SaleId sale, Product product, Item item) {
        return new Offer(
                new OfferId(ids.next()),
                sale,
                product,
                new Money(item.price, "CNY"),
                Optional.of(new Money(item.listPrice, "CNY")),
                item.stock,
                item.perBuyer);
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
