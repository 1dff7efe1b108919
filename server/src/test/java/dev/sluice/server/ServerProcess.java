package dev.sluice.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A Sluice in a process of its own, as people run it, from the classes under test.
final class ServerProcess implements AutoCloseable {

    static final String KEY = "operator-key-for-tests";

    private static final String READY = "Sluice is ready: http://localhost:";

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> output = Collections.synchronizedList(new ArrayList<>());
    private int port;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /// Starts it and waits until it says that it is ready.
    static ServerProcess start(Path data, String... options) throws IOException {
        var server = new ServerProcess(launch(data, options));
        server.awaitReady();
        return server;
    }

    /// Starts it without waiting for anything.
    static Process launch(Path data, String... options) throws IOException {
        // A process that is killed leaves its temporary files, so they are with its data.
        var temporary = Files.createDirectories(data.resolve("tmp"));
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-ea",
                                "-Xmx512m",
                                "-XX:TieredStopAtLevel=1",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.sluice.server.Main",
                                "run",
                                "--data",
                                data.toString()));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SLUICE_OPERATOR_KEY", KEY);
        return builder.start();
    }

    private void awaitReady() throws IOException {
        var reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            output.add(line);
            if (!line.startsWith(READY)) continue;
            port = Integer.parseInt(line.substring(READY.length()));
            Thread.ofVirtual().start(() -> reader.lines().forEach(output::add));
            return;
        }
        throw new IOException(
                "The server ended before it was ready:\n" + String.join("\n", output));
    }

    int port() {
        return port;
    }

    List<String> output() {
        return List.copyOf(output);
    }

    Process process() {
        return process;
    }

    /// The end that nothing can prepare for.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// Asks as a signal from a terminal would, and waits.
    int stop(Duration patience) throws InterruptedException {
        process.destroy();
        if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) return process.exitValue();
        throw new IllegalStateException("The server did not stop within " + patience);
    }

    HttpResponse<String> get(String path, String bearer) throws IOException, InterruptedException {
        return send(request(path, bearer).GET());
    }

    HttpResponse<String> post(String path, String bearer, String body)
            throws IOException, InterruptedException {
        return send(request(path, bearer).POST(BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path, String bearer) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + bearer);
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /// Waits for its end, so that nobody writes into its folder any more.
    @Override
    public void close() {
        http.close();
        process.destroyForcibly();
        process.onExit().join();
    }
}
