package dev.sluice.sql.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// That a server which would forget what it has committed is seen through, on real servers.
class SqlDurabilityTest {

    @Test
    void a_postgres_that_waits_for_its_disk_is_safe_and_one_that_does_not_is_named()
            throws Exception {
        try (var server = Services.open("postgres", "full_page_writes=off")) {
            var place = "postgresql://127.0.0.1:" + server.port() + "/";
            try (var connection =
                            DriverManager.getConnection(
                                    "jdbc:" + place + "postgres", "postgres", "");
                    var statement = connection.createStatement()) {
                for (var name : List.of("off", "local", "remote_apply")) {
                    statement.execute("create database commits_" + name);
                    statement.execute(
                            "alter database commits_%s set synchronous_commit = %s"
                                    .formatted(name, name));
                }
            }

            assertEquals(
                    List.of("full_page_writes", "synchronous_commit"),
                    named(place + "commits_off", "postgres", ""));
            assertEquals(
                    List.of("full_page_writes"), named(place + "commits_local", "postgres", ""));
            assertEquals(
                    List.of("full_page_writes"),
                    named(place + "commits_remote_apply", "postgres", ""));
        }
    }

    @Test
    void the_servers_of_the_tests_are_safe() {
        var postgres = "postgresql://127.0.0.1:" + Services.port("postgres") + "/postgres";
        var mariadb = "mariadb://127.0.0.1:" + Services.port("mariadb") + "/mysql?sslMode=disable";

        assertEquals(List.of(), named(postgres, "postgres", ""));
        assertEquals(List.of(), named(mariadb, "sluice", "sluice"));
    }

    @Test
    void a_mariadb_that_flushes_once_a_second_is_named() throws Exception {
        try (var server = Services.open("mariadb", "innodb-flush-log-at-trx-commit=2")) {
            var url = "mariadb://127.0.0.1:" + server.port() + "/mysql?sslMode=disable";

            assertEquals(List.of("innodb_flush_log_at_trx_commit"), named(url, "sluice", "sluice"));
            try (var database = open(url, "sluice", "sluice")) {
                var warnings = database.durability().warnings();
                assertTrue(warnings.getFirst().contains("sync_binlog"), warnings::toString);
            }
        }
    }

    /// The settings that the losses begin with.
    private static List<String> named(String url, String user, String password) {
        try (var database = open(url, user, password)) {
            return database.durability().losses().stream()
                    .map(loss -> loss.substring(0, loss.indexOf(' ')))
                    .toList();
        }
    }

    private static SharedDatabase open(String url, String user, String password) {
        var config = new SqlConfig(url, user, password).withTimeout(Duration.ofMinutes(1));
        return SharedDatabase.openReadOnly(config);
    }
}
