package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The options with which a node is started give memory back.
class MemoryTest {

    private static final Path ROOT = Path.of("..");
    private static final long KIB_WHEN_FULL = 600_000;

    @Test
    void memory_that_is_no_longer_needed_goes_back() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/status")), "only Linux tells");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(launcherOptions());
        // The look at the heap comes sooner than with a node, so that nobody has to wait for it.
        command.add("-XX:G1PeriodicGCInterval=500");
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Hoarder.class.getName());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var output = process.inputReader();
                var input = process.outputWriter()) {
            var line = output.readLine();
            assertTrue(line.startsWith("full"), line);
            assertTrue(residentKib(process) > KIB_WHEN_FULL);

            input.write("x");
            input.flush();

            ShopTest.await(() -> residentKib(process) < KIB_WHEN_FULL / 2);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void the_image_treats_memory_as_the_launcher_does() throws IOException {
        var image = Files.readString(ROOT.resolve("Dockerfile"));
        for (var option : launcherOptions()) {
            if (option.startsWith("-XX:MaxRAMPercentage=")) continue;
            assertTrue(image.contains("\"" + option + "\""), option);
        }
    }

    private static List<String> launcherOptions() throws IOException {
        var start = "MEMORY_OPTIONS=\"";
        var lines = Files.readAllLines(ROOT.resolve("sluice"));
        var found = lines.stream().filter(line -> line.startsWith(start)).toList();
        assertEquals(1, found.size(), found::toString);
        var line = found.getFirst();
        return List.of(line.substring(start.length(), line.length() - 1).split(" "));
    }

    private static long residentKib(Process process) {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            var line = lines.filter(l -> l.startsWith("VmRSS:")).findFirst().orElseThrow();
            return Long.parseLong(line.replace("VmRSS:", "").replace("kB", "").strip());
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }
}
