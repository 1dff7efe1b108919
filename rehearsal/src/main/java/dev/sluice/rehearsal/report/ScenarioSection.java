package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.plot.Markup;
import dev.sluice.rehearsal.plot.Numbers;
import dev.sluice.rehearsal.scenario.Original;
import dev.sluice.rehearsal.scenario.Repeat;
import dev.sluice.rehearsal.scenario.Scenario;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/// What was played and how to play it again, in the words of a scenario file.
final class ScenarioSection {
    private final Markup page;
    private final Run run;
    private final Scenario scenario;

    ScenarioSection(Markup page, Run run) {
        this.page = page;
        this.run = run;
        this.scenario = run.scenario();
    }

    void write() {
        page.open("section", "class", "scenario");
        page.element("h2", "What was played");
        page.element("p", "This command plays the same crowd again:", "class", "soft lead");
        page.open("pre").element("code", Repeat.command(scenario, run.nodes())).close("pre");
        page.element("p", hint(), "class", "soft");
        page.open("div", "class", "columns");
        page.open("div").element("h3", "Scenario").open("dl", "class", "fields");
        fields();
        page.close("dl").close("div");
        page.open("div").element("h3", "Habits of a hundred buyers").open("dl", "class", "fields");
        scenario.mix().entrySet().stream()
                .filter(habit -> habit.getValue() > 0)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(habit -> field(Repeat.word(habit.getKey()), habit.getValue().toString()));
        page.close("dl");
        page.element("h3", "The rehearsal itself").open("dl", "class", "fields");
        pace();
        page.close("dl").close("div").close("div").close("section");
    }

    private String hint() {
        var kills = run.kills() > 0 ? "Add --kill-server-every for the kills. " : "";
        return "For a scenario of your own, --scenario takes its file. "
                + kills
                + where()
                + " The crowd decides the same each time; in which order its requests meet in the"
                + " server is different every time.";
    }

    private String where() {
        return scenario.original().isPresent()
                ? "It needs the operator key: set SLUICE_OPERATOR_KEY, or add --key."
                : "Add --url and --key to play it against a Sluice that runs already.";
    }

    private void fields() {
        field("name", scenario.name());
        scenario.original()
                .ifPresent(original -> {
                    field("sale", original.title());
                    field("id of the sale", original.saleId());
                });
        field("seed", Long.toString(scenario.seed()));
        field("buyers", Numbers.whole(scenario.buyers()));
        field("units", Repeat.units(scenario));
        field("per-buyer", perBuyer());
        field("arrive", Repeat.word(scenario.arrival()));
        field("arrive-within", Repeat.duration(scenario.arriveWithin()));
        field("lasts", Repeat.duration(scenario.lasts()));
        boolean isMath = scenario.original().filter(Original::isMath).isPresent();
        field("challenge", Repeat.word(scenario.challenge()) + (isMath ? " instead of math" : ""));
        field("gate-factor", Integer.toString(scenario.gateFactor()));
        field("pay-within", Repeat.duration(scenario.payWithin()));
        field("repeat", scenario.daily() ? "daily" : "none");
        for (var restock : scenario.restocks()) {
            field("restock", Repeat.restock(restock));
        }
        field("answer-max", Repeat.duration(scenario.answerMax()));
    }

    private String perBuyer() {
        var most = Integer.toString(scenario.perBuyer());
        return scenario.original().map(ScenarioSection::perBuyer).orElse(most);
    }

    private static String perBuyer(Original original) {
        return original.offers().stream()
                .map(offer -> Integer.toString(offer.perBuyer()))
                .collect(Collectors.joining(","));
    }

    private void pace() {
        var pace = run.pace();
        field("nodes", run.nodes().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        field("requests", Numbers.whole(pace.requests()));
        field("peak", Numbers.whole(pace.peakPerSecond()) + " a second");
        field("sent late, p99", Numbers.millis(pace.lateMillisP99()));
        field("kept up", pace.bottleneck() ? "no: it was the bottleneck" : "yes");
        field("server kills", Integer.toString(run.kills()));
        field("stopped early", run.interrupted() ? "yes" : "no");
    }

    private void field(String name, String value) {
        page.open("div").element("dt", name).element("dd", value).close("div");
    }
}
