package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.rehearsal.backstage.Api;
import dev.sluice.rehearsal.backstage.Operator;
import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.http.Json;
import dev.sluice.rehearsal.report.ReportPage;
import dev.sluice.rehearsal.scenario.ScenarioFile;
import dev.sluice.rehearsal.verdict.Checks;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Rehearsals on a real server where an operator has a hand in the sale: their own sale is what is
/// rehearsed, or they pause, restock, resume and close it while the crowd is there.
@Timeout(600)
class OperatorsHandsTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final String OFFER =
            """
            {"productId": "%s", "price": {"amount": 100, "currency": "CNY"},
             "listPrice": {"amount": 200, "currency": "CNY"}, "stock": %d, "perBuyer": %d}
            """;
    private static final String SALE =
            """
            {"title": "Singles' Day", "opensAt": "%s", "closesAt": "%s", "challenge": "math",
             "gateFactor": 7, "offers": [%s, %s]}
            """;

    @TempDir static Path data;
    @TempDir Path folder;
    private static TestServer server;

    @BeforeAll
    static void startServer() throws IOException, InterruptedException {
        server = TestServer.start(data);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_draft_is_rehearsed_by_a_copy_and_stays_as_it_is() throws Exception {
        var draft = draft();
        var saleId = Json.text(draft, "saleId");
        var text =
                """
                buyers = 150
                arrive = steady
                arrive-within = 2s
                lasts = 40s
                pay-within = 30s
                answer-max = 60s
                restock = 2s, 1, 5
                """;
        var scenario = Files.writeString(folder.resolve("small.scenario"), text);
        var out = new ByteArrayOutputStream();

        int exit =
                Main.run(
                        List.of(
                                "--url=" + server.uri(),
                                "--sale=" + saleId,
                                "--scenario=" + scenario,
                                "--report=" + folder),
                        Map.of("SLUICE_OPERATOR_KEY", TestServer.KEY),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        System.err);

        var said = out.toString(StandardCharsets.UTF_8);
        assertEquals(0, exit, said);
        assertTrue(said.contains("A copy of the sale " + saleId + ", \"Singles' Day\""), said);
        assertTrue(said.contains("It asks for a sum in a picture"), said);
        var report = new JsonObject(Files.readString(folder.resolve("report.json")));
        assertEquals(saleId, report.getJsonObject("copyOf").getString("saleId"));
        assertTrue(report.getString("repeat").contains(" --sale " + saleId + " "));
        assertEquals(
                List.of(20, 10), report.getJsonObject("scenario").getJsonArray("units").getList());
        assertEquals(35, report.getJsonObject("totals").getInteger("units"));
        assertTrue(report.getJsonObject("totals").getInteger("sold") > 0, report::encode);
        assertFalse(report.encode().contains("added by an operator"), report::encode);
        var page = Files.readString(folder.resolve("report.html"));
        assertTrue(page.contains("Actors cannot read pictures"), page);
        assertCopied(said.lines().filter(line -> line.startsWith("Sale ")).findFirst());
        var still = server.call("GET", "sales/" + saleId, "");
        assertEquals(draft, still);
    }

    private static void assertCopied(Optional<String> said) throws Exception {
        var saleId = said.orElseThrow().substring("Sale ".length());
        var copy = server.call("GET", "sales/" + saleId, "");
        assertEquals("Rehearsal: Singles' Day", Json.text(copy, "title"));
        assertEquals("work", Json.text(copy, "challenge"));
        assertEquals("7", Json.text(copy, "gateFactor"));
        var offers = Json.objects(copy, "offers");
        assertEquals("2", Json.text(offers.getFirst(), "perBuyer"));
        assertTrue(offers.getFirst().toString().contains("listPrice"), offers::toString);
        assertEquals("1", Json.text(offers.getLast(), "perBuyer"));
    }

    private static Map<String, Object> draft() throws Exception {
        var product = server.call("POST", "products", "{\"name\": \"P\", \"description\": \"D\"}");
        var id = Json.text(product, "productId");
        var tomorrow = CLOCK.instant().plus(Duration.ofDays(1));
        var end = tomorrow.plusSeconds(60);
        return server.call(
                "POST",
                "sales",
                SALE.formatted(
                        tomorrow, end, OFFER.formatted(id, 20, 2), OFFER.formatted(id, 10, 1)));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_sale_that_is_paused_restocked_and_resumed_by_hand_keeps_every_promise()
            throws Exception {
        // Far more come, for far longer, than are needed: it is closed when all has been sold.
        var playing =
                play("buyers = 4000\nunits = 40\narrive = steady\narrive-within = 1m\nlasts = 5m");
        var sale = playing.sale.get(60, TimeUnit.SECONDS);
        var offer = offerOf(sale);
        await(() -> total(sale, "won") >= 40);

        server.call("POST", "sales/" + sale + "/pause", "{}");
        server.call("POST", "offers/" + offer + "/restock", "{\"quantity\": 25}");
        await(() -> refused(sale, "PAUSED") > 0);
        server.call("POST", "sales/" + sale + "/resume", "{}");
        await(() -> total(sale, "paid") >= 65);
        server.call("POST", "sales/" + sale + "/close", "{}");

        var run = playing.end.get(5, TimeUnit.MINUTES);
        var verdict = Checks.judge(run);
        assertTrue(verdict.holds(), verdict::toString);
        var evidence = verdict.findings().getFirst().evidence();
        assertTrue(evidence.contains("65 units given, 25 of them added by an operator"), evidence);
        assertEquals(65, run.offers().getFirst().book().paid());
        assertTrue(run.answers().containsKey("409 PAUSED"), run.answers()::toString);
        var page = ReportPage.of(run, verdict);
        assertTrue(page.contains("An operator added 25 units while it ran."), page);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_sale_that_is_closed_by_hand_comes_to_its_end_before_its_time() throws Exception {
        var playing =
                play("buyers = 100\nunits = 500\narrive = steady\narrive-within = 3s\nlasts = 5m");
        var sale = playing.sale.get(60, TimeUnit.SECONDS);
        await(() -> total(sale, "won") > 0);

        server.call("POST", "sales/" + sale + "/close", "{}");

        var run = playing.end.get(5, TimeUnit.MINUTES);
        var verdict = Checks.judge(run);
        assertTrue(verdict.holds(), verdict::toString);
        assertEquals(Optional.of("CLOSED"), run.shut());
        var evidence = verdict.findings().get(1).evidence();
        assertTrue(evidence.contains("An operator had closed the sale before its end"), evidence);
    }

    /// @param sale its id, once there is one
    /// @param end what came of it
    private record Playing(CompletableFuture<String> sale, FutureTask<Run> end) {}

    /// Plays a scenario of honest buyers beside the test.
    private static Playing play(String text) {
        var fields = text + "\nchallenge = none\npay-within = 5s\nanswer-max = 60s\n";
        var scenario = ScenarioFile.read("by-hand.scenario", fields, 42);
        var sale = new CompletableFuture<String>();
        Callable<Run> play =
                () -> {
                    var api = new Api(List.of(server.uri()), TestServer.KEY, CLOCK);
                    try (var operator = new Operator(api, CLOCK)) {
                        var rehearsal =
                                new Rehearsal(
                                        scenario,
                                        operator,
                                        Optional.empty(),
                                        Optional.empty(),
                                        CLOCK,
                                        System::nanoTime);
                        rehearsal.onSale(sale::complete);
                        return rehearsal.play().run();
                    } catch (RuntimeException e) {
                        sale.completeExceptionally(e);
                        throw e;
                    }
                };
        var end = new FutureTask<>(play);
        Thread.ofPlatform().daemon().name("rehearsal-by-hand").start(end);
        return new Playing(sale, end);
    }

    private static String offerOf(String sale) throws IOException, InterruptedException {
        var seen = server.call("GET", "sales/" + sale, "");
        return Json.text(Json.objects(seen, "offers").getFirst(), "offerId");
    }

    private static long total(String sale, String step) throws IOException, InterruptedException {
        return count(sale, totals -> totals.getLong(step));
    }

    private static long refused(String sale, String code) throws IOException, InterruptedException {
        return count(sale, totals -> totals.getJsonObject("refused").getLong(code, 0L));
    }

    private static long count(String sale, ToLongFunction<JsonObject> count)
            throws IOException, InterruptedException {
        var stats = new JsonObject(server.text("GET", "sales/" + sale + "/stats", ""));
        return count.applyAsLong(stats.getJsonObject("totals"));
    }

    private static void await(Callable<Boolean> condition) {
        Soon.until(Duration.ofMinutes(5), () -> "what the test waits for", condition);
    }
}
