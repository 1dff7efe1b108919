package dev.sluice.rehearsal.scenario;

import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.Scenario.Challenge;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import dev.sluice.rehearsal.scenario.Scenario.Restock;
import dev.sluice.rehearsal.scenario.ScenarioRules.Flaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads a scenario from its file: lines `field = value`, empty lines, and comments from `#` on. A
/// field that is left out has the value it has in `typical`; without any `mix` all buyers are
/// plain. `restock` may be given several times, all others once. Every failure names the file, the
/// line and the field.
public final class ScenarioFile {
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
    private static final String MIX = "mix.";
    private static final String SUFFIX = ".scenario";
    private static final int ABOUT_MAX = 200;

    private enum Repeat {
        NONE,
        DAILY
    }

    private record Line(int number, String value) {}

    private final String file;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final List<Line> restocks = new ArrayList<>();
    private final TreeSet<String> known = new TreeSet<>();

    private ScenarioFile(String file) {
        this.file = file;
    }

    /// @param file its name, for failures; without `.scenario` it is the name of the scenario
    /// @param seed for a file that gives none
    public static Scenario read(String file, String text, long seed) {
        var reader = new ScenarioFile(file);
        reader.split(text);
        var scenario = reader.scenario(seed);
        reader.refuseUnknown();
        ScenarioRules.flaw(scenario)
                .ifPresent(flaw -> {
                    throw reader.failure(flaw);
                });
        return scenario;
    }

    private void split(String text) {
        int number = 0;
        for (var raw : text.split("\\R", -1)) {
            number++;
            var line = COMMENT.matcher(raw).replaceFirst("").strip();
            if (line.isEmpty()) continue;
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new RehearsalFailure(
                        "%s, line %d: must be field = value, was %s"
                                .formatted(file, number, Values.quoted(line)));
            }
            take(line.substring(0, equals).strip(), line.substring(equals + 1).strip(), number);
        }
    }

    private void take(String field, String value, int number) {
        var line = new Line(number, value);
        if (field.equals("restock")) {
            restocks.add(line);
            return;
        }
        var before = lines.putIfAbsent(field, line);
        if (before != null) {
            throw failure(number, field, "is given in line " + before.number() + " already");
        }
    }

    private Scenario scenario(long seed) {
        return new Scenario(
                name(),
                value("about", "A scenario of your own", this::about),
                value("seed", Long.toString(seed), Values::seed),
                value("buyers", "50000", t -> Values.number(t, 1, ScenarioRules.BUYERS_MAX)),
                value("units", "1000", Values::units),
                value("per-buyer", "1", t -> Values.number(t, 1, ScenarioRules.PER_BUYER_MAX)),
                value("arrive", "spike", t -> Values.choice(t, Arrival.class)),
                time("arrive-within", "2s", ScenarioRules.SPAN_MIN, ScenarioRules.LASTS_MAX),
                time("lasts", "25s", ScenarioRules.LASTS_MIN, ScenarioRules.LASTS_MAX),
                value("challenge", "work", t -> Values.choice(t, Challenge.class)),
                value("gate-factor", "5", t -> Values.number(t, 1, ScenarioRules.GATE_FACTOR_MAX)),
                time("pay-within", "8s", ScenarioRules.PAY_WITHIN_MIN, ScenarioRules.LASTS_MAX),
                value("repeat", "none", t -> Values.choice(t, Repeat.class)) == Repeat.DAILY,
                restocks.stream().map(this::restock).toList(),
                mix(),
                time("answer-max", "15s", ScenarioRules.ANSWER_MIN, ScenarioRules.ANSWER_MAX),
                Optional.empty());
    }

    private String name() {
        return file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
    }

    private String about(String text) {
        if (!text.isEmpty() && text.length() <= ABOUT_MAX) return text;
        throw Values.refusal("a sentence of at most " + ABOUT_MAX + " characters", text);
    }

    private Map<Habit, Integer> mix() {
        var mix = new EnumMap<Habit, Integer>(Habit.class);
        for (var habit : Habit.values()) {
            int share =
                    value(
                            MIX + Values.word(habit),
                            "0",
                            t -> Values.number(t, 0, ScenarioRules.MIX_SUM));
            mix.put(habit, share);
        }
        boolean given = lines.keySet().stream().anyMatch(field -> field.startsWith(MIX));
        if (!given) mix.put(Habit.PLAIN, ScenarioRules.MIX_SUM);
        return mix;
    }

    /// After how long, which offer counted from 1, and how many units.
    private Restock restock(Line line) {
        var parts = line.value().split(",", -1);
        try {
            if (parts.length != 3) {
                throw Values.refusal("time, offer, units such as 5s, 1, 200", line.value());
            }
            var after = Values.duration(parts[0].strip(), Duration.ZERO, ScenarioRules.LASTS_MAX);
            int offer = Values.number(parts[1].strip(), 1, Integer.MAX_VALUE);
            int units = Values.number(parts[2].strip(), 1, ScenarioRules.RESTOCK_MAX);
            return new Restock(after, offer, units);
        } catch (IllegalArgumentException e) {
            throw failure(line.number(), "restock", e.getMessage());
        }
    }

    private Duration time(String field, String standard, Duration min, Duration max) {
        return value(field, standard, text -> Values.duration(text, min, max));
    }

    private <T> T value(String field, String standard, Function<String, T> parser) {
        known.add(field);
        var line = lines.get(field);
        if (line == null) return parser.apply(standard);
        try {
            return parser.apply(line.value());
        } catch (IllegalArgumentException e) {
            throw failure(line.number(), field, e.getMessage());
        }
    }

    private void refuseUnknown() {
        known.add("restock");
        lines.forEach((field, line) -> {
            if (known.contains(field)) return;
            throw failure(
                    line.number(),
                    field.replaceAll("\\p{Cntrl}", "?"),
                    "is no field of a scenario; there are " + String.join(", ", known));
        });
    }

    private RehearsalFailure failure(Flaw flaw) {
        int number =
                flaw.field().equals("restock")
                        ? restocks.get(flaw.place()).number()
                        : lastLineOf(flaw.field());
        if (number > 0) return failure(number, flaw.field(), flaw.what());
        return new RehearsalFailure(file + ", " + flaw.field() + ": " + flaw.what());
    }

    /// The last line that gives a field or, for `mix`, one of its parts; 0 when there is none.
    private int lastLineOf(String field) {
        int number = 0;
        for (var entry : lines.entrySet()) {
            var name = entry.getKey();
            boolean isOf = name.equals(field) || name.startsWith(field + ".");
            if (isOf) number = Math.max(number, entry.getValue().number());
        }
        return number;
    }

    private RehearsalFailure failure(int number, String field, String what) {
        return new RehearsalFailure("%s, line %d, %s: %s".formatted(file, number, field, what));
    }
}
