package dev.sluice.server;

import dev.sluice.contracts.Soon;
import dev.sluice.process.Launch;
import dev.sluice.process.ServerProcess;
import dev.sluice.process.ServerProcess.Place;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A Sluice in a process of its own, as people run it, from the classes under test.
final class ServerApart implements AutoCloseable {

    static final String KEY = "operator-key-for-tests";

    private static final List<String> JVM_OPTIONS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-ea",
                    "-Xmx512m",
                    "-XX:TieredStopAtLevel=1");

    private final ServerProcess process;
    private final HttpClient http = HttpClient.newHttpClient();

    private ServerApart(ServerProcess process) {
        this.process = process;
    }

    /// Starts it, on a port of its own choice if the options say so, and waits until it is ready.
    static ServerApart start(Path data, String... options)
            throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("run", "--data", data.toString()));
        arguments.addAll(List.of(options));
        var launch =
                new Launch(
                        System.getProperty("java.class.path"),
                        JVM_OPTIONS,
                        ServerProcess.SLUICE,
                        arguments,
                        Map.of("SLUICE_OPERATOR_KEY", KEY));
        var place = new Place("The server", data, 0);
        return new ServerApart(ServerProcess.start(launch, place, InstantSource.system()));
    }

    int port() {
        return process.port();
    }

    long pid() {
        return process.pid();
    }

    /// Waits, and fails when it ends meanwhile.
    void stayUp(Duration duration) throws IOException, InterruptedException {
        process.stayUp(duration);
    }

    /// The end that nothing can prepare for.
    void kill() throws InterruptedException {
        process.kill();
    }

    /// Asks as a signal from a terminal would, and waits.
    int stop(Duration patience) throws InterruptedException {
        return process.stop(patience);
    }

    HttpResponse<String> get(String path, String bearer) throws IOException, InterruptedException {
        return send(request(path, bearer).GET());
    }

    HttpResponse<String> post(String path, String bearer, String body)
            throws IOException, InterruptedException {
        return send(request(path, bearer).POST(BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path, String bearer) {
        return HttpRequest.newBuilder(process.address().resolve(path))
                .timeout(Soon.LIMIT)
                .header("Authorization", "Bearer " + bearer);
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }
}
