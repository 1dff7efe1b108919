package dev.sluice.capture;

import static dev.sluice.contracts.ChangedShop.ANY;
import static dev.sluice.contracts.ChangedShop.OTHER_SALE;
import static dev.sluice.contracts.ChangedShop.PRODUCT;
import static dev.sluice.contracts.ChangedShop.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.contracts.ChangedShop;
import dev.sluice.contracts.Services;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What can be wrong with a MariaDB, and that it heals by itself.
class MariaDbTroubleTest {

    private final TestBase base = TestBase.mariaDb(Services.port("mariadb"));

    @AfterEach
    void drop() throws Exception {
        base.drop();
    }

    @Test
    void a_missing_privilege_is_named_and_following_begins_when_it_is_granted() throws Exception {
        base.create();
        var user = "'" + base.name() + "'@'%'";
        base.run("create user " + user + " identified by 'secret'");
        base.run("grant select on " + base.name() + ".* to " + user);
        try (var followed = new Followed(base.changes(base.name(), "secret"))) {
            followed.awaitTrouble("grant replication slave, replication client on *.*");
            base.run("grant replication client on *.* to " + user);
            base.run("grant replication slave on *.* to " + user);
            followed.await(ANY);
            assertEquals(Optional.empty(), followed.trouble());
        } finally {
            base.run("drop user " + user);
        }
    }

    @Test
    void the_privilege_to_read_the_position_is_not_enough() throws Exception {
        base.create();
        var user = "'" + base.name() + "'@'%'";
        base.run("create user " + user);
        base.run("grant select on " + base.name() + ".* to " + user);
        base.run("grant replication client on *.* to " + user);
        try (var followed = new Followed(base.changes(base.name(), ""))) {
            followed.awaitTrouble("grant replication slave");
        } finally {
            base.run("drop user " + user);
        }
    }

    @Test
    void a_refused_login_is_named() throws Exception {
        base.create();
        try (var followed = new Followed(base.changes("nobody", "wrong"))) {
            followed.awaitTrouble("refuses the login of user 'nobody'");
        }
    }

    @Test
    void missing_tables_are_named_and_following_begins_when_they_are_there() throws Exception {
        base.createEmpty();
        try (var followed = new Followed(base.changes())) {
            followed.awaitTrouble("there is no table products");
            base.createTables();
            followed.await(ANY);
        }
    }

    @Test
    void a_server_that_is_not_there_is_named() throws Exception {
        var url = "mariadb://root@127.0.0.1:1/shop?sslMode=disable";
        var config = CaptureConfig.parse(url);
        try (var followed = new Followed(LoggedChanges.of(config, TestBase.RANDOM))) {
            followed.awaitTrouble("the binary log cannot be read");
        }
    }

    @Test
    void a_changed_table_is_read_with_its_new_columns() throws Exception {
        base.create();
        try (var shop = ChangedShop.fill(base).follow()) {
            shop.edit("alter table offers add column colour text first");
            shop.await(ANY);
            shop.sell();
            shop.edit("update offers set colour = 'red' where offer_id = 200");
            assertFalse(shop.await(OTHER_SALE).contains(SALE));
        }
    }

    @Test
    void counts_are_told_apart_with_less_than_the_full_image_of_rows() throws Exception {
        for (var image : List.of("MINIMAL", "NOBLOB")) {
            base.create();
            try (var shop = ChangedShop.fill(base)) {
                shop.edit("set session binlog_row_image = '" + image + "'");
                shop.follow();
                shop.sell();
                shop.edit("update products set description = 'It is red.' where product_id = 1");
                assertFalse(shop.await(PRODUCT).contains(SALE), image);
            }
        }
    }

    @Test
    void the_same_tables_in_another_database_are_not_told() throws Exception {
        base.create();
        var other = TestBase.mariaDb(Services.port("mariadb"));
        other.create();
        try (var shop = ChangedShop.fill(base).follow();
                var elsewhere = ChangedShop.fill(other)) {
            elsewhere.edit("update sales set title = 'Midnight' where sale_id = 10");
            shop.edit("update sales set title = 'Later' where sale_id = 20");
            assertFalse(shop.await(OTHER_SALE).contains(SALE));
        } finally {
            other.drop();
        }
    }
}
