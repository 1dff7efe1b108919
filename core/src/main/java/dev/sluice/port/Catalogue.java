package dev.sluice.port;

import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Products and sales. Kept by `CatalogueContract`.
///
/// - What was inserted or updated is found afterwards, also after a restart.
/// - A sale's successor exists at most once: inserting a second sale with the same `previous` does
///   nothing and answers false.
/// - Publishing gives each offer its stock, in the ledger, in the same transaction and once.
public interface Catalogue {

    void insertProduct(Product product);

    /// False when there is no such product.
    boolean updateProduct(Product product);

    Optional<Product> findProduct(ProductId product);

    /// Products in the order of their ids, from after that one on.
    List<Product> findProducts(Optional<ProductId> after, int max);

    enum Deleted {
        DONE,
        NO_SUCH_PRODUCT,
        IN_USE
    }

    Deleted deleteProduct(ProductId product);

    /// False when the sale's `previous` has a successor already.
    boolean insertSale(Sale sale);

    /// Replaces a draft, its offers included; false when the sale is not a draft any more.
    boolean replaceDraft(Sale sale);

    /// Changes what may change after publishing: title, closesAt, payWithin, gateFactor, repeat.
    void updateSale(Sale sale);

    /// Moves the sale from one stage to another; false when it was not in `from`.
    boolean moveSale(SaleId sale, Sale.Stage from, Sale.Stage to, Instant at);

    Optional<Sale> findSale(SaleId sale);

    /// The sale that has this offer, whatever its stage. Never from a copy that may be old.
    Optional<Sale> findSaleOf(OfferId offer);

    /// All sales in the order of their ids, newest first, from before that one on.
    List<Sale> findSales(Optional<SaleId> before, int max);

    /// The sales that are published or paused and close after this moment, and those whose orders
    /// are still unpaid: what a node must carry in memory.
    List<Sale> findLiveSales(Instant now);
}
