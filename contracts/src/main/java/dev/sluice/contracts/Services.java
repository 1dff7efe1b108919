package dev.sluice.contracts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/// The real servers that tests talk to, as `./sluice services up` has started them. It writes the
/// port of each into `target/services/ports` of the project. A test that needs one which is not
/// there is skipped, and its name is said in the last lines of `./sluice test`.
public final class Services {

    private static final long COMMAND_SECONDS_MAX = 600;
    private static final int NOT_THERE = 3;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private Services() {}

    /// The port of a service on 127.0.0.1: redis, rabbitmq, mariadb, postgres, nginx, rocketmq (the
    /// name server), zookeeper. In a run of `./sluice test` it is started when it is not up yet.
    public static int port(String service) {
        var port = ports().getProperty(service);
        var run = System.getenv("SLUICE_SERVICES_WITH");
        if (port == null && run != null) {
            run("up", service, "--with", run);
            port = ports().getProperty(service);
        }
        Assumptions.assumeTrue(port != null, service + " is not there: ./sluice services up");
        return Integer.parseInt(port);
    }

    /// A server of one's own, for tests that kill it or need further lines of configuration. It
    /// ends with this process at the latest.
    public static Instance open(String service, String... confLines) {
        return open(service, List.of(), confLines);
    }

    /// A Redis Sentinel; a line like `sentinel monitor main 127.0.0.1 20340 1` says of what.
    public static Instance openSentinel(String... confLines) {
        return open("redis", List.of("--sentinel"), confLines);
    }

    private static Instance open(String service, List<String> options, String... confLines) {
        var pid = ProcessHandle.current().pid();
        var name = service + "-" + pid + "-" + COUNT.incrementAndGet();
        var words = new ArrayList<>(List.of("up", service, "--name", name, "--with", "" + pid));
        words.addAll(options);
        for (var line : confLines) {
            words.addAll(List.of("--conf", line));
        }
        run(words.toArray(String[]::new));
        return new Instance(name, Integer.parseInt(ports().getProperty(name)));
    }

    /// Runs `./sluice services` with these words, such as `restart redis --kill`. The calling test
    /// is skipped when a server is not there.
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
            var ended = process.waitFor(COMMAND_SECONDS_MAX, TimeUnit.SECONDS);
            if (!ended) process.destroyForcibly();
            var said = Files.readString(log);
            Files.delete(log);
            if (ended && process.exitValue() == NOT_THERE) Assumptions.abort(said.strip());
            if (!ended || process.exitValue() != 0) {
                throw new IllegalStateException(command + ": " + said);
            }
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
            if (Files.isRegularFile(folder.resolve("sluice"))) return folder;
            folder = folder.getParent();
        }
        throw new IllegalStateException("no folder above has the launcher sluice");
    }

    /// Where the instances of this run keep what they have, each in a folder of its name.
    public static Path folder() {
        var state = System.getenv("SLUICE_SERVICES");
        return state == null ? root().resolve("target/services") : Path.of(state);
    }

    private static Properties ports() {
        var ports = new Properties();
        var file = folder().resolve("ports");
        if (!Files.exists(file)) return ports;
        try (var in = Files.newBufferedReader(file)) {
            ports.load(in);
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A server that belongs to one test. It keeps its port and its data until it is closed.
    public record Instance(String name, int port) implements AutoCloseable {

        /// Ends it as a crash does, with kill -9.
        public void kill() {
            run("stop", name, "--kill");
        }

        /// Ends it as an operator does.
        public void stop() {
            run("stop", name);
        }

        /// Makes it hang, or go on. One that hangs has its connections and does not answer.
        public void freeze(boolean still) {
            try {
                var pids = Files.readAllLines(folder().resolve(name).resolve("pids"));
                var pid = pids.getFirst().split(" ")[0];
                new ProcessBuilder("kill", still ? "-STOP" : "-CONT", pid).start().waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /// Starts it again and waits until it answers.
        public void start() {
            run("start", name);
        }

        @Override
        public void close() {
            run("down", name, "--kill", "--wipe");
        }
    }
}
