package dev.sluice.capture;

import static dev.sluice.contracts.ChangedShop.ANY;
import static dev.sluice.contracts.ChangedShop.OTHER_SALE;
import static dev.sluice.contracts.ChangedShop.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.contracts.ChangedShop;
import dev.sluice.contracts.Services;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What can be wrong with a PostgreSQL, and that it heals by itself.
class PostgresTroubleTest {

    private final TestBase base = TestBase.postgres(Services.port("postgres"));

    @AfterEach
    void drop() throws Exception {
        base.drop();
    }

    @Test
    void missing_rights_are_named_and_following_begins_when_they_are_given() throws Exception {
        base.create();
        var role = base.name();
        base.run("create role " + role + " login");
        base.edit("grant select on all tables in schema public to " + role);
        try (var followed = new Followed(base.changes(role, ""))) {
            followed.awaitTrouble("the owner of the tables has to run this once: create publ");
            base.edit("create publication \"sluice_public\" for table products, sales, offers");
            followed.awaitTrouble("alter role \"" + role + "\" replication");
            base.run("alter role " + role + " replication");
            followed.await(ANY);
            assertEquals(Optional.empty(), followed.trouble());
        } finally {
            base.edit("drop owned by " + role);
            base.run("drop role " + role);
        }
    }

    @Test
    void missing_tables_are_named_and_following_begins_when_they_are_there() throws Exception {
        base.createEmpty();
        try (var followed = new Followed(base.changes())) {
            followed.awaitTrouble("there is no table products in the schema public");
            base.createTables();
            followed.await(ANY);
        }
    }

    @Test
    void a_server_that_is_not_there_is_named() throws Exception {
        var config = CaptureConfig.parse("postgresql://postgres@127.0.0.1:1/shop");
        try (var followed = new Followed(LoggedChanges.of(config, TestBase.RANDOM))) {
            followed.awaitTrouble("the log cannot be read");
        }
    }

    @Test
    void a_transaction_that_stays_open_is_named_and_following_begins_at_its_end() throws Exception {
        base.create();
        try (var shop = ChangedShop.fill(base)) {
            shop.somebody().setAutoCommit(false);
            shop.edit("update sales set title = 'Midnight' where sale_id = 10");
            try (var followed = new Followed(base.changes(base.root(), ""))) {
                followed.awaitTrouble("look for it in pg_stat_activity");
                shop.somebody().commit();
                followed.await(ANY);
            }
        }
    }

    /// Everything is told twice. Only when the second word of the first connection was heard is the
    /// next one of the second connection, which sees all edits that come after it; those before it
    /// are told by that word alone.
    @Test
    void a_publication_that_was_dropped_is_made_anew() throws Exception {
        base.create();
        try (var shop = ChangedShop.fill(base).follow()) {
            shop.await(ANY);
            shop.edit("drop publication sluice_public");
            shop.edit("update sales set title = 'Midnight' where sale_id = 10");
            shop.await(ANY);
            shop.edit("update sales set title = 'Later' where sale_id = 20");
            shop.await(OTHER_SALE);
        }
    }

    @Test
    void a_changed_table_is_read_with_its_new_columns() throws Exception {
        base.create();
        try (var shop = ChangedShop.fill(base).follow()) {
            shop.edit("alter table offers drop column per_buyer");
            shop.edit("alter table offers add column colour text");
            shop.edit("update offers set colour = 'red' where offer_id = 200");
            shop.await(OTHER_SALE);
            shop.edit("truncate offers");
            shop.await(ANY);
        }
    }

    @Test
    void tables_in_another_schema_are_read_when_the_address_names_it() throws Exception {
        base.create();
        base.edit("create schema shop");
        for (var table : new String[] {"products", "sales", "offers"}) {
            base.edit("create table shop." + table + " (like public." + table + " including all)");
        }
        base.edit("insert into shop.products values (1, 'Mug', 'It is blue.', null)");
        var config = CaptureConfig.of(base.url() + "?currentSchema=shop", base.root(), "");
        try (var shop = ChangedShop.fill(base).follow();
                var followed = new Followed(LoggedChanges.of(config, TestBase.RANDOM))) {
            followed.await(ANY);
            base.edit("update shop.products set name = 'Cup' where product_id = 1");
            followed.await(ChangedShop.PRODUCT);
            shop.edit("update sales set title = 'Later' where sale_id = 20");
            var told = shop.await(OTHER_SALE);
            assertFalse(told.contains(ChangedShop.PRODUCT) || told.contains(SALE), "" + told);
        }
    }
}
