package dev.sluice.contracts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// The real servers that tests talk to, as `./sluice services up` has started them. It writes the
/// port of each into `target/services/ports` of the project. A test that needs one which is not
/// there is skipped, and its name is said in the last lines of `./sluice test`.
public final class Services {

    private static final long COMMAND_SECONDS_MAX = 120;

    private Services() {}

    /// The port of a service on 127.0.0.1: redis, rabbitmq, mariadb, postgres, nginx, rocketmq (the
    /// name server), zookeeper.
    public static int port(String service) {
        var port = ports().getProperty(service);
        Assumptions.assumeTrue(port != null, service + " is not there: ./sluice services up");
        return Integer.parseInt(port);
    }

    /// Runs `./sluice services` with these words, such as `restart redis --kill`.
    public static void run(String... words) {
        var command = new ArrayList<String>();
        command.add(root().resolve("sluice").toString());
        command.add("services");
        command.addAll(List.of(words));
        try {
            var log = Files.createTempFile("services", ".log");
            var process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            if (!process.waitFor(COMMAND_SECONDS_MAX, TimeUnit.SECONDS)
                    || process.exitValue() != 0) {
                throw new IllegalStateException(command + ": " + Files.readString(log));
            }
            Files.delete(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// The folder of the project.
    public static Path root() {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; ) {
            if (Files.exists(folder.resolve("sluice"))) return folder;
            folder = folder.getParent();
        }
        throw new IllegalStateException("no folder above has the launcher sluice");
    }

    private static Properties ports() {
        var ports = new Properties();
        var file = root().resolve("target/services/ports");
        if (!Files.exists(file)) return ports;
        try (var in = Files.newBufferedReader(file)) {
            ports.load(in);
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
