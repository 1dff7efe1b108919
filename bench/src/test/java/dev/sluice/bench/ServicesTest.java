package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicesTest {
    private static final long PID = ProcessHandle.current().pid();

    @TempDir Path root;

    @Test
    void servers_are_started_in_a_place_of_the_run_and_forgotten_when_closed() throws Exception {
        launcher("mkdir -p \"$SLUICE_SERVICES\"; echo redis=4711 >\"$SLUICE_SERVICES/ports\"");
        try (var lab = lab()) {
            var services = new Services(lab, root);
            try (var up = services.up(List.of("redis"))) {
                assertEquals(4711, up.port("redis"));
                assertThrows(BenchFailure.class, () -> up.port("postgres"));
            }
        }
        assertEquals(
                List.of("services up redis --with " + PID, "services down redis --kill --wipe"),
                Files.readAllLines(root.resolve("calls")));
        assertTrue(Files.exists(root.resolve("target/services/bench-" + PID + "/ports")));
    }

    @Test
    void a_server_that_is_missing_is_named() throws Exception {
        launcher("echo '  redis is not there: install redis-server'; exit 3");
        try (var lab = lab()) {
            var services = new Services(lab, root);
            var failure = assertThrows(BenchFailure.class, () -> services.check(List.of("redis")));
            assertEquals(
                    "a server is missing:\n  redis is not there: install redis-server",
                    failure.getMessage());
        }
    }

    private Lab lab() throws Exception {
        var out = new PrintStream(OutputStream.nullOutputStream());
        var folder = Files.createDirectory(root.resolve("run"));
        return new Lab(Options.parse(List.of("--quick")), folder, out);
    }

    /// Stands in for the launcher of the repository.
    private void launcher(String command) throws Exception {
        var script = "#!/bin/sh\necho \"$*\" >>" + root.resolve("calls") + "\n" + command + "\n";
        var file = Files.writeString(root.resolve("sluice"), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
