package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.World;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens at start, and what is said when it cannot be.
class StartTest {

    @TempDir Path folder;

    private Sluice sluice(Map<String, String> settings) {
        var values = new HashMap<>(Map.of("sluice.server.port", "0"));
        values.put("sluice.data", folder.resolve("data").toString());
        values.putAll(settings);
        var world = new World(InstantSource.system(), new SecureRandom(), System::nanoTime);
        return new Sluice(Settings.of(values), world);
    }

    @Test
    void the_first_start_makes_an_operator_key_that_only_its_owner_can_read() throws IOException {
        var file = folder.resolve("data").resolve("operator-key");
        String key;
        try (var first = sluice(Map.of()).start()) {
            key = first.newOperatorKey().orElseThrow();
            var note = "Operator key, kept in " + file + ": " + key;
            assertEquals(Optional.of(note), first.operatorKeyNote());
        }

        assertEquals(key, Files.readString(file).strip());
        var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        assertEquals("rw-------", mode);
        try (var second = sluice(Map.of()).start()) {
            assertEquals(Optional.empty(), second.newOperatorKey());
            assertEquals(Optional.of("The operator key is in " + file), second.operatorKeyNote());
        }
    }

    @Test
    void a_key_that_is_set_is_kept_nowhere() {
        try (var running = sluice(Map.of("sluice.operator-key", "a-good-key")).start()) {
            assertEquals(Optional.empty(), running.newOperatorKey());
            assertEquals(Optional.empty(), running.operatorKeyNote());
            assertTrue(Files.notExists(folder.resolve("data").resolve("operator-key")));
        }
    }

    @Test
    void a_folder_in_use_is_refused_with_the_number_of_the_process() {
        try (var running = sluice(Map.of()).start()) {
            assertTrue(running.port() > 0);
            var message = failure(Map.of());
            assertTrue(message.contains("in use by another Sluice"), message);
            assertTrue(message.contains("" + ProcessHandle.current().pid()), message);
            assertTrue(message.contains("--data DIR"), message);
        }
    }

    @Test
    void a_folder_is_free_again_after_a_stop_and_after_a_failed_start() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            failure(Map.of("sluice.server.port", "" + taken.getLocalPort()));
        }

        for (int i = 0; i < 2; i++) sluice(Map.of()).start().close();
    }

    @Test
    void a_port_in_use_is_refused_with_what_to_do() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var message = failure(Map.of("sluice.server.port", "" + taken.getLocalPort()));

            assertEquals(
                    "Port %d is in use. Stop what uses it, or choose another with --port N."
                            .formatted(taken.getLocalPort()),
                    message);
        }
    }

    @Test
    void a_folder_that_cannot_be_made_is_refused_with_what_to_do() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "in the way");

        var message = failure(Map.of("sluice.data", file.resolve("data").toString()));

        assertTrue(message.contains("cannot be written"), message);
        assertTrue(message.contains("--data"), message);
    }

    @Test
    void an_address_that_is_not_ours_is_refused_with_what_to_do() {
        var message = failure(Map.of("sluice.server.host", "192.0.2.1", "sluice.no-demo", "true"));

        assertTrue(message.contains("192.0.2.1"), message);
        assertTrue(!message.contains("\n"), message);
    }

    @Test
    void a_book_of_a_newer_sluice_is_refused() throws Exception {
        sluice(Map.of()).start().close();
        var book = folder.resolve("data").resolve("book.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + book);
                var statement = connection.createStatement()) {
            statement.execute("insert into schema_version (version) values (1000)");
        }

        var message = failure(Map.of());

        assertTrue(message.contains("schema version 1000"), message);
        assertTrue(message.contains("--data DIR"), message);
    }

    private String failure(Map<String, String> settings) {
        var sluice = sluice(settings);
        return assertThrows(StartFailure.class, sluice::start).getMessage();
    }
}
