package dev.sluice.sql.shop;

import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Catalogue;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.book.Ledger;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The catalogue on an SQL database. It has no memory of its own; any thread may call it.
public final class SqlCatalogue implements Catalogue {

    private static final String INSERT_PRODUCT =
            "insert into products (product_id, name, description, image_url) values (?, ?, ?, ?)";

    private static final String UPDATE_PRODUCT =
            "update products set name = ?, description = ?, image_url = ? where product_id = ?";

    private static final String FIND_PRODUCT =
            "select product_id, name, description, image_url from products where product_id = ?";

    private static final String FIND_PRODUCTS =
            """
            select product_id, name, description, image_url from products where product_id > ?
             order by product_id limit ?
            """;

    private static final String FIND_USE = "select 1 from offers where product_id = ? limit 1";

    private static final String DELETE_PRODUCT = "delete from products where product_id = ?";

    private static final String DELETE_OFFERS = "delete from offers where sale_id = ?";

    private static final String DELETE_DRAFT =
            "delete from sales where sale_id = ? and stage = 'DRAFT'";

    private static final String UPDATE_SALE =
            """
            update sales set title = ?, closes_at = ?, pay_within = ?, gate_factor = ?, repeats = ?
             where sale_id = ?
            """;

    private static final String MOVE_SALE =
            "update sales set stage = ? where sale_id = ? and stage = ?";

    private static final String FIND_UNSTOCKED =
            """
            select offer_id, stock from offers where sale_id = ? and stocked = 0 order by position
            """;

    private static final String MARK_STOCKED =
            "update offers set stocked = 1 where offer_id = ? and stocked = 0";

    private static final String FIND_SALE =
            "select " + SaleRows.COLUMNS + " from sales where sale_id = ?";

    private static final String FIND_SALE_OF =
            "select "
                    + SaleRows.COLUMNS
                    + " from sales where sale_id = (select sale_id from offers where offer_id = ?)";

    private static final String FIND_SALES =
            "select "
                    + SaleRows.COLUMNS
                    + " from sales where sale_id < ? order by sale_id desc limit ?";

    private static final String FIND_LIVE_SALES =
            "select "
                    + SaleRows.COLUMNS
                    + """
                       from sales
                     where stage in ('PUBLISHED', 'PAUSED') and closes_at > ?
                        or sale_id in (select sale_id from offers where unpaid > 0)
                     order by sale_id
                    """;

    private record Stock(OfferId offer, int units) {}

    private final Database database;

    public SqlCatalogue(Database database) {
        this.database = database;
    }

    @Override
    public void insertProduct(Product product) {
        database.writeAside(link ->
                link.update(
                        INSERT_PRODUCT,
                        product.id().value(),
                        product.name(),
                        product.description(),
                        product.imageUrl().orElse(null)));
    }

    @Override
    public boolean updateProduct(Product product) {
        return database.writeAside(link ->
                link.update(
                                UPDATE_PRODUCT,
                                product.name(),
                                product.description(),
                                product.imageUrl().orElse(null),
                                product.id().value())
                        == 1);
    }

    @Override
    public Optional<Product> findProduct(ProductId product) {
        return database.read(
                link -> link.find(FIND_PRODUCT, row -> SaleRows.product(row, 1), product.value()));
    }

    @Override
    public List<Product> findProducts(Optional<ProductId> after, int max) {
        long start = after.map(ProductId::value).orElse(-1L);
        return database.readElsewhere(
                link -> link.list(FIND_PRODUCTS, row -> SaleRows.product(row, 1), start, max));
    }

    @Override
    public Deleted deleteProduct(ProductId product) {
        return database.write(link -> {
            if (link.find(FIND_USE, row -> row.getInt(1), product.value()).isPresent()) {
                return Deleted.IN_USE;
            }
            int deleted = link.update(DELETE_PRODUCT, product.value());
            return deleted == 1 ? Deleted.DONE : Deleted.NO_SUCH_PRODUCT;
        });
    }

    @Override
    public boolean insertSale(Sale sale) {
        return database.write(link -> {
            if (!SaleRows.insertSale(link, sale)) return false;
            if (sale.stage() != Sale.Stage.DRAFT) stock(link, sale.id(), sale.createdAt());
            return true;
        });
    }

    @Override
    public boolean replaceDraft(Sale sale) {
        if (sale.stage() != Sale.Stage.DRAFT) {
            throw new IllegalArgumentException("not a draft: " + sale.id());
        }
        return database.write(link -> {
            if (link.update(DELETE_DRAFT, sale.id().value()) == 0) return false;
            link.update(DELETE_OFFERS, sale.id().value());
            return SaleRows.insertSale(link, sale);
        });
    }

    @Override
    public void updateSale(Sale sale) {
        database.writeAside(link ->
                link.update(
                        UPDATE_SALE,
                        sale.title(),
                        sale.closesAt().toEpochMilli(),
                        sale.payWithin().toMillis(),
                        sale.gateFactor(),
                        sale.repeat().name(),
                        sale.id().value()));
    }

    @Override
    public boolean moveSale(SaleId sale, Sale.Stage from, Sale.Stage to, Instant at) {
        if (!from.canBecome(to)) throw new IllegalArgumentException(from + " to " + to);
        return database.write(link -> {
            if (link.update(MOVE_SALE, to.name(), sale.value(), from.name()) == 0) {
                return false;
            }
            stock(link, sale, at);
            return true;
        });
    }

    @Override
    public Optional<Sale> findSale(SaleId sale) {
        return database.read(link -> SaleRows.find(link, FIND_SALE, sale.value())).stream()
                .findFirst();
    }

    @Override
    public Optional<Sale> findSaleOf(OfferId offer) {
        return database.read(link -> SaleRows.find(link, FIND_SALE_OF, offer.value())).stream()
                .findFirst();
    }

    @Override
    public List<Sale> findSales(Optional<SaleId> before, int max) {
        long end = before.map(SaleId::value).orElse(Long.MAX_VALUE);
        return database.readElsewhere(link -> SaleRows.find(link, FIND_SALES, end, max));
    }

    @Override
    public List<Sale> findLiveSales(Instant now) {
        return database.read(link -> SaleRows.find(link, FIND_LIVE_SALES, now.toEpochMilli()));
    }

    /// Gives the offers their stock if they have not got it yet, so it happens once for each.
    private static void stock(Link link, SaleId sale, Instant at) throws SQLException {
        var unstocked =
                link.list(
                        FIND_UNSTOCKED,
                        row -> new Stock(new OfferId(row.getLong(1)), row.getInt(2)),
                        sale.value());
        for (var stock : unstocked) {
            link.update(MARK_STOCKED, stock.offer.value());
            Ledger.append(link, new Ledger.Entry(stock.offer, at, Why.STOCKED, stock.units, ""));
        }
    }
}
