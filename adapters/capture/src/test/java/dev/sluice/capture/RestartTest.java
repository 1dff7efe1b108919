package dev.sluice.capture;

import static dev.sluice.contracts.ChangedShop.ANY;
import static dev.sluice.contracts.ChangedShop.OTHER_SALE;
import static dev.sluice.contracts.ChangedShop.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.ChangedShop;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What happens to a server of our own: it stops, it dies, it is set up wrongly.
class RestartTest {

    private Services.Instance server;

    @AfterEach
    void close() {
        if (server != null) server.close();
    }

    @Test
    void after_a_restart_of_mariaDb_edits_are_told_again() throws Exception {
        editsAreToldAgain("mariadb", TestBase::mariaDb);
    }

    @Test
    void after_a_restart_of_postgres_edits_are_told_again() throws Exception {
        editsAreToldAgain("postgres", TestBase::postgres);
    }

    @Test
    void a_mariaDb_without_a_log_of_rows_says_what_to_set() throws Exception {
        var base = base("mariadb", TestBase::mariaDb, "binlog-format=MIXED");
        base.create();
        ChangedShop.fill(base).close();
        try (var followed = new Followed(base.changes())) {
            followed.awaitTrouble("binlog_format is MIXED: set global binlog_format='ROW'");
            base.run("set global binlog_format = 'ROW'");
            followed.awaitNoTrouble();
            base.run("set global log_bin_compress_min_len = 10");
            base.run("set global log_bin_compress = ON");
            base.edit("update sales set title = '" + "Long ".repeat(100) + "' where sale_id = 10");
            followed.awaitTrouble("set log_bin_compress=OFF");
            base.run("set global log_bin_compress = OFF");
            followed.awaitNoTrouble();
            base.edit("update sales set title = 'Short' where sale_id = 10");
            followed.await(SALE);
        }
    }

    @Test
    void a_mariaDb_without_any_log_says_what_to_set() throws Exception {
        var base = base("mariadb", TestBase::mariaDb, "skip-log-bin");
        base.create();
        try (var followed = new Followed(base.changes())) {
            followed.awaitTrouble("set log-bin and binlog-format=ROW");
        }
    }

    @Test
    void a_postgres_without_a_logical_log_says_what_to_set() throws Exception {
        var base = base("postgres", TestBase::postgres, "wal_level=replica");
        base.create();
        try (var followed = new Followed(base.changes())) {
            followed.awaitTrouble("wal_level is replica: set wal_level=logical");
        }
    }

    @Test
    void a_postgres_without_a_free_slot_says_what_to_set() throws Exception {
        var base = base("postgres", TestBase::postgres, "max_replication_slots=1");
        base.create();
        try (var second = new Followed(base.changes())) {
            try (var first = new Followed(base.changes())) {
                Soon.until(
                        "one of two has no slot",
                        () -> first.trouble().isPresent() || second.trouble().isPresent());
                var one = first.trouble().isEmpty() ? second : first;
                one.awaitTrouble("raise max_replication_slots and max_wal_senders");
            }
            // The slot of the other is free as soon as it is closed.
            second.await(ANY);
            assertEquals(Optional.empty(), second.trouble());
        }
    }

    private void editsAreToldAgain(String kind, IntFunction<TestBase> open) throws Exception {
        var base = base(kind, open);
        base.create();
        ChangedShop.fill(base).close();
        try (var followed = new Followed(base.changes())) {
            followed.await(ANY);
            base.edit("update sales set title = 'Midnight' where sale_id = 10");
            followed.await(SALE);

            for (var kill : new boolean[] {true, false}) {
                if (kill) server.kill();
                else server.stop();
                followed.awaitTrouble("");
                server.start();
                followed.awaitNoTrouble();
                followed.drain();
                base.edit("update offers set unpaid = unpaid + 1 where offer_id = 100");
                base.edit("update sales set title = 'Later " + kill + "' where sale_id = 20");
                followed.await(OTHER_SALE);
            }
        }
    }

    /// On a new server with these lines in its configuration.
    private TestBase base(String kind, IntFunction<TestBase> open, String... conf) {
        Services.port(kind);
        server = Services.open(kind, conf);
        return open.apply(server.port());
    }
}
