package dev.sluice.contracts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Changes;
import dev.sluice.port.Changes.Change;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A catalogue in a database that somebody else edits, and what is told of it. It has the products
/// 1 and 2, the sale 10 with the offer 100 of product 1, and the sale 20 with the offer 200 of
/// product 2.
public final class ChangedShop implements AutoCloseable {

    public static final Change ANY = new Change.Any();
    public static final Change SALE = new Change.SaleEdited(new SaleId(10));
    public static final Change OTHER_SALE = new Change.SaleEdited(new SaleId(20));
    public static final Change PRODUCT = new Change.ProductEdited(new ProductId(1));

    /// The database, with empty tables.
    public interface Place {

        /// For somebody who edits.
        Connection connect() throws SQLException;

        Changes changes();
    }

    private final Place place;
    private final Connection somebody;
    private final Changes changes;
    private final BlockingQueue<Change> told = new LinkedBlockingQueue<>();

    private ChangedShop(Place place) throws SQLException {
        this.place = place;
        this.somebody = place.connect();
        this.changes = place.changes();
    }

    /// A new one, which is not followed yet.
    public static ChangedShop fill(Place place) throws SQLException {
        var shop = new ChangedShop(place);
        shop.edit("insert into products values (1, 'Mug', 'It is blue.', null)");
        shop.edit("insert into products values (2, 'Pan', 'It is flat.', 'pan.png')");
        shop.insertSale("10, 'Noon'", "null");
        shop.insertSale("20, 'Late'", "10");
        shop.insertOffer("100, 10, 0, 1, 999, 'EUR', null, null, 50, 2");
        shop.insertOffer("200, 20, 0, 2, 500, 'EUR', 700, 'EUR', 9, 1");
        return shop;
    }

    /// Somebody else, in the same database, with changes of their own.
    public ChangedShop beside() throws SQLException {
        return new ChangedShop(place);
    }

    /// @param values id and title
    public void insertSale(String values, String previous) throws SQLException {
        edit(
                "insert into sales (sale_id, title, opens_at, closes_at, stage, challenge,"
                        + " gate_factor, pay_within, repeats, previous_id, created_at) values ("
                        + values
                        + ", 1, 2, 'PUBLISHED', 'NONE', 3, 4, 'NONE', "
                        + previous
                        + ", 0)");
    }

    /// @param values id, sale, position, product, price, price beside it, stock, limit per buyer
    public void insertOffer(String values) throws SQLException {
        edit(
                "insert into offers (offer_id, sale_id, position, product_id, amount, currency,"
                        + " list_amount, list_currency, stock, per_buyer, stocked) values ("
                        + values
                        + ", 1)");
    }

    public Connection somebody() {
        return somebody;
    }

    public Changes changes() {
        return changes;
    }

    /// Follows, and waits until it is known that nothing later will be missed.
    public ChangedShop follow() throws InterruptedException {
        changes.follow(told::add);
        await(ANY);
        return this;
    }

    public void edit(String sql) throws SQLException {
        try (var statement = somebody.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Sells a unit of offer 100, as settlement does: the counts move and nothing else.
    public void sell() throws SQLException {
        edit("update offers set unpaid = unpaid + 1, paid = paid + 1 where offer_id = 100");
        edit("update offers set unpaid = unpaid - 1, paid = paid - 1 where offer_id = 100");
    }

    /// Waits until this is told.
    ///
    /// @return all that was told before it
    public List<Change> await(Change change) throws InterruptedException {
        var before = new ArrayList<Change>();
        for (; ; ) {
            var next = told.poll(Soon.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            assertTrue(next != null, change + " was not told, only " + before);
            if (next.equals(change)) return before;
            before.add(next);
        }
    }

    /// What has been told and not been looked at.
    public List<Change> drain() {
        var all = new ArrayList<Change>();
        told.drainTo(all);
        return all;
    }

    @Override
    public void close() throws SQLException {
        changes.close();
        somebody.close();
    }
}
