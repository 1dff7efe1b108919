package dev.sluice.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// A server in a process of its own, on this machine. It can be killed and comes back at the same
/// address, and it ends with the one that started it, however that ends (see [Launch]).
///
/// What it says goes into a file, so nobody has to read it for the server to go on. Safe for all
/// threads; the lock is the object itself, and whoever starts it again has it until it is ready.
/// Where it lives can be asked without it.
public final class ServerProcess implements AutoCloseable {
    /// The main class of Sluice, which nobody who drives one as a process depends on.
    public static final String SLUICE = "dev.sluice.server.Main";

    /// Becomes the port in each argument.
    public static final String PORT = "{port}";

    private static final String READY = "Sluice is ready: http://localhost:";
    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration END_MAX = Duration.ofMinutes(1);
    private static final Duration PROBE_MAX = Duration.ofSeconds(5);
    private static final Duration PROBE_EVERY = Duration.ofMillis(20);
    private static final int LOG_LINES_SHOWN = 20;

    /// Below the ports that systems give to clients: while the server is down, no connection of
    /// those who call it may happen to take its place.
    private static final int PORT_MIN = 26_000;

    private static final int PORT_MAX = 32_000;
    private static final int PORTS_TRIED_MAX = 100;

    /// A terminal tells all of its processes of a Ctrl-C. The server stays until the one that
    /// started it lets go, so that what it recorded can still be read.
    private static final List<String> DEAF_TO_INTERRUPTS =
            List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");

    /// Where a server lives.
    ///
    /// @param name what a failure calls it, as in: The private Sluice
    /// @param folder for its log and its temporary files, which a killed process leaves behind
    /// @param port as [#freePort] finds one; when 0, the server chooses and says it in its log
    public record Place(String name, Path folder, int port) {}

    /// Starts a process, for those who keep a list of theirs.
    public interface Starter {
        Process start(ProcessBuilder builder) throws IOException;
    }

    private final Launch launch;
    private final String name;
    private final Path folder;
    private final InstantSource clock;
    private final Starter starter;
    private volatile Process process;
    private volatile int port;
    private int kills;
    private boolean closed;

    private ServerProcess(Launch launch, Place place, InstantSource clock, Starter starter) {
        this.launch = launch;
        this.name = place.name;
        this.folder = place.folder;
        this.port = place.port;
        this.clock = clock;
        this.starter = starter;
    }

    /// Returns when `/health/ready` answers with success.
    public static ServerProcess start(Launch launch, Place place, InstantSource clock)
            throws IOException, InterruptedException {
        return start(launch, place, clock, ProcessBuilder::start);
    }

    /// Returns when `/health/ready` answers with success.
    public static ServerProcess start(
            Launch launch, Place place, InstantSource clock, Starter starter)
            throws IOException, InterruptedException {
        var server = new ServerProcess(launch, place, clock, starter);
        try {
            Files.createDirectories(server.temporary());
            Files.deleteIfExists(server.log());
            server.begin();
            return server;
        } catch (RuntimeException | IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    /// A port that nobody has now.
    public static int freePort(RandomGenerator random) throws IOException {
        for (int tried = 0; tried < PORTS_TRIED_MAX; tried++) {
            int port = random.nextInt(PORT_MIN, PORT_MAX);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Somebody has it; another will do.
            }
        }
        throw new IOException(
                "no port from %d to %d is free for a server".formatted(PORT_MIN, PORT_MAX));
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    /// User and kernel time of the process so far, which Java reads from `/proc/PID/stat`.
    public Duration cpuTime() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /// All that it has said so far, before it was killed too.
    public String output() {
        try {
            return new String(Files.readAllBytes(log()), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// How often it was killed and started again so far.
    public synchronized int kills() {
        return kills;
    }

    /// The end that nothing can prepare for.
    public synchronized void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// The end that nothing can prepare for, and a new beginning. Returns when it is ready again.
    /// Does nothing once this is closed.
    public synchronized void killAndRestart() throws IOException, InterruptedException {
        if (closed) return;
        requireAlive();
        kill();
        kills++;
        begin();
    }

    /// Asks it to end as a signal from outside would, and returns with what it ended.
    public synchronized int stop(Duration patience) throws InterruptedException {
        process.toHandle().destroy();
        if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) return process.exitValue();
        throw new IllegalStateException(name + " did not stop within " + patience);
    }

    /// Fails when it has ended by itself, with the end of its log.
    public synchronized void requireAlive() throws IOException {
        if (!process.isAlive()) throw failure("ended by itself");
    }

    /// Waits, and fails when it ends meanwhile.
    public void stayUp(Duration duration) throws IOException, InterruptedException {
        if (process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS)) requireAlive();
    }

    /// Waits for its end, so that nobody writes into its folder any more.
    @Override
    public synchronized void close() {
        closed = true;
        if (process == null) return;
        try {
            process.destroyForcibly().waitFor(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin() throws IOException, InterruptedException {
        var builder =
                launch.withOption("-Djava.io.tmpdir=" + temporary())
                        .replacing(PORT, Integer.toString(port))
                        .builder()
                        .redirectOutput(Redirect.appendTo(log().toFile()));
        var command = new ArrayList<>(DEAF_TO_INTERRUPTS);
        command.addAll(builder.command());
        process = starter.start(builder.command(command));
        awaitReady();
    }

    private void awaitReady() throws IOException, InterruptedException {
        var giveUp = clock.instant().plus(START_MAX);
        try (var client = HttpClient.newBuilder().connectTimeout(PROBE_MAX).build()) {
            while (!isReady(client)) {
                if (process.waitFor(PROBE_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw failure("did not start");
                }
                if (clock.instant().isAfter(giveUp)) {
                    throw failure("did not become ready");
                }
            }
        }
    }

    private boolean isReady(HttpClient client) throws InterruptedException {
        if (port == 0) port = portSaid();
        if (port == 0) return false;
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

    /// The port that the server has chosen; 0 until it has said it in a whole line.
    private int portSaid() {
        var said = output();
        int from = said.indexOf(READY);
        int end = said.indexOf('\n', Math.max(0, from));
        if (from < 0 || end < 0) return 0;
        return Integer.parseInt(said.substring(from + READY.length(), end).strip());
    }

    private Path log() {
        return folder.resolve("sluice.log");
    }

    private Path temporary() {
        return folder.resolve("tmp");
    }

    private IOException failure(String what) {
        var lines = output().lines().toList();
        int from = Math.max(0, lines.size() - LOG_LINES_SHOWN);
        var end = String.join("\n", lines.subList(from, lines.size()));
        return new IOException(name + " " + what + ". The end of its log:\n" + end);
    }
}
