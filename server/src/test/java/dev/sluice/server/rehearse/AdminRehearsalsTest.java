package dev.sluice.server.rehearse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.Answer;
import dev.sluice.server.ApiTest;
import dev.sluice.server.Garbage;
import dev.sluice.server.Stage;
import dev.sluice.server.json.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/// Rehearsals from the console, with a stand-in for the process: see `dev.sluice.rehearsal.Main`
/// among the tests. The module `rehearsal` tests the real one.
@Timeout(600)
class AdminRehearsalsTest extends ApiTest {

    private static final String PATH = "/admin/rehearsals";

    @Override
    public Map<String, String> settings() {
        return withRehearsals();
    }

    @Test
    void a_rehearsal_ends_with_a_verdict_and_a_report_in_a_sandbox() {
        var begun = start("calm").is(202);
        assertEquals("RUNNING", begun.text("state"));
        assertEquals(300, begun.number("buyers"));

        var ended = await(each -> each.text("state").equals("ENDED"));
        var report = operator().get(PATH + "/" + begun.text("rehearsalId") + "/report").is(200);

        assertEquals(begun.text("rehearsalId"), ended.text("rehearsalId"));
        assertTrue(ended.json().at("/verdict/holds").asBoolean());
        assertEquals("The one promise held", ended.text("verdict/headline"));
        assertTrue(ended.json().at("/progress").isMissingNode());
        assertTrue(report.body().contains("It held"));
        var policy = report.header("content-security-policy").orElseThrow();
        assertTrue(policy.startsWith("sandbox allow-scripts;"), policy);
        assertFalse(policy.contains("allow-same-origin"), policy);
    }

    @Test
    void the_key_is_in_the_environment_and_nothing_else_of_ours() throws IOException {
        var order = new HashMap<String, Object>(Map.of("scenario", "calm", "buyers", 1));
        order.putAll(Map.of("units", 7, "durationSeconds", 5));
        var begun = operator().post(PATH, order).is(202);
        await(each -> each.text("state").equals("ENDED"));

        var arguments = Files.readString(ofRehearsal(begun, "arguments"));
        var environment = Files.readString(ofRehearsal(begun, "environment"));

        assertTrue(arguments.contains("--url http://127.0.0.1:" + sluice.port() + "/ "), arguments);
        assertTrue(arguments.contains("--buyers 1 --units 7 --duration 5s "), arguments);
        assertFalse(arguments.contains(OPERATOR_KEY), arguments);
        assertEquals(
                "SLUICE_OPERATOR_KEY",
                String.join(
                        " ",
                        Stream.of(environment.split(" "))
                                .filter(name -> name.startsWith("SLUICE"))
                                .toList()));
    }

    @Test
    void one_runs_at_a_time_and_is_stopped_with_a_report() {
        var id = start("typical").is(202).text("rehearsalId");
        var playing = await(each -> each.json().has("saleId") && each.json().has("progress"));
        assertEquals("0ns7d2k8v0w1a", playing.text("saleId"));
        assertEquals("1.0 s  the sale is open", playing.text("progress"));
        start("calm").is(Code.REHEARSAL_RUNNING);
        operator().get(PATH + "/" + id + "/report").is(Code.NO_REPORT);

        operator().post(PATH + "/" + id + "/stop").is(200);
        var ended = await(each -> !each.text("state").equals("RUNNING"));

        assertEquals("ENDED", ended.text("state"));
        operator().get(PATH + "/" + id + "/report").is(200);
        assertEquals("ENDED", operator().post(PATH + "/" + id + "/stop").is(200).text("state"));
    }

    @Test
    void a_sale_of_any_state_is_rehearsed_by_a_copy_that_is_remembered() throws IOException {
        var made = new Stage(sluice, clock).draft(Duration.ofHours(1), ChallengeKind.MATH);
        var draft = made.id().toString();
        var order = Map.of("scenario", "two-offers", "buyers", 300, "saleId", draft, "units", 7);

        var begun = operator().post(PATH, order).is(202);
        var playing = await(each -> each.json().has("saleId"));

        assertEquals(draft, begun.text("copyOf"));
        assertEquals(draft, playing.text("copyOf"));
        var arguments = Files.readString(ofRehearsal(begun, "arguments"));
        assertTrue(arguments.contains(" --units 7 --sale " + draft + " "), arguments);
        restartSluice();
        assertEquals(draft, operator().get(PATH).text("rehearsals/0/copyOf"));
    }

    @Test
    void a_sale_that_is_not_there_is_not_rehearsed() {
        var order = Map.of("scenario", "calm", "buyers", 1, "saleId", "0ns7d2k8v0w1a");

        operator().post(PATH, order).is(Code.NO_SUCH_SALE);

        assertEquals(0, operator().get(PATH).json().at("/rehearsals").size());
    }

    @Test
    void one_that_fails_says_why_in_a_line_that_has_an_end() {
        var id = start("hostile").is(202).text("rehearsalId");

        var failed = await(each -> !each.text("state").equals("RUNNING"));

        assertEquals("FAILED", failed.text("state"));
        assertTrue(failed.text("failure").startsWith("sluice rehearse: "), failed::toString);
        assertTrue(failed.text("failure").length() <= 500);
        operator().get(PATH + "/" + id + "/report").is(Code.NO_REPORT);
    }

    @Test
    void a_rehearsal_ends_with_the_server_and_is_remembered() {
        var done = start("calm").is(202).text("rehearsalId");
        await(each -> each.text("state").equals("ENDED"));
        var others = ProcessHandle.current().children().collect(Collectors.toSet());
        start("daily").is(202);
        await(each -> each.json().has("progress"));
        var children = ProcessHandle.current().children().collect(Collectors.toSet());
        children.removeAll(others);

        restartSluice();

        assertEquals(1, children.size());
        for (var child : children) child.onExit().join();
        var list = operator().get(PATH).is(200);
        assertEquals("FAILED", list.text("rehearsals/0/state"));
        assertTrue(list.text("rehearsals/0/failure").contains("server ended"), list::toString);
        assertEquals(done, list.text("rehearsals/1/rehearsalId"));
        assertEquals("ENDED", list.text("rehearsals/1/state"));
        operator().get(PATH + "/" + done + "/report").is(200);
    }

    @Test
    void the_newest_are_kept_and_the_others_forgotten() throws IOException {
        var first = start("calm").is(202);
        await(each -> each.text("state").equals("ENDED"));
        for (int i = 1; i < Rehearsals.KEPT_MAX; i++) copy(first, i);
        Files.createDirectories(folder.resolve("rehearsals/stray"));
        Files.writeString(folder.resolve("rehearsals/stray/rehearsal.json"), "{\"x\": 1}");
        restartSluice();
        assertEquals(Rehearsals.KEPT_MAX, operator().get(PATH).json().at("/rehearsals").size());

        start("calm").is(202);
        await(each -> each.text("state").equals("ENDED"));

        assertEquals(Rehearsals.KEPT_MAX, operator().get(PATH).json().at("/rehearsals").size());
        assertFalse(Files.exists(ofRehearsal(first, "rehearsal.json")));
        operator()
                .post(PATH + "/" + first.text("rehearsalId") + "/stop")
                .is(Code.NO_SUCH_REHEARSAL);
    }

    /// The same rehearsal once more, with a later id.
    private void copy(Answer rehearsal, int later) throws IOException {
        var id = StartedRehearsal.Id.parse(rehearsal.text("rehearsalId")).orElseThrow();
        var copy = new StartedRehearsal.Id(id.value() + later).toString();
        var text = Files.readString(ofRehearsal(rehearsal, "rehearsal.json"));
        var target = Files.createDirectories(folder.resolve("rehearsals").resolve(copy));
        Files.writeString(target.resolve("rehearsal.json"), text.replace(id.toString(), copy));
    }

    @Test
    void strangers_and_unknown_rehearsals_are_refused() {
        api.get(PATH).is(Code.NO_OPERATOR);
        api.post(PATH, Map.of("scenario", "calm", "buyers", 1)).is(Code.NO_OPERATOR);
        api.post(PATH + "/0ns7d2k8v0w1a/stop").is(Code.NO_OPERATOR);
        api.get(PATH + "/0ns7d2k8v0w1a/report").is(Code.NO_OPERATOR);
        operator().post(PATH + "/0ns7d2k8v0w1a/stop").is(Code.NO_SUCH_REHEARSAL);
        operator().get(PATH + "/nonsense/report").is(Code.NO_SUCH_REHEARSAL);
        operator().get(PATH + "/a.b/report").isInvalid("rehearsalId");
    }

    @Test
    void an_order_has_bounds() {
        refused("buyers", Map.of("scenario", "calm", "buyers", 200_001));
        refused("units", Map.of("scenario", "calm", "buyers", 1, "units", 1_000_001));
        refused("durationSeconds", Map.of("scenario", "calm", "buyers", 1, "durationSeconds", 601));
        refused("scenario", Map.of("scenario", "../calm", "buyers", 1));
        refused("scenario", Map.of("scenario", "CALM", "buyers", 1));
        assertEquals(0, operator().get(PATH).json().at("/rehearsals").size());
    }

    private void refused(String field, Map<String, Object> order) {
        operator().post(PATH, order).isInvalid(field);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var good =
                "{\"scenario\": \"calm\", \"buyers\": 1, \"units\": 1, \"durationSeconds\": 1,"
                        + " \"saleId\": \"0ns7d2k8v0w1a\"}";
        return Stream.of(
                        Garbage.to(operator(), "POST", PATH).withBody(good).tests(),
                        Garbage.to(operator(), "POST", PATH + "/0ns7d2k8v0w1a/stop").tests(),
                        Garbage.to(operator(), "GET", PATH + "/0ns7d2k8v0w1a/report").tests())
                .flatMap(tests -> tests);
    }

    private Answer start(String scenario) {
        return operator().post(PATH, Map.of("scenario", scenario, "buyers", 300));
    }

    private Path ofRehearsal(Answer rehearsal, String file) {
        var id = rehearsal.text("rehearsalId");
        return folder.resolve("rehearsals").resolve(id).resolve(file);
    }

    /// The newest rehearsal, once it is as it should be.
    private Answer await(Predicate<Answer> condition) {
        var newest = new AtomicReference<Answer>();
        Soon.until(
                () -> "the newest is as it should be: " + newest.get(),
                () -> {
                    var list = operator().get(PATH).is(200);
                    var first = list.json().at("/rehearsals/0").toString().getBytes();
                    newest.set(new Answer(list.status(), list.headers(), first));
                    return condition.test(newest.get());
                });
        return newest.get();
    }
}
