package dev.sluice.plain;

import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Catalogue;
import dev.sluice.sale.Offer;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Products and sales in two maps. All of it survives a crash.
public final class PlainCatalogue implements Catalogue {

    private final PlainOrderBook book;
    private final TreeMap<ProductId, Product> products = new TreeMap<>();
    private final TreeMap<SaleId, Sale> sales = new TreeMap<>();

    public PlainCatalogue(PlainOrderBook book) {
        this.book = book;
    }

    @Override
    public synchronized void insertProduct(Product product) {
        products.put(product.id(), product);
    }

    @Override
    public synchronized boolean updateProduct(Product product) {
        return products.replace(product.id(), product) != null;
    }

    @Override
    public synchronized Optional<Product> findProduct(ProductId product) {
        return Optional.ofNullable(products.get(product));
    }

    @Override
    public synchronized List<Product> findProducts(Optional<ProductId> after, int max) {
        var rest = after.isEmpty() ? products : products.tailMap(after.get(), false);
        return rest.values().stream().limit(max).toList();
    }

    @Override
    public synchronized Deleted deleteProduct(ProductId product) {
        boolean used =
                sales.values().stream()
                        .flatMap(sale -> sale.offers().stream())
                        .anyMatch(offer -> offer.product().id().equals(product));
        if (used) return Deleted.IN_USE;
        return products.remove(product) == null ? Deleted.NO_SUCH_PRODUCT : Deleted.DONE;
    }

    @Override
    public synchronized boolean insertSale(Sale sale) {
        boolean second =
                sale.previous().isPresent()
                        && sales.values().stream()
                                .anyMatch(s -> s.previous().equals(sale.previous()));
        if (second) return false;
        sales.put(sale.id(), sale);
        if (sale.stage() != Stage.DRAFT) stock(sale, sale.createdAt());
        return true;
    }

    @Override
    public synchronized boolean replaceDraft(Sale sale) {
        var known = sales.get(sale.id());
        if (known == null || known.stage() != Stage.DRAFT) return false;
        sales.put(sale.id(), sale);
        return true;
    }

    @Override
    public synchronized void updateSale(Sale sale) {
        var known = sales.get(sale.id());
        var changed =
                new Sale(
                        known.id(),
                        sale.title(),
                        known.opensAt(),
                        sale.closesAt(),
                        known.stage(),
                        known.challenge(),
                        sale.gateFactor(),
                        sale.payWithin(),
                        sale.repeat(),
                        known.previous(),
                        known.createdAt(),
                        known.offers());
        sales.put(sale.id(), changed);
    }

    @Override
    public synchronized boolean moveSale(SaleId id, Stage from, Stage to, Instant at) {
        var sale = sales.get(id);
        if (sale == null || sale.stage() != from) return false;
        sales.put(id, sale.withStage(to));
        stock(sale, at);
        return true;
    }

    private void stock(Sale sale, Instant at) {
        for (var offer : sale.offers()) book.stock(offer, at);
    }

    @Override
    public synchronized Optional<Sale> findSale(SaleId sale) {
        return Optional.ofNullable(sales.get(sale)).map(this::asNow);
    }

    @Override
    public synchronized Optional<Sale> findSaleOf(OfferId offer) {
        return sales.values().stream()
                .filter(sale -> sale.offers().stream().anyMatch(one -> one.id().equals(offer)))
                .findFirst()
                .map(this::asNow);
    }

    @Override
    public synchronized List<Sale> findSales(Optional<SaleId> before, int max) {
        var rest = before.isEmpty() ? sales : sales.headMap(before.get(), false);
        return rest.descendingMap().values().stream().limit(max).map(this::asNow).toList();
    }

    @Override
    public synchronized List<Sale> findLiveSales(Instant now) {
        return sales.values().stream()
                .filter(sale -> goesOn(sale, now) || hasUnpaid(sale))
                .map(this::asNow)
                .toList();
    }

    private static boolean goesOn(Sale sale, Instant now) {
        boolean shown = sale.stage() == Stage.PUBLISHED || sale.stage() == Stage.PAUSED;
        return shown && sale.closesAt().isAfter(now);
    }

    private boolean hasUnpaid(Sale sale) {
        return book.orders().stream()
                .filter(order -> order.status() == OrderStatus.UNPAID)
                .anyMatch(order ->
                        sale.offers().stream().anyMatch(o -> o.id().equals(order.hold().offer())));
    }

    private Sale asNow(Sale sale) {
        return sale.withOffers(sale.offers().stream().map(this::asNow).toList());
    }

    private Offer asNow(Offer offer) {
        var product = products.getOrDefault(offer.product().id(), offer.product());
        return book.asStocked(offer).withProduct(product);
    }
}
