package dev.sluice.rehearsal.scenario;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The words of a scenario as its file and the command line have them.
public final class Repeat {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

    private Repeat() {}

    /// The command that plays a scenario again, down to its seed.
    ///
    /// @param nodes where it was played; a copy can be made nowhere else
    public static String command(Scenario scenario, List<URI> nodes) {
        var at = nodes.stream().map(node -> " --url " + node).collect(Collectors.joining());
        return String.join(
                " ",
                "./sluice rehearse"
                        + scenario.original().map(o -> at + " --sale " + o.saleId()).orElse(""),
                "--scenario " + quoted(scenario.name()),
                "--seed " + scenario.seed(),
                "--buyers " + scenario.buyers(),
                "--units " + units(scenario),
                "--arrive " + word(scenario.arrival()) + "," + duration(scenario.arriveWithin()),
                "--duration " + duration(scenario.lasts()));
    }

    public static String units(Scenario scenario) {
        return scenario.units().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    public static String restock(Scenario.Restock restock) {
        return duration(restock.after()) + ", " + restock.offer() + ", " + restock.units();
    }

    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0) return millis + "ms";
        long seconds = millis / 1_000;
        return seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /// As a shell takes it for one word.
    private static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) return word;
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
