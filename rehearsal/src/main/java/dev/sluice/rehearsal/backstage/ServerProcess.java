package dev.sluice.rehearsal.backstage;

import dev.sluice.rehearsal.scenario.RehearsalFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// A private Sluice: a process of its own with an empty data folder, which both go when this is
/// closed. It can be killed in mid-sale and comes back at the same address with the same data.
///
/// None outlives the rehearsal, however that ends (see [Leash]), and none gets an open file of it,
/// since Java closes them all in between. Safe for all threads; the lock is the object itself.
public final class ServerProcess implements AutoCloseable {
    private static final String MAIN = "dev.sluice.server.Main";
    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration END_MAX = Duration.ofSeconds(10);
    private static final Duration PROBE_MAX = Duration.ofSeconds(5);
    private static final Duration PROBE_EVERY = Duration.ofMillis(20);
    private static final int LOG_LINES_SHOWN = 10;

    /// Below the ports that systems give to clients: while the server is down, no connection of the
    /// crowd may happen to take its place.
    private static final int PORT_MIN = 26_000;

    private static final int PORT_MAX = 32_000;
    private static final int PORTS_TRIED_MAX = 100;

    /// A terminal tells all of its processes of a Ctrl-C. The server has to stay until the
    /// rehearsal has read what it recorded.
    private static final List<String> DEAF_TO_INTERRUPTS =
            List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");

    /// Proofs of work are cheap, and a whole crowd may ask at once, since its buyers would bring
    /// machines of their own.
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "SLUICE_CHALLENGE_WORK_BITS", "8",
                    "SLUICE_LIMITS_CHALLENGE_NODE", "100000/100000",
                    "SLUICE_LIMITS_PASS_NODE", "100000/100000");

    /// How to start one.
    ///
    /// @param classPath with the server and with [Leash]
    /// @param folder new and empty, for data and log
    /// @param settings environment variables beyond those of every private Sluice
    public record Launch(
            String classPath,
            List<String> jvmOptions,
            String operatorKey,
            Path folder,
            Map<String, String> settings) {

        public Launch(String classPath, List<String> jvmOptions, String operatorKey, Path folder) {
            this(classPath, jvmOptions, operatorKey, folder, Map.of());
        }
    }

    private final Launch launch;
    private final InstantSource clock;
    private final int port;
    private Process process;
    private boolean closed;
    private int kills;

    private ServerProcess(Launch launch, InstantSource clock, int port) {
        this.launch = launch;
        this.clock = clock;
        this.port = port;
    }

    /// Returns when it is ready.
    public static ServerProcess start(Launch launch, InstantSource clock, RandomGenerator random)
            throws InterruptedException {
        var server = new ServerProcess(launch, clock, freePort(random));
        try {
            server.begin();
            return server;
        } catch (RehearsalFailure | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    synchronized long pid() {
        return process.pid();
    }

    /// How often it was killed so far.
    public synchronized int kills() {
        return kills;
    }

    /// The end that nothing can prepare for, and a new beginning. Returns when it is ready again.
    public synchronized void killAndRestart() throws InterruptedException {
        if (closed) return;
        requireAlive();
        process.destroyForcibly().waitFor();
        kills++;
        begin();
    }

    /// Fails when it has ended by itself, with the end of its log.
    public synchronized void requireAlive() {
        if (!process.isAlive()) throw failure("The private Sluice ended by itself");
    }

    @Override
    public synchronized void close() {
        if (closed) return;
        closed = true;
        end();
        remove();
    }

    /// Its data goes away, so it needs no time to prepare for its end.
    private void end() {
        if (process == null) return;
        try {
            process.destroyForcibly().waitFor(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void remove() {
        if (!Files.exists(launch.folder())) return;
        try (var paths = Files.walk(launch.folder())) {
            for (var path : paths.toList().reversed()) Files.deleteIfExists(path);
        } catch (IOException e) {
            System.err.println("sluice rehearse: could not remove " + launch.folder());
        }
    }

    private synchronized void begin() throws InterruptedException {
        var builder =
                new ProcessBuilder(command())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        // Settings of another Sluice that happen to be around are not for this one.
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().putAll(SETTINGS);
        builder.environment().putAll(launch.settings());
        builder.environment().put("SLUICE_OPERATOR_KEY", launch.operatorKey());
        try {
            Files.createDirectories(temporary());
            process = builder.start();
        } catch (IOException e) {
            throw new RehearsalFailure("A private Sluice cannot be started: " + e.getMessage(), e);
        }
        awaitReady();
    }

    private List<String> command() {
        var command = new ArrayList<>(DEAF_TO_INTERRUPTS);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(launch.jvmOptions());
        // It is killed in the end, and then its temporary files go with the rest.
        command.add("-Djava.io.tmpdir=" + temporary());
        command.addAll(List.of("-cp", launch.classPath(), Leash.class.getName(), MAIN, "run"));
        command.addAll(List.of("--port", Integer.toString(port)));
        command.addAll(List.of("--data", launch.folder().resolve("data").toString()));
        command.addAll(List.of("--no-demo", "--rehearsal"));
        return command;
    }

    private Path temporary() {
        return launch.folder().resolve("tmp");
    }

    private void awaitReady() throws InterruptedException {
        var giveUp = clock.instant().plus(START_MAX);
        try (var client = HttpClient.newBuilder().connectTimeout(PROBE_MAX).build()) {
            while (!isReady(client)) {
                if (process.waitFor(PROBE_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw failure("The private Sluice did not start");
                }
                if (clock.instant().isAfter(giveUp)) {
                    throw failure("The private Sluice did not become ready");
                }
            }
        }
    }

    private boolean isReady(HttpClient client) throws InterruptedException {
        var probe =
                HttpRequest.newBuilder(address().resolve("/health/ready"))
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(PROBE_MAX);
        try {
            return client.send(probe.build(), BodyHandlers.discarding()).statusCode() / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }

    private Path log() {
        return launch.folder().resolve("sluice.log");
    }

    /// With the end of the log, which goes away with the folder.
    private RehearsalFailure failure(String what) {
        try {
            var lines = Files.readAllLines(log());
            int from = Math.max(0, lines.size() - LOG_LINES_SHOWN);
            var end = String.join("\n", lines.subList(from, lines.size()));
            return new RehearsalFailure(what + ". The end of its log:\n" + end);
        } catch (IOException e) {
            return new RehearsalFailure(what + ", and its log cannot be read", e);
        }
    }

    private static int freePort(RandomGenerator random) {
        for (int tried = 0; tried < PORTS_TRIED_MAX; tried++) {
            int port = random.nextInt(PORT_MIN, PORT_MAX);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Somebody has it; another will do.
            }
        }
        throw new RehearsalFailure(
                "No port from %d to %d is free for a private Sluice".formatted(PORT_MIN, PORT_MAX));
    }
}
