package dev.sluice.sale;

import dev.sluice.id.OfferId;
import java.util.Optional;

/// One offer's units as the order book and as the hold store count them.
///
/// @param queued units of claims that are in the queue and that the book has not settled
public record Balances(OfferId offer, Book book, Optional<Store> store, int queued) {

    /// The order book's count. What is neither unpaid nor paid is available: free or held.
    public record Book(int stock, int unpaid, int paid, Hash ledgerHead) {

        public int available() {
            return stock - unpaid - paid;
        }
    }

    /// The hold store's count. Sold units have become orders, paid or not.
    public record Store(int stock, int free, int held, int sold) {

        /// `stock = free + held + sold`, and nothing is negative.
        public boolean adds() {
            return stock == free + held + sold && free >= 0 && held >= 0 && sold >= 0;
        }
    }

    /// Units nobody has. When the store has not prepared the offer, the book alone knows.
    public int free() {
        return store.map(Store::free).orElse(book.available());
    }

    public int held() {
        return store.map(Store::held).orElse(0);
    }

    /// The standing promise: `stock = free + held + unpaid + paid`, on both sides.
    public boolean balanced() {
        boolean bookAdds = book.available() >= 0 && book.unpaid() >= 0 && book.paid() >= 0;
        return bookAdds
                && book.stock() == free() + held() + book.unpaid() + book.paid()
                && store.map(s -> s.adds() && s.stock() == book.stock()).orElse(true);
    }
}
