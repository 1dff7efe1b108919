package dev.sluice.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A server in a process of its own, on a free port of this machine, with the JVM options that the
/// bench itself was started with.
final class ServerProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final Duration END_MAX = Duration.ofSeconds(10);
    private static final Duration PROBE_EVERY = Duration.ofMillis(50);
    private static final int LOG_LINES_SHOWN = 20;

    /// How to start one. Each argument `{port}` becomes the port.
    record Launch(
            String mainClass, List<String> arguments, Map<String, String> environment, Path log) {}

    private final Process process;
    private final int port;
    private final Path log;

    private ServerProcess(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /// Returns when `/health/ready` answers with success.
    static ServerProcess start(Children children, Launch launch)
            throws IOException, InterruptedException {
        int port = freePort();
        var builder =
                new ProcessBuilder(command(launch, port))
                        .redirectErrorStream(true)
                        .redirectOutput(launch.log().toFile());
        builder.environment().putAll(launch.environment());
        var server = new ServerProcess(children.start(builder), port, launch.log());
        try {
            server.awaitReady();
            return server;
        } catch (BenchFailure | IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /// User and kernel time of the process so far, which Java reads from `/proc/PID/stat`.
    Duration cpuTime() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /// Waits, and fails when the process ends meanwhile.
    void stayUp(Duration duration) throws IOException, InterruptedException {
        if (process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new BenchFailure("a server ended:\n" + endOfLog());
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            boolean ended = process.waitFor(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        var give = System.nanoTime() + START_MAX.toNanos();
        try (var client =
                HttpClient.newBuilder().connectTimeout(PROBE_EVERY.multipliedBy(10)).build()) {
            while (!isReady(client)) {
                stayUp(PROBE_EVERY);
                if (System.nanoTime() > give) {
                    throw new BenchFailure("a server did not become ready:\n" + endOfLog());
                }
            }
        }
    }

    private boolean isReady(HttpClient client) throws InterruptedException {
        var probe =
                HttpRequest.newBuilder(address("/health/ready"))
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(PROBE_EVERY.multipliedBy(20));
        try {
            return client.send(probe.build(), BodyHandlers.discarding()).statusCode() / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }

    private String endOfLog() throws IOException {
        var lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
    }

    private static List<String> command(Launch launch, int port) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (var option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // A recording or an agent of the bench would collide with that of the server.
            boolean ownOnly =
                    option.startsWith("-XX:StartFlightRecording") || option.startsWith("-agent");
            if (!ownOnly) command.add(option);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Leash.class.getName(), launch.mainClass()));
        for (var argument : launch.arguments()) {
            command.add(argument.replace("{port}", Integer.toString(port)));
        }
        return command;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
