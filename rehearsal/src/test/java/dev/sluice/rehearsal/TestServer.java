package dev.sluice.rehearsal;

import dev.sluice.contracts.Soon;
import dev.sluice.process.Launch;
import dev.sluice.process.ServerProcess;
import dev.sluice.process.ServerProcess.Place;
import dev.sluice.rehearsal.crowd.Stage;
import dev.sluice.rehearsal.http.Json;
import dev.sluice.rehearsal.scenario.Scenario;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/// A real Sluice in a process of its own, with the operator's calls that a test of a crowd needs. A
/// killed one can be started again on the same port and data. It ends with the test's process,
/// however that ends.
public final class TestServer implements AutoCloseable {
    static final String KEY = "operator-key-for-tests";
    private static final String SALE =
            """
            {"title": "Rehearsal", "opensAt": "%s", "closesAt": "%s", "challenge": "%s",
             "gateFactor": %d, "payWithinSeconds": %d, "offers": [%s]}
            """;
    private static final String OFFER =
            """
            {"productId": "%s", "price": {"amount": 100, "currency": "CNY"}, "stock": %d,
             "perBuyer": %d}
            """;

    private static final List<String> JVM_OPTIONS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-ea",
                    "-Xmx512m",
                    "-XX:TieredStopAtLevel=1");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServerProcess process;

    private TestServer(ServerProcess process) {
        this.process = process;
    }

    public static TestServer start(Path data) throws IOException, InterruptedException {
        var place = new Place("The server", data, 0);
        return new TestServer(ServerProcess.start(launch(data), place, InstantSource.system()));
    }

    URI uri() {
        return process.address();
    }

    Duration cpuTime() {
        return process.cpuTime();
    }

    void killAndRestart() throws IOException, InterruptedException {
        process.killAndRestart();
    }

    /// A published sale as the scenario wants it, and its buyers.
    public Stage stage(Scenario scenario, Instant opensAt)
            throws IOException, InterruptedException {
        var offers = new ArrayList<String>();
        for (int units : scenario.units()) {
            var product = call("POST", "products", "{\"name\": \"P\", \"description\": \"D\"}");
            var id = Json.text(product, "productId");
            offers.add(OFFER.formatted(id, units, scenario.perBuyer()));
        }
        var body =
                SALE.formatted(
                        opensAt,
                        opensAt.plus(scenario.lasts()),
                        scenario.challenge().name().toLowerCase(Locale.ROOT),
                        scenario.gateFactor(),
                        scenario.payWithin().toSeconds(),
                        String.join(",", offers));
        var sale = call("POST", "sales", body);
        var saleId = Json.text(sale, "saleId");
        call("POST", "sales/" + saleId + "/publish", "{}");
        var staged = new ArrayList<Stage.StagedOffer>();
        for (var offer : Json.objects(sale, "offers")) {
            int units = Integer.parseInt(Json.text(offer, "stock"));
            staged.add(
                    new Stage.StagedOffer(
                            Json.text(offer, "offerId"), "P", units, scenario.perBuyer()));
        }
        var wanted = "{\"count\": " + scenario.buyers() + "}";
        var sessions = text("POST", "rehearsal/buyers", wanted).lines().toList();
        return new Stage(List.of(uri()), saleId, staged, opensAt, sessions);
    }

    public Map<String, Object> audit(Stage.StagedOffer offer)
            throws IOException, InterruptedException {
        return call("GET", "offers/" + offer.offerId() + "/audit", "");
    }

    long queueDepth(Stage stage) throws IOException, InterruptedException {
        var stats = call("GET", "sales/" + stage.saleId() + "/stats", "");
        return Long.parseLong(Json.text(stats, "queueDepth"));
    }

    /// The newest rehearsal that was started from the console, once it is as it should be.
    Map<String, Object> awaitRehearsal(Predicate<Map<String, Object>> condition)
            throws IOException, InterruptedException {
        var newest = new AtomicReference<Map<String, Object>>();
        Soon.until(
                Duration.ofMinutes(5),
                () -> "the rehearsal is as it should be: " + newest.get(),
                () -> {
                    var list = call("GET", "rehearsals", "");
                    newest.set(Json.objects(list, "rehearsals").getFirst());
                    return condition.test(newest.get());
                });
        return newest.get();
    }

    public String output() {
        return process.output();
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }

    /// An operator's call, for an answer that is JSON.
    Map<String, Object> call(String method, String path, String body)
            throws IOException, InterruptedException {
        return Json.object(text(method, path, body).getBytes(StandardCharsets.UTF_8));
    }

    /// An operator's call, for an answer of any kind.
    String text(String method, String path, String body) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(uri().resolve("/api/v1/admin/" + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Authorization", "Bearer " + KEY)
                        .method(method, BodyPublishers.ofString(body));
        var answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() / 100 == 2) return answer.body();
        throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
    }

    private static Launch launch(Path data) {
        var classPath = System.getProperty("java.class.path");
        var settings =
                Map.of(
                        "SLUICE_OPERATOR_KEY",
                        KEY,
                        // One machine does the work of the whole crowd.
                        "SLUICE_CHALLENGE_WORK_BITS",
                        "8",
                        "SLUICE_REHEARSAL_CLASS_PATH",
                        classPath);
        var arguments = new ArrayList<>(List.of("run", "--port", ServerProcess.PORT));
        arguments.addAll(List.of("--no-demo", "--rehearsal", "--data", data.toString()));
        return new Launch(classPath, JVM_OPTIONS, ServerProcess.SLUICE, arguments, settings);
    }
}
