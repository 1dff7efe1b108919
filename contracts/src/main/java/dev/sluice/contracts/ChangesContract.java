package dev.sluice.contracts;

import static dev.sluice.contracts.ChangedShop.ANY;
import static dev.sluice.contracts.ChangedShop.OTHER_SALE;
import static dev.sluice.contracts.ChangedShop.PRODUCT;
import static dev.sluice.contracts.ChangedShop.SALE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Changes.Change;
import java.util.HashSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What every reader of changes must do. A change may be told more than once.
public interface ChangesContract {

    /// A shop in a database of its own, which is not followed yet.
    ChangedShop shop() throws Exception;

    @Test
    default void whoever_begins_to_follow_is_told_that_anything_may_have_changed()
            throws Exception {
        try (var shop = shop()) {
            shop.changes().follow(_ -> {});
        }
        try (var shop = shop().follow()) {
            assertTrue(shop.drain().stream().allMatch(ANY::equals));
        }
    }

    @Test
    default void an_edited_title_is_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.edit("update sales set title = 'Midnight' where sale_id = 10");
            shop.await(SALE);
        }
    }

    @Test
    default void an_edited_price_is_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.edit("update offers set amount = 998 where offer_id = 100");
            shop.await(SALE);
            shop.edit("update offers set list_amount = null where offer_id = 200");
            shop.await(OTHER_SALE);
        }
    }

    @Test
    default void edited_text_and_pictures_of_products_are_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.edit("update products set description = 'It is red.' where product_id = 1");
            shop.await(PRODUCT);
            shop.edit("update products set image_url = null where product_id = 2");
            shop.await(new Change.ProductEdited(new ProductId(2)));
        }
    }

    @Test
    default void a_text_of_any_length_is_told() throws Exception {
        try (var shop = shop().follow()) {
            var text = "It is green and ünusual. ".repeat(1_500);
            shop.edit("update products set description = '" + text + "' where product_id = 1");
            shop.await(PRODUCT);
            shop.edit("update products set name = 'Cup' where product_id = 1");
            shop.edit("update offers set per_buyer = 3 where offer_id = 100");
            shop.await(SALE);
        }
    }

    @Test
    default void a_restock_is_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.edit("update offers set stock = stock + 5 where offer_id = 200");
            shop.await(OTHER_SALE);
        }
    }

    @Test
    default void what_is_added_or_deleted_is_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.edit("insert into products values (3, 'Pot', 'It is deep.', null)");
            shop.await(new Change.ProductEdited(new ProductId(3)));
            shop.insertOffer("101, 10, 1, 3, 5, 'EUR', null, null, 5, 5");
            shop.await(SALE);
            shop.edit("delete from offers where offer_id = 200");
            shop.await(OTHER_SALE);
            shop.insertSale("30, 'Soon'", "null");
            shop.await(new Change.SaleEdited(new SaleId(30)));
            shop.edit("delete from sales where sale_id = 20");
            shop.await(OTHER_SALE);
        }
    }

    @Test
    default void an_offer_that_moves_to_another_sale_is_told_of_both() throws Exception {
        try (var shop = shop().follow()) {
            shop.edit("update offers set sale_id = 20 where offer_id = 100");
            if (!shop.await(SALE).contains(OTHER_SALE)) shop.await(OTHER_SALE);
        }
    }

    @Test
    default void changes_of_counts_alone_are_not_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.sell();
            shop.edit("update offers set unpaid = 3 where offer_id = 100");

            shop.edit("update sales set title = 'Later' where sale_id = 20");

            assertFalse(shop.await(OTHER_SALE).contains(SALE));
        }
    }

    @Test
    default void an_edit_among_changes_of_counts_is_told() throws Exception {
        try (var shop = shop().follow()) {
            shop.sell();
            shop.edit("update offers set unpaid = 7, amount = 1 where offer_id = 100");
            shop.sell();
            shop.await(SALE);
        }
    }

    @Test
    default void an_edit_is_told_after_its_commit_only() throws Exception {
        try (var shop = shop().follow()) {
            shop.somebody().setAutoCommit(false);
            shop.edit("update sales set title = 'Midnight' where sale_id = 10");
            shop.somebody().rollback();
            shop.edit("update products set name = 'Cup' where product_id = 1");

            try (var another = shop.beside()) {
                another.edit("update sales set title = 'Later' where sale_id = 20");
            }
            var before = shop.await(OTHER_SALE);
            assertFalse(before.contains(SALE), "rolled back");
            assertFalse(before.contains(PRODUCT), "not yet committed");
            shop.somebody().commit();
            assertFalse(shop.await(PRODUCT).contains(SALE), "rolled back");
        }
    }

    @Test
    default void ten_thousand_changes_of_counts_do_not_make_it_fall_behind() throws Exception {
        try (var shop = shop().follow()) {
            shop.somebody().setAutoCommit(false);
            for (int i = 0; i < 5_000; i++) {
                shop.sell();
                if (i % 50 == 0) shop.somebody().commit();
            }
            shop.edit("update sales set title = 'Later' where sale_id = 20");
            shop.somebody().commit();

            assertFalse(shop.await(OTHER_SALE).contains(SALE));
        }
    }

    @Test
    default void an_edit_of_very_many_rows_is_told_as_a_whole() throws Exception {
        try (var shop = shop()) {
            shop.somebody().setAutoCommit(false);
            for (int i = 1_000; i < 4_000; i++) {
                shop.edit("insert into products values (" + i + ", 'Mug', 'It is blue.', null)");
            }
            shop.somebody().commit();
            shop.follow();
            shop.edit("update products set name = 'Cup' where product_id >= 1000");
            shop.edit("update sales set title = 'Later' where sale_id = 20");
            shop.somebody().commit();

            var told = new HashSet<>(shop.await(OTHER_SALE));

            assertTrue(told.contains(ANY) || told.size() >= 3_000, told.size() + " were told");
        }
    }

    @Test
    default void a_subscriber_that_fails_is_told_of_the_next_edit() throws Exception {
        try (var shop = shop()) {
            var heard = new CountDownLatch(1);
            shop.changes()
                    .follow(change -> {
                        if (change.equals(SALE)) heard.countDown();
                        throw new IllegalStateException("this subscriber always fails");
                    });
            var titles = new AtomicInteger();
            Soon.until(
                    "an edit is told to a subscriber that failed",
                    () -> {
                        int title = titles.incrementAndGet();
                        shop.edit("update sales set title = 'T " + title + "' where sale_id = 10");
                        return heard.await(100, TimeUnit.MILLISECONDS);
                    });
        }
    }

    @Test
    default void closing_ends_the_telling() throws Exception {
        try (var shop = shop().follow();
                var other = shop.beside().follow()) {
            shop.changes().close();

            other.edit("update sales set title = 'Later' where sale_id = 20");
            other.await(OTHER_SALE);

            // A telling that was under way when it was closed may have come to its end.
            assertTrue(shop.drain().stream().allMatch(ANY::equals));
        }
    }

    @Test
    default void several_nodes_are_told_of_the_same_edit() throws Exception {
        try (var shop = shop().follow();
                var other = shop.beside().follow()) {
            other.edit("update sales set title = 'Later' where sale_id = 20");
            other.await(OTHER_SALE);
            shop.await(OTHER_SALE);
        }
    }
}
