package dev.sluice.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.contracts.Soon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
            printf '#!/bin/sh\\n' >"$HOME/bin/brewer" && chmod +x "$HOME/bin/brewer"
            """;

    private static final String NEED =
            """
            say() { echo "$*" >&2; }
            ROOT="$HOME/$1"; . "$0/scripts/packages"; install_packages chromium
            """;

    private static final String NEED_BREWER =
            """
            #!/usr/bin/env bash
            say() { echo "$*" >&2; }
            die() { say "$*"; exit 2; }
            ROOT="$HOME/one"; . "$LAUNCHER/scripts/packages"; need brewer brewer-tools
            """;

    private static final String QUESTION = "Install brewer-tools with apt-get? [Y/n]";

    @TempDir Path folder;

    @Test
    void two_clones_that_need_packages_at_once_take_turns() throws Exception {
        fakes();
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

    @Test
    void a_person_who_says_no_is_told_what_to_install() throws Exception {
        fakes();
        Files.createFile(folder.resolve("go"));
        var need = needAtTerminal();

        answer(need, "n");

        assertEnds(need, "one", 2);
        assertTrue(said("one").contains("brewer not found: install the package brewer-tools"));
        assertFalse(Files.exists(folder.resolve("calls")));
    }

    @Test
    void a_person_who_says_yes_gets_the_package() throws Exception {
        fakes();
        Files.createFile(folder.resolve("go"));
        var need = needAtTerminal();

        answer(need, "y");

        assertEnds(need, "one");
        assertInstalled();
    }

    @Test
    void without_a_terminal_nobody_is_asked() throws Exception {
        fakes();
        Files.createFile(folder.resolve("go"));

        assertEnds(need("bash", folder.resolve("bin/need").toString()), "one");

        assertFalse(said("one").contains(QUESTION), () -> said("one"));
        assertInstalled();
    }

    private void fakes() throws IOException {
        fake("id", "#!/bin/sh\necho 0\n");
        fake("apt-get", APT_GET);
        fake("need", NEED_BREWER);
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
        builder.environment().put("CI", "true");
        return start(builder, clone);
    }

    /// At a terminal, which `script` makes; what is written to the process is typed there.
    private Process needAtTerminal() throws IOException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.exists(Path.of(folder, "script"))),
                "script, which gives a terminal, is not installed");
        return need("script", "-qec", "need", "/dev/null");
    }

    private Process need(String... command) throws IOException {
        var builder = new ProcessBuilder(command);
        var environment = builder.environment();
        environment.remove("CI");
        environment.put("SHELL", "/bin/sh");
        environment.put("LAUNCHER", ServicesTest.launcher().getParent().toString());
        return start(builder, "one");
    }

    /// Leaves the input open, since a terminal would pass its end on as one more key.
    private void answer(Process process, String answer) throws Exception {
        Soon.until(() -> "asks: " + said("one"), () -> said("one").contains(QUESTION));
        process.outputWriter().append(answer).append('\n').flush();
    }

    private Process start(ProcessBuilder builder, String clone) throws IOException {
        var environment = builder.environment();
        environment.put("HOME", folder.toString());
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
        assertEnds(process, clone, 0);
    }

    private void assertEnds(Process process, String clone, int status) throws InterruptedException {
        assertTrue(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS), () -> said(clone));
        assertEquals(status, process.exitValue(), () -> said(clone));
    }

    private void assertInstalled() throws IOException {
        var calls = Files.readAllLines(folder.resolve("calls"));
        assertEquals(2, calls.size(), calls::toString);
        assertTrue(calls.getLast().endsWith(" brewer-tools"), calls::toString);
    }
}
