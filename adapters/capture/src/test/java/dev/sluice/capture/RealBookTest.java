package dev.sluice.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sluice.contracts.BookSamples;
import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.port.Changes.Change;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.base.SqlConfig;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.shop.SqlCatalogue;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The order book at work, with the tables that it makes itself.
class RealBookTest {

    private static final Change EDITED = new Change.SaleEdited(BookSamples.SALE);

    private final BlockingQueue<Change> told = new LinkedBlockingQueue<>();

    /// What was told before; all is told twice.
    private final Set<Change> seen = new HashSet<>();

    @Test
    void mariaDb_tells_edits_and_nothing_of_settlement() throws Exception {
        tellsEditsAndNothingOfSettlement(TestBase.mariaDb(Services.port("mariadb")));
    }

    @Test
    void postgres_tells_edits_and_nothing_of_settlement() throws Exception {
        tellsEditsAndNothingOfSettlement(TestBase.postgres(Services.port("postgres")));
    }

    private void tellsEditsAndNothingOfSettlement(TestBase base) throws Exception {
        base.createEmpty();
        var config = new SqlConfig(base.url(), base.root(), "").withTimeout(Soon.LIMIT);
        try (var database = SharedDatabase.open(config)) {
            var book = new SqlOrderBook(database);
            var catalogue = new SqlCatalogue(database);
            catalogue.insertProduct(BookSamples.product(1));
            catalogue.insertProduct(BookSamples.product(2));
            catalogue.insertSale(BookSamples.sale(Sale.Stage.PUBLISHED, 1_000));
            try (var changes = base.changes()) {
                changes.follow(told::add);
                assertEquals(Set.of(), before(new Change.Any()));

                for (int i = 0; i < 20; i++) {
                    book.settle(BookSamples.orders(10 * i, 10 * i + 10));
                }
                catalogue.updateProduct(renamed(BookSamples.product(1)));

                var product = new Change.ProductEdited(BookSamples.product(1).id());
                assertEquals(Set.of(), before(product));

                base.edit("update offers set amount = 1 where offer_id = 80");
                assertEquals(Set.of(), before(EDITED));
                assertEquals("1000 200 0", counts(book));
            }
        } finally {
            base.drop();
        }
    }

    private static Product renamed(Product product) {
        return new Product(product.id(), "Cup", product.description(), product.imageUrl());
    }

    private static String counts(SqlOrderBook book) {
        var balance = book.balance(BookSamples.OFFER);
        return balance.stock() + " " + balance.unpaid() + " " + balance.paid();
    }

    /// What is told for the first time before this change.
    private Set<Change> before(Change change) throws InterruptedException {
        var before = new HashSet<Change>();
        for (; ; ) {
            var next = told.poll(HoldSamples.SOON.toMillis(), TimeUnit.MILLISECONDS);
            assertNotNull(next, change + " was not told, only " + before);
            if (seen.add(next) && !next.equals(change)) before.add(next);
            if (next.equals(change)) return before;
        }
    }
}
