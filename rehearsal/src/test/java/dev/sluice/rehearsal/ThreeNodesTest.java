package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Three nodes behind nginx on each of the set-ups that ship: whole rehearsals against all of them,
/// with and without faults.
@Timeout(300)
class ThreeNodesTest {

    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir Path folder;

    /// How a rehearsal ended.
    private record Ended(int exit, String out, String err) {}

    @ParameterizedTest
    @EnumSource(Setup.class)
    void crowds_that_behave_and_crowds_that_do_not_break_no_promise(Setup setup) throws Exception {
        try (var cluster = open(setup)) {
            assertKept(rehearse(cluster, "typical", "12s", "5s"));
            assertKept(rehearse(cluster, "hostile", "12s", "5s"));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Setup.class)
    void whatever_is_killed_in_mid_sale_breaks_no_promise(Setup setup) throws Exception {
        try (var cluster = open(setup);
                var thread = Executors.newSingleThreadExecutor()) {
            var rehearsal = thread.submit(() -> rehearse(cluster, "typical", "30s", "8s"));
            awaitOpen(cluster, rehearsal);
            cluster.killAndRestart(1);
            for (var service : setup.services()) Services.run("restart", service, "--kill");

            assertKept(rehearsal.get(4, TimeUnit.MINUTES));
        }
    }

    private Cluster open(Setup setup) throws InterruptedException, IOException {
        var name = "trial" + Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);
        return new Cluster(setup.settings(name), folder, RANDOM);
    }

    private Ended rehearse(Cluster cluster, String scenario, String lasts, String payWithin) {
        var arguments = new ArrayList<String>();
        arguments.addAll(List.of("--url", cluster.edge().toString()));
        for (var node : cluster.nodes()) arguments.addAll(List.of("--url", node.toString()));
        arguments.addAll(
                List.of("--key", Cluster.KEY, "--scenario", shortened(scenario, payWithin)));
        arguments.addAll(List.of("--buyers", "1500", "--units", "60", "--duration", lasts));
        arguments.addAll(List.of("--arrive", "double-spike,4s"));
        arguments.addAll(List.of("--report", folder.resolve("report").toString()));
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exit = Main.run(arguments, Map.of(), stream(out), stream(err));
        return new Ended(exit, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    private String shortened(String scenario, String payWithin) {
        var file = folder.resolve(scenario + ".scenario");
        try (var shipped = Scenarios.class.getResourceAsStream(scenario + ".scenario")) {
            var text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
            var others = text.replaceAll("(?m)^pay-within.*$", "");
            Files.writeString(file, others + "\npay-within = " + payWithin + "\n");
            return file.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// Waits until the crowd's sale is open on the first node.
    private static void awaitOpen(Cluster cluster, Future<Ended> rehearsal) throws Exception {
        var sales = URI.create(cluster.nodes().getFirst() + "/api/v1/sales?state=open");
        try (var client = HttpClient.newHttpClient()) {
            while (!rehearsal.isDone()) {
                var request = HttpRequest.newBuilder(sales).timeout(Duration.ofSeconds(5)).build();
                var body = client.send(request, BodyHandlers.ofString()).body();
                if (!new JsonObject(body).getJsonArray("sales").isEmpty()) return;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
        throw new AssertionError("it ended before the sale was open: " + rehearsal.get());
    }

    private void assertKept(Ended ended) throws IOException {
        assertEquals("", ended.err);
        assertEquals(0, ended.exit, ended.out);
        var report = Files.readString(folder.resolve("report").resolve("report.json"));
        var funnel = new JsonObject(report).getJsonObject("funnel");
        assertTrue(funnel.getInteger("paid") > 0, () -> report.toLowerCase(Locale.ROOT));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
