package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.Scenarios;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final String KEY = "a-key-for-tests";

    @Test
    void without_options_the_typical_scenario_is_played_on_a_private_sluice() {
        var options = parse();
        var scenario = options.applyTo(Scenarios.find(options.scenario(), 7));

        assertEquals(List.of(), options.urls());
        assertEquals("typical", scenario.name());
        assertEquals(50_000, scenario.buyers());
        assertEquals(List.of(1_000), scenario.units());
        assertEquals(Arrival.SPIKE, scenario.arrival());
        assertEquals(Duration.ofSeconds(2), scenario.arriveWithin());
        assertEquals(7, scenario.seed());
        assertEquals(Optional.empty(), options.killEvery());
    }

    @Test
    void options_change_the_scenario() {
        var options =
                parse(
                        "--buyers",
                        "500",
                        "--units",
                        "10, 20",
                        "--arrive",
                        "ramp,3s",
                        "--duration",
                        "10s",
                        "--seed=-5",
                        "--kill-server-every",
                        "4s",
                        "--report",
                        "here");
        var scenario = options.applyTo(Scenarios.find("typical", 7));

        assertEquals(500, scenario.buyers());
        assertEquals(List.of(10, 20), scenario.units());
        assertEquals(Arrival.RAMP, scenario.arrival());
        assertEquals(Duration.ofSeconds(3), scenario.arriveWithin());
        assertEquals(Duration.ofSeconds(10), scenario.lasts());
        assertEquals(-5, scenario.seed());
        assertEquals(Optional.of(Duration.ofSeconds(4)), options.killEvery());
        assertEquals(Path.of("here"), options.report());
    }

    @Test
    void another_arrival_takes_half_of_the_sale_and_a_spike_two_seconds() {
        var typical = Scenarios.find("typical", 7);
        var calm = Scenarios.find("calm", 7);

        assertEquals(span(12, 500), parse("--arrive", "steady").applyTo(typical).arriveWithin());
        assertEquals(span(2, 0), parse("--arrive", "spike").applyTo(calm).arriveWithin());
        assertEquals(span(10, 0), parse("--arrive", "steady").applyTo(calm).arriveWithin());
    }

    @Test
    void nobody_arrives_after_a_sale_that_was_made_shorter() {
        var calm = parse("--duration", "4s").applyTo(Scenarios.find("calm", 7));

        assertEquals(Duration.ofSeconds(4), calm.arriveWithin());
    }

    @Test
    void a_running_sluice_is_named_by_its_nodes_and_its_key() {
        var options = parse("--url", "http://a:80/", "--url=https://b", "--key", KEY);

        assertEquals(List.of(URI.create("http://a:80"), URI.create("https://b")), options.urls());
        assertEquals(Optional.of(KEY), options.key());
    }

    @Test
    void a_sale_that_is_copied_keeps_its_units_whatever_the_scenario_has() {
        var options =
                parse("--url", "http://a", "--key", KEY, "--sale", "0ns7d2k8v0w1a", "--units", "7");

        assertEquals(Optional.of("0ns7d2k8v0w1a"), options.sale());
        assertEquals(List.of(7), options.units());
        var scenario = options.applyTo(Scenarios.find("two-offers", 7));
        assertEquals(List.of(1_000, 200), scenario.units());
    }

    @Test
    void the_key_may_come_from_the_environment() {
        var arguments = List.of("--url", "http://a");

        var options = Options.parse(arguments, Map.of("SLUICE_OPERATOR_KEY", KEY));

        assertEquals(Optional.of(KEY), options.key());
    }

    @Test
    void every_bad_value_is_refused_with_its_option_and_what_is_allowed() {
        refused("--buyers must be a number from 1 to 1000000, was \"many\"", "--buyers", "many");
        refused("--buyers must be a number from 1 to 1000000, was \"0\"", "--buyers", "0");
        refused("--buyers must be a number from 1 to 1000000, was \"-1\"", "--buyers", "-1");
        refused("--units must be a number from 1 to 10000000, was \"\"", "--units", "5,");
        refused(
                "--arrive must be one of spike, ramp, steady, double-spike, was \"slowly\"",
                "--arrive",
                "slowly");
        refused(
                "--arrive must be a time such as 500ms, 20s or 2m, was \"soon\"",
                "--arrive",
                "ramp,soon");
        refused("--duration must be a time such as 500ms, 20s or 2m, was \"20\"", "--duration=20");
        refused("--duration must be a time from 1s to 1h, was \"2h\"", "--duration", "2h");
        refused("--seed must be a whole number such as 42, was \"x\"", "--seed", "x");
        refused(
                "--kill-server-every must be a time from 1s to 1h, was \"10ms\"",
                "--kill-server-every",
                "10ms");
        refused("--report must be the path of a folder, was \"\"", "--report", "");
        refused(
                "--sale must be the id of a sale such as 0ns7d2k8v0w1a, was \"a/b\"",
                "--sale",
                "a/b");
        refused("--key must be an operator key, without spaces", "--url=http://a", "--key", "a b");
    }

    @Test
    void an_address_is_scheme_host_and_port_and_nothing_else() {
        for (var bad : List.of("localhost:8080", "ftp://a", "http://", "http://a/b", "a b", "")) {
            refused(
                    "--url must be an address such as http://127.0.0.1:8080, was \"" + bad + "\"",
                    "--url",
                    bad);
        }
    }

    @Test
    void options_that_do_not_go_together_are_refused() {
        refused("--key goes with --url: say where that Sluice runs", "--key", KEY);
        refused("--sale goes with --url: say where that sale is", "--sale", "0ns7d2k8v0w1a");
        refused(
                "--kill-server-every works on a private Sluice only: leave out --url",
                "--url",
                "http://a",
                "--key",
                KEY,
                "--kill-server-every",
                "5s");
        refused(
                "--url needs the operator key of that Sluice: give --key KEY or set"
                        + " SLUICE_OPERATOR_KEY",
                "--url",
                "http://a");
        refused("--seed must be given once only", "--seed", "1", "--seed", "2");
    }

    @Test
    void an_option_that_is_unknown_or_lacks_its_value_is_refused() {
        refused("there is no option \"--fast\": try --help", "--fast");
        refused("there is no option \"fast\": try --help", "fast");
        refused("--buyers needs a value after it: try --help", "--buyers");
        refused("--buyers needs a value after it: try --help", "--buyers", "--units", "5");
    }

    @Test
    void what_does_not_fit_the_scenario_is_refused() {
        assertEquals(
                "--kill-server-every must be shorter than the sale lasts (5s), was 5s",
                misfit("typical", "--duration", "5s", "--kill-server-every", "5s"));
        assertEquals(
                "--arrive must be at most as long as the sale lasts (5s), was 6s",
                misfit("typical", "--duration", "5s", "--arrive", "spike,6s"));
        assertEquals(
                "restock, restock: must come before the sale is over (5s), was 5s",
                misfit("restock", "--duration", "5s"));
    }

    @Test
    void the_help_names_every_option_and_every_scenario() {
        var options =
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
                        "--report",
                        "--help");
        for (var option : options) assertTrue(Options.HELP.contains("    " + option), option);
        for (var name : Scenarios.SHIPPED)
            assertTrue(Options.HELP.contains(" " + name + " "), name);
    }

    private static Duration span(int seconds, int millis) {
        return Duration.ofSeconds(seconds).plusMillis(millis);
    }

    private static Options parse(String... arguments) {
        return Options.parse(List.of(arguments), Map.of());
    }

    private static void refused(String message, String... arguments) {
        var failure = assertThrows(RehearsalFailure.class, () -> parse(arguments));
        assertEquals(message, failure.getMessage());
    }

    private static String misfit(String name, String... arguments) {
        var scenario = Scenarios.find(name, 7);
        var options = parse(arguments);
        return assertThrows(RehearsalFailure.class, () -> options.applyTo(scenario)).getMessage();
    }
}
