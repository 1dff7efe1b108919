package dev.sluice.rehearsal.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.plot.Markup;
import dev.sluice.rehearsal.scenario.Repeat;
import dev.sluice.rehearsal.verdict.Verdict;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ReportTest {
    private static final String HOSTILE =
            "</title><script>alert(1)</script>\"' onload=x & \u0000\u202Eevil {{x}}";

    @TempDir Path folder;

    @Test
    void both_files_are_written_and_older_ones_replaced() throws Exception {
        var inner = folder.resolve("a/b");
        Report.write(SampleRun.bad(), SampleRun.badVerdict(), inner);
        Report.write(SampleRun.good(), SampleRun.goodVerdict(), inner);

        try (var files = Files.list(inner)) {
            var names =
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
            assertEquals(Set.of("report.html", "report.json"), names);
        }
        assertTrue(
                Files.readString(inner.resolve("report.html")).contains("All ten promises held"));
    }

    @Test
    void where_the_page_could_not_be_written_machines_are_told_nothing() throws Exception {
        Files.createDirectories(folder.resolve("report.html/in-the-way"));

        assertThrows(
                IOException.class,
                () -> Report.write(SampleRun.good(), SampleRun.goodVerdict(), folder));

        assertFalse(Files.exists(folder.resolve("report.json")));
    }

    @Test
    void the_page_is_well_formed_whatever_was_played() throws Exception {
        var runs =
                List.of(
                        SampleRun.good(),
                        SampleRun.bad(),
                        SampleRun.empty(),
                        SampleRun.lasting(1),
                        SampleRun.lasting(1_800),
                        SampleRun.named(HOSTILE));
        for (var run : runs) parsed(ReportPage.of(run, SampleRun.badVerdict()));
    }

    @Test
    void the_verdict_stands_in_one_sentence() throws Exception {
        assertEquals("All ten promises held", heading(SampleRun.goodVerdict()));
        assertEquals("2 of 10 promises broken", heading(SampleRun.badVerdict()));
        assertEquals("Nothing was judged", heading(new Verdict(List.of())));
        var first = SampleRun.goodVerdict().findings().getFirst();
        assertEquals("The one promise held", heading(new Verdict(List.of(first))));
    }

    private static String heading(Verdict verdict) throws Exception {
        return parsed(ReportPage.of(SampleRun.good(), verdict))
                .getElementsByTagName("h1")
                .item(0)
                .getTextContent();
    }

    @Test
    void each_finding_stands_there_with_its_counterexamples_and_the_broken_come_first()
            throws Exception {
        var page = ReportPage.of(SampleRun.bad(), SampleRun.badVerdict());

        for (var finding : SampleRun.badVerdict().findings()) {
            assertTrue(page.contains(Markup.escaped(finding.promise())), finding.promise());
            assertTrue(page.contains(Markup.escaped(finding.evidence())), finding.evidence());
            for (var example : finding.counterexamples())
                assertTrue(page.contains(example), example);
        }
        int lastBroken = page.lastIndexOf("<li class=\"broken\">");
        assertTrue(lastBroken > 0 && lastBroken < page.indexOf("<li class=\"held\">"));
    }

    @Test
    void nothing_is_loaded_from_anywhere() throws Exception {
        var page = ReportPage.of(SampleRun.bad(), SampleRun.badVerdict());
        var elements = parsed(page).getElementsByTagName("*");
        for (int i = 0; i < elements.getLength(); i++) {
            var element = (Element) elements.item(i);
            for (var attribute :
                    List.of("src", "href", "xlink:href", "srcset", "style", "onload")) {
                assertFalse(
                        element.hasAttribute(attribute), element.getTagName() + " " + attribute);
            }
            assertFalse(
                    Set.of("link", "img", "iframe", "object", "use")
                            .contains(element.getTagName()));
        }
        for (var own : List.of("report.css", "report.js", "held.svg", "broken.svg")) {
            assertFalse(
                    Pattern.compile("https?:|url\\(|@import|fetch")
                            .matcher(Resources.text(own))
                            .find(),
                    own);
        }
        assertTrue(page.contains("default-src &#39;none&#39;"));
    }

    @Test
    void a_hostile_name_is_only_a_name() throws Exception {
        var run = SampleRun.named(HOSTILE);
        var page = ReportPage.of(run, SampleRun.goodVerdict());
        var document = parsed(page);

        assertFalse(page.contains("<script>alert"));
        assertEquals(1, document.getElementsByTagName("script").getLength());
        assertFalse(page.contains("\u202E"));
        assertTrue(
                document.getElementsByTagName("title")
                        .item(0)
                        .getTextContent()
                        .contains("<script>alert(1)"));
        assertEquals(HOSTILE, json(run).getJsonObject("scenario").getString("name"));
    }

    @Test
    void the_ids_in_a_page_are_all_different() throws Exception {
        var elements =
                parsed(ReportPage.of(SampleRun.good(), SampleRun.goodVerdict()))
                        .getElementsByTagName("*");
        var ids = new HashSet<String>();
        for (int i = 0; i < elements.getLength(); i++) {
            var id = ((Element) elements.item(i)).getAttribute("id");
            assertTrue(id.isEmpty() || ids.add(id), "twice: " + id);
        }
        assertTrue(ids.contains("latency"));
    }

    @Test
    void a_page_warns_when_the_rehearsal_was_the_bottleneck_and_only_then() {
        var warning = "The rehearsal itself was the bottleneck";
        assertTrue(ReportPage.of(SampleRun.bad(), SampleRun.badVerdict()).contains(warning));
        assertFalse(ReportPage.of(SampleRun.good(), SampleRun.goodVerdict()).contains(warning));
    }

    @Test
    void the_json_says_what_the_run_says() {
        var run = SampleRun.good();
        var json = json(run);

        assertTrue(json.getJsonObject("verdict").getBoolean("holds"));
        assertEquals(10, json.getJsonObject("verdict").getJsonArray("findings").size());
        assertEquals(run.scenario().seed(), json.getJsonObject("scenario").getLong("seed"));
        assertEquals(run.pace().requests(), json.getJsonObject("pace").getLong("requests"));
        var totals = json.getJsonObject("totals");
        assertEquals(50_000, totals.getLong("arrivals"));
        assertEquals(1_000, totals.getLong("paid"));
        assertEquals(60, totals.getLong("cameBack"));
        assertEquals(208.0, totals.getDouble("p99Millis"));
        assertEquals(1_060, json.getJsonObject("claims").getJsonObject("recorded").getLong("WON"));
        assertEquals(1_000, json.getJsonObject("orders").getJsonObject("recorded").getLong("PAID"));
        run.answers()
                .forEach((kind, count) ->
                        assertEquals(count, json.getJsonObject("answers").getLong(kind)));
        assertEquals(
                List.copyOf(run.timeline().funnel().keySet()),
                List.copyOf(json.getJsonObject("funnel").fieldNames()));
    }

    @Test
    void the_timeline_of_the_json_agrees_with_the_run_second_by_second() {
        var run = SampleRun.good();
        var entries = json(run).getJsonObject("timeline").getJsonArray("entries");

        assertEquals(run.timeline().seconds().size(), entries.size());
        for (var second : run.timeline().seconds()) {
            var entry = entries.getJsonObject(second.number());
            assertEquals(second.number(), entry.getInteger("second"));
            assertEquals(second.arrivals(), entry.getLong("arrivals"));
            assertEquals(second.sent(), entry.getLong("sent"));
            assertEquals(second.stock().free(), entry.getJsonObject("stock").getLong("free"));
            assertEquals(second.refusals().keySet(), entry.getJsonObject("refusals").fieldNames());
        }
    }

    @Test
    void what_was_not_seen_is_null_in_the_json() {
        var entries = json(SampleRun.lasting(20)).getJsonObject("timeline").getJsonArray("entries");

        assertNull(entries.getJsonObject(3).getJsonObject("stock"));
        assertNull(entries.getJsonObject(5).getJsonObject("latency"));
        assertNull(entries.getJsonObject(2).getLong("queueDepth"));
        var totals = json(SampleRun.empty()).getJsonObject("totals");
        assertTrue(totals.containsKey("p99Millis") && totals.getValue("p99Millis") == null);
    }

    @Test
    void both_files_stay_small_however_long_it_lasted() {
        var run = SampleRun.lasting(40_000);

        assertTrue(ReportJson.of(run, SampleRun.badVerdict()).length() < 3_000_000);
        assertTrue(ReportPage.of(run, SampleRun.badVerdict()).length() < 500_000);
        assertEquals(12, json(run).getJsonObject("timeline").getInteger("secondsEach"));
    }

    @Test
    void the_command_that_repeats_a_run_is_one_a_shell_understands() {
        assertEquals(
                "./sluice rehearse --scenario typical --seed 20261111 --buyers 50000 --units 1000"
                        + " --arrive spike,2s --duration 25s",
                Repeat.command(SampleRun.scenario("typical"), List.of()));
        assertTrue(
                Repeat.command(SampleRun.scenario("it's; rm x"), List.of())
                        .contains("--scenario 'it'\\''s; rm x' "));
    }

    private static JsonObject json(Run run) {
        return new JsonObject(ReportJson.of(run, SampleRun.goodVerdict()));
    }

    private static Document parsed(String page) throws Exception {
        var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return builder.parse(new InputSource(new StringReader(page)));
    }
}
