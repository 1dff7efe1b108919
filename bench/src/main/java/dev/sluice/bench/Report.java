package dev.sluice.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// The results as a table for people, as Markdown and as JSON.
///
/// @param command how to run the same again
record Report(Results results, Machine machine, String command, Instant at) {
    private static final List<String> FIGURE_HEADS =
            List.of("", "what", "per second", "p50 ms", "p99 ms", "of a", "CPU µs");
    private static final List<String> TARGET_HEADS = List.of("target", "came out", "");

    String text() {
        var text = new StringBuilder();
        text.append(Table.plain(FIGURE_HEADS, figureRows(), 2)).append('\n');
        text.append(Table.plain(TARGET_HEADS, targetRows(), 1));
        for (var remark : remarks()) text.append('\n').append(remark);
        return text.append('\n').toString();
    }

    String markdown() {
        var day = at.truncatedTo(ChronoUnit.MINUTES).toString();
        var text = new StringBuilder();
        text.append("Measured ").append(day).append(" with `").append(command).append("` on ");
        text.append(machine.text()).append(".\n\n");
        text.append(Table.markdown(FIGURE_HEADS, figureRows(), 2)).append('\n');
        text.append(Table.markdown(TARGET_HEADS, targetRows(), 1));
        if (!remarks().isEmpty()) text.append('\n');
        for (var remark : remarks()) text.append("- ").append(remark).append('\n');
        return text.toString();
    }

    JsonObject json() {
        var figures = new JsonObject();
        results.forEach((line, figure) -> figures.put(name(line), json(line, figure)));
        var targets = new JsonObject();
        for (var target : Target.values()) targets.put(name(target), json(target));
        var where =
                new JsonObject()
                        .put("cores", machine.cores())
                        .put("processor", machine.processor())
                        .put("memory", machine.memory())
                        .put("java", machine.java())
                        .put("kernel", machine.kernel());
        return new JsonObject()
                .put("at", at.toString())
                .put("command", command)
                .put("machine", where)
                .put("valid", results.areValid())
                .put("figures", figures)
                .put("targets", targets);
    }

    private List<List<String>> figureRows() {
        var rows = new ArrayList<List<String>>();
        results.forEach((line, figure) ->
                rows.add(
                        List.of(
                                line.letter(),
                                line.what() + (figure.isValid() ? "" : " (INVALID)"),
                                number("%,.0f", OptionalDouble.of(figure.perSecond())),
                                number("%.2f", figure.latency().p50()),
                                number("%.2f", figure.latency().p99()),
                                number("%.2f", results.ratioToBare(line)),
                                number("%.1f", figure.cpuMicros()))));
        return rows;
    }

    private List<List<String>> targetRows() {
        var rows = new ArrayList<List<String>>();
        for (var target : Target.values()) {
            var verdict = target.verdict(results).text();
            rows.add(List.of(target.what(), target.text(results), verdict));
        }
        return rows;
    }

    private List<String> remarks() {
        var remarks = new ArrayList<String>();
        results.forEach((line, figure) -> {
            var label = line.letter() + ", " + line.what() + ": ";
            for (var fault : figure.faults()) remarks.add("INVALID: " + label + fault);
            for (var note : figure.notes()) remarks.add(label + note);
        });
        return remarks;
    }

    private JsonObject json(Line line, Figure figure) {
        var json = new JsonObject().put("part", line.letter()).put("what", line.what());
        json.put("perSecond", figure.perSecond()).put("valid", figure.isValid());
        figure.latency().p50().ifPresent(value -> json.put("p50Ms", value));
        figure.latency().p99().ifPresent(value -> json.put("p99Ms", value));
        results.ratioToBare(line).ifPresent(value -> json.put("ofBare", value));
        figure.cpuMicros().ifPresent(value -> json.put("cpuMicros", value));
        json.put("faults", new JsonArray(figure.faults()));
        return json.put("notes", new JsonArray(figure.notes()));
    }

    private JsonObject json(Target target) {
        var json = new JsonObject().put("what", target.what());
        target.value(results).ifPresent(value -> json.put("value", value));
        return json.put("verdict", target.verdict(results).text());
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String number(String format, OptionalDouble value) {
        return value.isEmpty() ? "" : String.format(Locale.ROOT, format, value.getAsDouble());
    }
}
