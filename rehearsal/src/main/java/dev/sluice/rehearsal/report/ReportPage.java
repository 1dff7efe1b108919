package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.plot.Markup;
import dev.sluice.rehearsal.plot.Numbers;
import dev.sluice.rehearsal.plot.PlotFigure;
import dev.sluice.rehearsal.scenario.Original;
import dev.sluice.rehearsal.verdict.Verdict;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The report for people: one HTML file that needs nothing but itself. It forbids itself any
/// connection and any script or style but its own, by their hashes.
public final class ReportPage {
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private final Run run;
    private final Verdict verdict;
    private final Totals totals;
    private final Markup page = new Markup();

    private ReportPage(Run run, Verdict verdict) {
        this.run = run;
        this.verdict = verdict;
        this.totals = Totals.of(run);
    }

    public static String of(Run run, Verdict verdict) {
        return new ReportPage(run, verdict).write();
    }

    private String write() {
        page.raw("<!DOCTYPE html>\n").open("html", "lang", "en");
        head();
        page.open("body").open("main");
        title();
        verdict();
        notes();
        numbers();
        findings();
        plots();
        var tables = new Tables(page, run, totals);
        tables.latencies();
        tables.answers();
        tables.offers();
        new ScenarioSection(page, run).write();
        tables.seconds();
        page.element("footer", "Sluice rehearsal · the same facts for machines: report.json");
        page.close("main");
        page.open("script").raw(Resources.text("report.js")).close("script");
        return page.close("body").close("html").toString();
    }

    private void head() {
        var style = Resources.text("report.css");
        var policy =
                "default-src 'none'; style-src '%s'; script-src '%s'"
                        .formatted(
                                Resources.hash(style), Resources.hash(Resources.text("report.js")));
        page.open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy);
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "name", "color-scheme", "content", "light dark");
        page.element(
                "title", Headline.of(verdict) + " · Sluice rehearsal " + run.scenario().name());
        page.open("style").raw(style).close("style");
        page.close("head");
    }

    private void title() {
        page.open("header");
        page.element("p", "Sluice rehearsal", "class", "brand");
        page.element("p", WHEN.format(run.startedAt()), "class", "soft");
        page.close("header");
    }

    private void verdict() {
        boolean judged = !verdict.findings().isEmpty();
        var kind = !judged ? "unsure" : verdict.holds() ? "good" : "bad";
        page.open("section", "class", "verdict " + kind, "aria-label", "Verdict");
        page.raw(Resources.text(kind.equals("good") ? "held.svg" : "broken.svg"));
        page.open("div");
        page.element("h1", Headline.of(verdict));
        page.element("p", Headline.story(totals));
        page.open("p", "class", "soft");
        page.text("Scenario ").element("b", run.scenario().name());
        page.text(", seed " + run.scenario().seed() + ". " + run.scenario().about());
        run.scenario()
                .original()
                .ifPresent(original -> {
                    page.text(". Played with a copy of the sale ").element("b", original.title());
                });
        page.close("p");
        page.close("div").close("section");
    }

    private void notes() {
        var pace = run.pace();
        hands();
        if (pace.bottleneck()) {
            note(
                    "The rehearsal itself was the bottleneck.",
                    "It could not send its requests when they were due (p99 "
                            + Numbers.millis(pace.lateMillisP99())
                            + " late). The verdict stands, but rates and latencies say more about"
                            + " this machine than about the server. Give it a machine of its own,"
                            + " or fewer buyers.");
        }
        if (run.interrupted()) {
            note(
                    "Somebody stopped this rehearsal before its time.",
                    "The verdict covers what had happened until then.");
        }
        if (run.kills() > 0) {
            note(
                    "The server was killed "
                            + times(run.kills())
                            + " on purpose and started again.",
                    "Calls without an answer and long waits around a kill are part of it. What was"
                            + " acknowledged before must be there afterwards, and is checked.");
        }
    }

    private void hands() {
        long added = run.offers().stream().mapToLong(Run.OfferSeen::added).sum();
        if (added > 0) {
            note(
                    "An operator added " + Numbers.whole(added) + " units while it ran.",
                    "The ledger says so, and they are judged like all others. If nobody did, it is"
                            + " a bug.");
        }
        run.shut()
                .ifPresent(state ->
                        note(
                                "An operator had "
                                        + state.toLowerCase(Locale.ROOT)
                                        + " the sale before its end.",
                                "Units that were left free then are not held against it."));
        if (run.scenario().original().filter(Original::isMath).isPresent()) {
            note(
                    "The sale asks for a sum in a picture, and its copy for a proof of work.",
                    "Actors cannot read pictures.");
        }
    }

    private static String times(int count) {
        return count == 1 ? "once" : count == 2 ? "twice" : Numbers.word(count) + " times";
    }

    private void note(String title, String text) {
        page.open("p", "class", "note");
        page.element("b", title).text(" " + text);
        page.close("p");
    }

    private void numbers() {
        var scenario = run.scenario();
        page.open("section", "class", "numbers");
        page.element("h2", "The sale in numbers");
        page.open("div", "class", "groups");
        group(
                "The crowd",
                List.of(
                        new Number("Buyers", Numbers.whole(totals.buyers()), ""),
                        new Number(
                                "Arrived",
                                Numbers.whole(totals.arrivals()),
                                "within " + Numbers.duration(scenario.arriveWithin())),
                        new Number("Requests", Numbers.whole(run.pace().requests()), "")));
        group(
                "The goods",
                List.of(
                        new Number("Units", Numbers.whole(totals.units()), ""),
                        new Number(
                                "Sold",
                                Numbers.whole(totals.sold()),
                                Numbers.percent((double) totals.sold() / totals.units())),
                        new Number(
                                "Paid",
                                Numbers.whole(totals.paid()),
                                totals.cameBack() == 0
                                        ? ""
                                        : Numbers.whole(totals.cameBack()) + " came back")));
        group(
                "The pace",
                List.of(
                        new Number("Peak", Numbers.whole(run.pace().peakPerSecond()), "requests/s"),
                        new Number("p99", Numbers.millis(totals.p99Millis()), "all calls"),
                        new Number("Lasted", Numbers.duration(run.lasted()), "")));
        page.close("div").close("section");
    }

    private record Number(String name, String value, String remark) {}

    private void group(String title, List<Number> numbers) {
        page.open("div", "class", "group");
        page.element("h3", title);
        page.open("dl");
        for (var number : numbers) {
            page.open("div").open("dt").text(number.name());
            if (!number.remark().isEmpty()) page.element("span", number.remark());
            page.close("dt").element("dd", number.value()).close("div");
        }
        page.close("dl").close("div");
    }

    private void findings() {
        if (verdict.findings().isEmpty()) return;
        page.open("section", "class", "findings");
        page.element("h2", "The promises");
        page.open("ol");
        verdict.findings().stream()
                .sorted(Comparator.comparing(Verdict.Finding::holds))
                .forEach(this::finding);
        page.close("ol").close("section");
    }

    private void finding(Verdict.Finding finding) {
        page.open("li", "class", finding.holds() ? "held" : "broken");
        page.element("span", finding.holds() ? "held" : "broken", "class", "badge");
        page.element("h3", finding.promise());
        page.open("div").element("p", finding.evidence());
        if (!finding.counterexamples().isEmpty()) {
            page.open("ul", "class", "examples");
            finding.counterexamples().forEach(example -> page.element("li", example));
            page.close("ul");
        }
        page.close("div").close("li");
    }

    private void plots() {
        page.open("section", "class", "plots");
        page.element("h2", "Second by second");
        page.open("p", "class", "soft lead");
        page.text("Time counts from the moment the first buyer was due. ");
        var hint = "Point at a plot to read the same second in all of them.";
        page.element("span", hint, "class", "screen-only").close("p");
        new Plots(run, totals).all().forEach(plot -> PlotFigure.write(page, plot));
        PlotFigure.writeFunnel(page, run.timeline().funnel());
        page.close("section");
    }
}
