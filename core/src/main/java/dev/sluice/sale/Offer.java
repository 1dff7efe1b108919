package dev.sluice.sale;

import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import java.util.Optional;

/// A product in a sale: the unit of contention.
///
/// @param stock units given to the offer so far, restocks included
/// @param perBuyer units one buyer may have at a time
public record Offer(
        OfferId id,
        SaleId sale,
        Product product,
        Money price,
        Optional<Money> listPrice,
        int stock,
        int perBuyer) {

    /// Units that an offer may be given in all.
    public static final int STOCK_MAX = 1_000_000_000;

    public Offer {
        if (stock < 1) throw new IllegalArgumentException("stock must be positive: " + stock);
        if (perBuyer < 1) throw new IllegalArgumentException("perBuyer: " + perBuyer);
    }

    public Offer withStock(int stock) {
        return new Offer(id, sale, product, price, listPrice, stock, perBuyer);
    }

    public Offer withProduct(Product product) {
        return new Offer(id, sale, product, price, listPrice, stock, perBuyer);
    }
}
