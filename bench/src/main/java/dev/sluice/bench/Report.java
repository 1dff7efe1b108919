package dev.sluice.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The figures as a table for people, as Markdown and as JSON.
///
/// @param command how to run the same again
record Report(Figures figures, Machine machine, String command, Instant at) {
    private static final List<String> FIGURE_HEADS =
            List.of("", "what", "per second", "p50 ms", "p99 ms", "of bare", "CPU µs");
    private static final List<String> MANY_HEADS =
            List.of("", "what", "per second", "p50 ms", "p99 ms", "ratio", "CPU µs");
    private static final List<String> TARGET_HEADS = List.of("target", "came out", "");

    /// What many nodes share has tables of its own, if it was measured.
    String text() {
        if (!has(true)) return text(false);
        return has(false) ? text(false) + "\n" + text(true) : text(true);
    }

    private String text(boolean many) {
        var text = new StringBuilder();
        text.append(Table.plain(heads(many), figureRows(many), 2)).append('\n');
        text.append(Table.plain(TARGET_HEADS, targetRows(many), 1));
        for (var remark : remarks(many)) text.append('\n').append(remark);
        return text.append('\n').toString();
    }

    /// @param many the part about what many nodes share, or the other one
    String markdown(boolean many) {
        var day = at.truncatedTo(ChronoUnit.MINUTES).toString();
        var text = new StringBuilder();
        text.append("Measured ").append(day).append(" with `").append(command).append("` on ");
        text.append(machine.text()).append(".\n\n");
        text.append(Table.markdown(heads(many), figureRows(many), 2)).append('\n');
        text.append(Table.markdown(TARGET_HEADS, targetRows(many), 1));
        if (!remarks(many).isEmpty()) text.append('\n');
        for (var remark : remarks(many)) text.append("- ").append(remark).append('\n');
        return text.toString();
    }

    JsonObject json() {
        var lines = new JsonObject();
        figures.forEach((line, figure) -> lines.put(line.label(), json(line, figure)));
        var targets = new JsonObject();
        for (var target : Target.values()) targets.put(target.label(), json(target));
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
                .put("valid", figures.areValid())
                .put("figures", lines)
                .put("targets", targets);
    }

    private static List<String> heads(boolean many) {
        return many ? MANY_HEADS : FIGURE_HEADS;
    }

    private boolean has(boolean many) {
        return !lines(many).isEmpty();
    }

    private List<Line> lines(boolean many) {
        return Stream.of(Line.values())
                .filter(line -> line.isOfManyNodes() == many && figures.find(line).isPresent())
                .toList();
    }

    private List<List<String>> figureRows(boolean many) {
        var rows = new ArrayList<List<String>>();
        // A node on shared servers is set against one without.
        if (many)
            figures.find(Line.CLAIM).ifPresent(claim -> rows.add(row(Line.CLAIM, claim, many)));
        for (var line : lines(many)) rows.add(row(line, figures.find(line).orElseThrow(), many));
        return rows;
    }

    private List<String> row(Line line, Figure figure, boolean many) {
        var ratio = many ? figures.ratioToOther(line) : figures.ratioToBare(line);
        return List.of(
                line.label(),
                line.what() + (figure.isValid() ? "" : " (INVALID)"),
                number("%,.0f", OptionalDouble.of(figure.perSecond())),
                number("%.2f", figure.latency().p50()),
                number("%.2f", figure.latency().p99()),
                number("%.2f", ratio),
                number("%.1f", figure.cpuMicros()));
    }

    private List<List<String>> targetRows(boolean many) {
        var rows = new ArrayList<List<String>>();
        for (var target : Target.values()) {
            if (target.isOfManyNodes() != many) continue;
            var verdict = target.verdict(figures).text();
            rows.add(List.of(target.what(), target.text(figures), verdict));
        }
        return rows;
    }

    private List<String> remarks(boolean many) {
        var remarks = new ArrayList<String>();
        for (var line : lines(many)) {
            var figure = figures.find(line).orElseThrow();
            var label = line.label() + ", " + line.what() + ": ";
            for (var fault : figure.faults()) remarks.add("INVALID: " + label + fault);
            for (var note : figure.notes()) remarks.add(label + note);
        }
        return remarks;
    }

    private JsonObject json(Line line, Figure figure) {
        var json = new JsonObject().put("part", line.part().label()).put("what", line.what());
        json.put("perSecond", figure.perSecond()).put("valid", figure.isValid());
        figure.latency().p50().ifPresent(value -> json.put("p50Ms", value));
        figure.latency().p99().ifPresent(value -> json.put("p99Ms", value));
        figures.ratioToBare(line).ifPresent(value -> json.put("ofBare", value));
        figures.ratioToOther(line).ifPresent(value -> json.put("ratio", value));
        figure.cpuMicros().ifPresent(value -> json.put("cpuMicros", value));
        json.put("faults", new JsonArray(figure.faults()));
        return json.put("notes", new JsonArray(figure.notes()));
    }

    private JsonObject json(Target target) {
        var json = new JsonObject().put("what", target.what());
        target.value(figures).ifPresent(value -> json.put("value", value));
        return json.put("verdict", target.verdict(figures).text());
    }

    private static String number(String format, OptionalDouble value) {
        return value.isEmpty() ? "" : String.format(Locale.ROOT, format, value.getAsDouble());
    }
}
