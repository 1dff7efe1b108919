package dev.sluice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Where the figures come from, since they mean little without.
record Machine(int cores, String processor, String memory, String java, String kernel) {

    static Machine here() {
        var memoryKiB = field(Path.of("/proc/meminfo"), "MemTotal").replaceAll("[^0-9]", "");
        double gib = memoryKiB.isEmpty() ? 0 : Long.parseLong(memoryKiB) / 1024.0 / 1024.0;
        var processor = field(Path.of("/proc/cpuinfo"), "model name");
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processor.isEmpty() ? System.getProperty("os.arch") : processor,
                String.format(Locale.ROOT, "%.0f GiB", gib),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"));
    }

    String text() {
        return String.join(
                ", ", cores + " cores (" + processor + ")", memory, "JDK " + java, kernel);
    }

    /// The first value of that name in a file of `name: value` lines; empty when there is none.
    private static String field(Path file, String name) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
