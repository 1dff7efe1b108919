package dev.sluice.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the scripts install what a fresh machine lacks, with an `apt-get` that installs nothing.
class PackagesTest {

    private static final long SECONDS_MAX = 240;

    /// The real one fails, too, when another is under way.
    private static final String APT_GET =
            """
            #!/bin/sh
            mkdir "$HOME/busy" || exit 100
            echo "$*" >>"$HOME/calls"
            for _ in $(seq 2400); do [ -e "$HOME/go" ] && break; sleep 0.05; done
            rmdir "$HOME/busy"
            """;

    private static final String NEED =
            """
            say() { echo "$*" >&2; }
            ROOT="$HOME/$1"; . "$0/scripts/packages"; install_packages chromium
            """;

    @TempDir Path folder;

    @Test
    void two_clones_that_need_packages_at_once_take_turns() throws Exception {
        fake("id", "#!/bin/sh\necho 0\n");
        fake("apt-get", APT_GET);
        var one = install("one");
        Soon.until("somebody installs", () -> Files.exists(folder.resolve("calls")));
        var other = install("other");
        Soon.until(
                () -> "the other waits: " + said("other"), () -> said("other").contains("waiting"));

        Files.createFile(folder.resolve("go"));

        assertEnds(one, "one");
        assertEnds(other, "other");
        var calls = Files.readAllLines(folder.resolve("calls"));
        assertEquals(4, calls.size(), calls::toString);
        assertTrue(calls.getFirst().startsWith("-oDPkg::Lock::Timeout="), calls::toString);
    }

    private void fake(String name, String script) throws IOException {
        var mode = PosixFilePermissions.fromString("rwxr-xr-x");
        var file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, mode);
    }

    private Process install(String clone) throws IOException {
        var root = ServicesTest.launcher().getParent().toString();
        var builder = new ProcessBuilder("bash", "-c", NEED, root, clone);
        var environment = builder.environment();
        environment.put("HOME", folder.toString());
        environment.put("CI", "true");
        environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("SLUICE_APT_LOCK", folder.resolve("lock").toString());
        builder.redirectErrorStream(true);
        return builder.redirectOutput(folder.resolve(clone + ".log").toFile()).start();
    }

    private String said(String clone) {
        try {
            return Files.readString(folder.resolve(clone + ".log"));
        } catch (IOException none) {
            return "";
        }
    }

    private void assertEnds(Process process, String clone) throws InterruptedException {
        assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS), () -> said(clone));
        assertEquals(0, process.exitValue(), () -> said(clone));
    }
}
