package dev.sluice.rehearsal;

import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.ScenarioRules;
import dev.sluice.rehearsal.scenario.Scenarios;
import dev.sluice.rehearsal.scenario.Values;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/// What the command line asks for.
///
/// @param urls the nodes of a running Sluice; empty for one that the rehearsal starts itself
/// @param key of the operator; there when there are `urls`
/// @param sale the id of a sale there of which a copy is played, if not one of the scenario's own
/// @param scenario a name or a file
/// @param units of each offer; empty to leave them as the scenario has them
/// @param arriveWithin the span that was given with the arrival, if any
/// @param killEvery how often the server is killed, if at all
/// @param report the folder for the report
record Options(
        List<URI> urls,
        Optional<String> key,
        Optional<String> sale,
        String scenario,
        OptionalInt buyers,
        List<Integer> units,
        Optional<Arrival> arrival,
        Optional<Duration> arriveWithin,
        Optional<Duration> lasts,
        OptionalLong seed,
        Optional<Duration> killEvery,
        Path report) {

    static final String HELP =
            """
            ./sluice rehearse [options]: sends a crowd at a Sluice and judges what it did.

            Without options it starts a private Sluice and sells 1,000 units to 50,000 buyers
            who arrive within two seconds.

                --scenario NAME|FILE       what is played (default typical); NAME is one of
                                             calm        a few patient, honest buyers
                                             typical     a crowd as a shop knows it
                                             hostile     bots, thieves and vandals among them
                                             restock     stock is added while the sale runs
                                             two-offers  two offers in one sale
                                             daily       a sale that repeats every day
                --buyers N                 how many come
                --units N[,N...]           units of each offer
                --arrive HOW[,WITHIN]      spike, ramp, steady or double-spike, as in ramp,5s
                --duration TIME            how long the sale stays open, such as 20s or 2m
                --seed N                   repeats what the crowd of an earlier rehearsal did
                --kill-server-every TIME   kills the private Sluice in mid-sale, again and again
                --url URL                  a running Sluice that was started with --rehearsal;
                                           once for each of its nodes
                --key KEY                  its operator key (default $SLUICE_OPERATOR_KEY)
                --sale ID                  plays a copy of this sale there: the same offers,
                                           with all their units; its own stock is not touched
                --report DIR               where the report goes (default rehearsal-report)
                --help                     this text

            Exit: 0 when every promise was kept, 1 when one was not, 2 when it could not run.
            """;

    private static final List<String> KNOWN =
            List.of(
                    "--scenario",
                    "--buyers",
                    "--units",
                    "--arrive",
                    "--duration",
                    "--seed",
                    "--kill-server-every",
                    "--url",
                    "--key",
                    "--sale",
                    "--report");
    private static final String KEY_VARIABLE = "SLUICE_OPERATOR_KEY";
    private static final String REPORT = "rehearsal-report";
    private static final int NODES_MAX = 100;
    private static final Duration SPIKE_WITHIN = Duration.ofSeconds(2);

    /// Throws [RehearsalFailure] with what is wrong. `--help` is not seen here.
    static Options parse(List<String> arguments, Map<String, String> environment) {
        var given = new Given(split(arguments));
        var urls = given.all("--url", Options::url);
        var key = given.one("--key", Options::key);
        var sale = given.one("--sale", Options::id);
        var kill = given.one("--kill-server-every", Options::sometime);
        refuseMisfits(urls, key, kill);
        if (urls.isEmpty() && sale.isPresent()) {
            throw new RehearsalFailure("--sale goes with --url: say where that sale is");
        }
        if (!urls.isEmpty() && key.isEmpty()) key = Optional.of(keyOf(environment));
        var buyers = given.one("--buyers", t -> Values.number(t, 1, ScenarioRules.BUYERS_MAX));
        var arrive = given.one("--arrive", Arrive::parse);
        return new Options(
                urls,
                key,
                sale,
                given.one("--scenario", Function.identity()).orElse(Scenarios.STANDARD),
                buyers.isPresent() ? OptionalInt.of(buyers.get()) : OptionalInt.empty(),
                given.one("--units", Values::units).orElse(List.of()),
                arrive.map(Arrive::arrival),
                arrive.flatMap(Arrive::within),
                given.one("--duration", Options::sometime),
                given.one("--seed", Values::seed)
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                kill,
                given.one("--report", Options::path).orElse(Path.of(REPORT)));
    }

    /// The scenario as these options change it. The units of a sale that is copied are no matter of
    /// the scenario, see [Original#playedBy].
    Scenario applyTo(Scenario scenario) {
        var changed =
                new Scenario(
                        scenario.name(),
                        scenario.about(),
                        seed.orElse(scenario.seed()),
                        buyers.orElse(scenario.buyers()),
                        units.isEmpty() || sale.isPresent() ? scenario.units() : units,
                        scenario.perBuyer(),
                        arrival.orElse(scenario.arrival()),
                        spanIn(scenario),
                        lasts.orElse(scenario.lasts()),
                        scenario.challenge(),
                        scenario.gateFactor(),
                        scenario.payWithin(),
                        scenario.daily(),
                        scenario.restocks(),
                        scenario.mix(),
                        scenario.answerMax(),
                        scenario.original());
        refuseMisfits(changed);
        return changed;
    }

    /// A spike is short; other arrivals that the scenario does not know take half of the sale.
    private Duration spanIn(Scenario scenario) {
        if (arriveWithin.isPresent()) return arriveWithin.get();
        var how = arrival.orElse(scenario.arrival());
        var length = lasts.orElse(scenario.lasts());
        var span = scenario.arriveWithin();
        if (how != scenario.arrival()) {
            span = how == Arrival.SPIKE ? SPIKE_WITHIN : length.dividedBy(2);
        }
        return span.compareTo(length) > 0 ? length : span;
    }

    private void refuseMisfits(Scenario changed) {
        ScenarioRules.flaw(changed)
                .ifPresent(flaw -> {
                    boolean isSpan = flaw.field().equals("arrive-within");
                    var field = isSpan ? "--arrive" : changed.name() + ", " + flaw.field() + ":";
                    throw new RehearsalFailure(field + " " + flaw.what());
                });
        killEvery
                .filter(every -> every.compareTo(changed.lasts()) >= 0)
                .ifPresent(every -> {
                    throw new RehearsalFailure(
                            "--kill-server-every must be shorter than the sale lasts (%s), was %s"
                                    .formatted(Values.words(changed.lasts()), Values.words(every)));
                });
    }

    private static void refuseMisfits(
            List<URI> urls, Optional<String> key, Optional<Duration> kill) {
        if (urls.size() > NODES_MAX) {
            throw new RehearsalFailure("--url must be given at most " + NODES_MAX + " times");
        }
        if (urls.isEmpty() && key.isPresent()) {
            throw new RehearsalFailure("--key goes with --url: say where that Sluice runs");
        }
        if (!urls.isEmpty() && kill.isPresent()) {
            throw new RehearsalFailure(
                    "--kill-server-every works on a private Sluice only: leave out --url");
        }
    }

    private static String keyOf(Map<String, String> environment) {
        var key = environment.getOrDefault(KEY_VARIABLE, "");
        if (!key.isEmpty()) return new Given(Map.of(KEY_VARIABLE, List.of(key))).key();
        throw new RehearsalFailure(
                "--url needs the operator key of that Sluice: give --key KEY or set "
                        + KEY_VARIABLE);
    }

    private static Map<String, List<String>> split(List<String> arguments) {
        var given = new LinkedHashMap<String, List<String>>();
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            var text = rest.next();
            int equals = text.startsWith("--") ? text.indexOf('=') : -1;
            var option = equals < 0 ? text : text.substring(0, equals);
            if (!KNOWN.contains(option)) {
                throw new RehearsalFailure(
                        "there is no option " + Values.quoted(option) + ": try --help");
            }
            var value = equals < 0 ? next(option, rest) : text.substring(equals + 1);
            given.computeIfAbsent(option, _ -> new ArrayList<>()).add(value);
        }
        return given;
    }

    private static String next(String option, Iterator<String> rest) {
        var value = rest.hasNext() ? rest.next() : "--";
        if (!value.startsWith("--")) return value;
        throw new RehearsalFailure(option + " needs a value after it: try --help");
    }

    private static URI url(String text) {
        try {
            var uri = new URI(text.replaceFirst("/$", ""));
            boolean fits =
                    ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                            && uri.getHost() != null
                            && uri.getUserInfo() == null
                            && uri.getPath().isEmpty()
                            && uri.getQuery() == null
                            && uri.getFragment() == null;
            if (fits) return uri;
        } catch (URISyntaxException e) {
            // The same refusal as for an address of another kind.
        }
        throw Values.refusal("an address such as http://127.0.0.1:8080", text);
    }

    /// What a header can carry.
    private static String key(String text) {
        if (text.matches("[\\x21-\\x7e]{1,256}")) return text;
        throw new IllegalArgumentException("must be an operator key, without spaces");
    }

    /// What any id of a Sluice looks like.
    private static String id(String text) {
        if (text.matches("[0-9A-Za-z_-]{1,64}")) return text;
        throw Values.refusal("the id of a sale such as 0ns7d2k8v0w1a", text);
    }

    private static Duration sometime(String text) {
        return Values.duration(text, ScenarioRules.LASTS_MIN, ScenarioRules.LASTS_MAX);
    }

    private static Path path(String text) {
        try {
            if (!text.isBlank()) return Path.of(text);
        } catch (InvalidPathException e) {
            // The same refusal as for no path at all.
        }
        throw Values.refusal("the path of a folder", text);
    }

    private record Arrive(Arrival arrival, Optional<Duration> within) {
        static Arrive parse(String text) {
            int comma = text.indexOf(',');
            var how = comma < 0 ? text : text.substring(0, comma);
            var arrival = Values.choice(how.strip(), Arrival.class);
            if (comma < 0) return new Arrive(arrival, Optional.empty());
            var within = text.substring(comma + 1).strip();
            return new Arrive(
                    arrival,
                    Optional.of(
                            Values.duration(
                                    within, ScenarioRules.SPAN_MIN, ScenarioRules.LASTS_MAX)));
        }
    }

    /// The values by option, each read once and each failure naming its option.
    private record Given(Map<String, List<String>> values) {

        <T> Optional<T> one(String option, Function<String, T> parser) {
            var all = all(option, parser);
            if (all.size() > 1) throw new RehearsalFailure(option + " must be given once only");
            return all.stream().findFirst();
        }

        String key() {
            return one(KEY_VARIABLE, Options::key).orElseThrow();
        }

        <T> List<T> all(String option, Function<String, T> parser) {
            try {
                return values.getOrDefault(option, List.of()).stream().map(parser).toList();
            } catch (IllegalArgumentException e) {
                throw new RehearsalFailure(option + " " + e.getMessage());
            }
        }
    }
}
