package dev.sluice.contracts;

import static dev.sluice.contracts.BookSamples.product;
import static dev.sluice.contracts.BookSamples.sale;

import dev.sluice.port.Catalogue;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.Sale;

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

    /// Stock, unpaid and paid in one text, for short assertions.
    default String counts(OfferId offer) {
        var balance = book().balance(offer);
        return balance.stock() + " " + balance.unpaid() + " " + balance.paid();
    }
}
