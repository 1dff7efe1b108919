package dev.sluice.contracts;

import static dev.sluice.contracts.BookSamples.*;

import dev.sluice.id.OfferId;
import dev.sluice.port.Catalogue;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Sale;
import java.util.List;

/// The book that a test is about.
public interface BookFixture {

    OrderBook book();

    /// The catalogue of the same book.
    Catalogue catalogue();

    /// Closes the book and opens it again; `book` and `catalogue` answer the new ones.
    void restart();

    /// Puts a sale with two offers of this stock on sale.
    default void publish(int stock) {
        catalogue().insertProduct(product(1));
        catalogue().insertSale(sale(Sale.Stage.PUBLISHED, stock));
    }

    /// The same with another limit than two units a buyer.
    default void publish(int stock, int perBuyer) {
        catalogue().insertProduct(product(1));
        var offer = offer(SALE, OFFER, stock);
        var limited =
                new Offer(
                        OFFER,
                        SALE,
                        offer.product(),
                        offer.price(),
                        offer.listPrice(),
                        stock,
                        perBuyer);
        catalogue().insertSale(sale(SALE, Sale.Stage.PUBLISHED, List.of(limited)));
    }

    /// Stock, unpaid and paid in one text, for short assertions.
    default String counts(OfferId offer) {
        var balance = book().balance(offer);
        return balance.stock() + " " + balance.unpaid() + " " + balance.paid();
    }
}
