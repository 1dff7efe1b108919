package dev.sluice.rehearsal.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.Scenario.Challenge;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import dev.sluice.rehearsal.scenario.Scenario.Restock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioFileTest {

    @Test
    void every_field_is_read() {
        var scenario =
                read(
                        """
                        # A comment.
                        about = Everything at once # and a remark
                        seed = 99
                        buyers = 12
                        units = 1000, 500
                        per-buyer = 3
                        arrive = double-spike
                        arrive-within = 1500ms
                        lasts = 2m
                          challenge=none
                        gate-factor = 7
                        pay-within = 9s
                        repeat = daily
                        restock = 5s, 1, 200
                        restock = 1m, 2, 30
                        answer-max = 4s

                        mix.plain = 60
                        mix.double-click = 40
                        """);

        assertEquals("own", scenario.name());
        assertEquals("Everything at once", scenario.about());
        assertEquals(99, scenario.seed());
        assertEquals(12, scenario.buyers());
        assertEquals(List.of(1_000, 500), scenario.units());
        assertEquals(3, scenario.perBuyer());
        assertEquals(Arrival.DOUBLE_SPIKE, scenario.arrival());
        assertEquals(Duration.ofMillis(1_500), scenario.arriveWithin());
        assertEquals(Duration.ofMinutes(2), scenario.lasts());
        assertEquals(Challenge.NONE, scenario.challenge());
        assertEquals(7, scenario.gateFactor());
        assertEquals(Duration.ofSeconds(9), scenario.payWithin());
        assertTrue(scenario.daily());
        assertEquals(
                List.of(
                        new Restock(Duration.ofSeconds(5), 1, 200),
                        new Restock(Duration.ofMinutes(1), 2, 30)),
                scenario.restocks());
        assertEquals(Duration.ofSeconds(4), scenario.answerMax());
        assertEquals(60, scenario.mix().get(Habit.PLAIN));
        assertEquals(40, scenario.mix().get(Habit.DOUBLE_CLICK));
        assertEquals(0, scenario.mix().get(Habit.VANDAL));
    }

    @Test
    void a_field_that_is_left_out_is_as_in_typical() {
        var empty = read("");
        var typical = Scenarios.find("typical", 5);

        assertEquals(typical.seed(), empty.seed());
        assertEquals(typical.buyers(), empty.buyers());
        assertEquals(typical.units(), empty.units());
        assertEquals(typical.perBuyer(), empty.perBuyer());
        assertEquals(typical.arrival(), empty.arrival());
        assertEquals(typical.arriveWithin(), empty.arriveWithin());
        assertEquals(typical.lasts(), empty.lasts());
        assertEquals(typical.challenge(), empty.challenge());
        assertEquals(typical.gateFactor(), empty.gateFactor());
        assertEquals(typical.payWithin(), empty.payWithin());
        assertEquals(typical.daily(), empty.daily());
        assertEquals(typical.answerMax(), empty.answerMax());
        assertEquals(100, empty.mix().get(Habit.PLAIN));
    }

    @Test
    void a_bad_value_is_refused_with_file_line_and_field() {
        refused(
                "own.scenario, line 2, mix.plain: must be a number from 0 to 100, was \"many\"",
                "\nmix.plain = many");
        refused(
                "own.scenario, line 1, buyers: must be a number from 1 to 1000000, was \"\"",
                "buyers =");
        refused(
                "own.scenario, line 1, units: must be a number from 1 to 10000000, was \"x\"",
                "units = 5, x");
        refused(
                "own.scenario, line 1, arrive: must be one of spike, ramp, steady, double-spike,"
                        + " was \"SPIKE\"",
                "arrive = SPIKE");
        refused(
                "own.scenario, line 1, lasts: must be a time such as 500ms, 20s or 2m, was"
                        + " \"20 s\"",
                "lasts = 20 s");
        refused(
                "own.scenario, line 1, pay-within: must be a time from 5s to 1h, was \"4s\"",
                "pay-within = 4s");
        refused(
                "own.scenario, line 1, challenge: must be one of none, work, was \"math\"",
                "challenge = math");
        refused(
                "own.scenario, line 1, repeat: must be one of none, daily, was \"weekly\"",
                "repeat = weekly");
        refused(
                "own.scenario, line 1, seed: must be a whole number such as 42, was \"1.5\"",
                "seed = 1.5");
        refused(
                "own.scenario, line 1, about: must be a sentence of at most 200 characters, was"
                        + " \"\"",
                "about =");
    }

    @Test
    void a_bad_restock_is_refused_with_its_own_line() {
        refused(
                "own.scenario, line 2, restock: must be time, offer, units such as 5s, 1, 200, was"
                        + " \"5s, 1\"",
                "restock = 5s, 1, 1\nrestock = 5s, 1");
        refused(
                "own.scenario, line 1, restock: must be a number from 1 to 10000000, was \"0\"",
                "restock = 5s, 1, 0");
        refused(
                "own.scenario, line 3, restock: must name an offer from 1 to 2, was 3",
                "units = 5, 5\nrestock = 5s, 2, 1\nrestock = 5s, 3, 1");
        refused(
                "own.scenario, line 2, restock: must come before the sale is over (5s), was 5s",
                "lasts = 5s\nrestock = 5s, 1, 1");
    }

    @Test
    void a_line_that_is_no_field_is_refused() {
        refused("own.scenario, line 3: must be field = value, was \"buyers 5\"", "\n\nbuyers 5");
        refused("own.scenario, line 1: must be field = value, was \"= 5\"", "= 5");
    }

    @Test
    void an_unknown_field_is_refused_with_those_that_there_are() {
        var failure = failure("buyer = 5");

        assertTrue(failure.startsWith("own.scenario, line 1, buyer: is no field of a scenario; "));
        assertTrue(failure.contains("buyers"), failure);
        assertTrue(failure("mix.nice = 5").startsWith("own.scenario, line 1, mix.nice: is no"));
    }

    @Test
    void a_field_that_is_given_twice_is_refused() {
        refused(
                "own.scenario, line 3, buyers: is given in line 1 already",
                "buyers = 5\n# Again.\nbuyers = 6");
    }

    @Test
    void a_mix_that_is_not_a_hundred_is_refused() {
        refused(
                "own.scenario, line 3, mix: must sum to 100, was 90",
                "mix.plain = 60\n\nmix.early = 30");
    }

    @Test
    void fields_that_do_not_go_together_are_refused() {
        refused(
                "own.scenario, line 2, arrive-within: must be at most as long as the sale lasts"
                        + " (5s), was 6s",
                "lasts = 5s\narrive-within = 6s");
        refused(
                "own.scenario, arrive-within: must be at most as long as the sale lasts (1s), was"
                        + " 2s",
                "lasts = 1s");
        refused(
                "own.scenario, line 1, pay-within: must be whole seconds, was 5500ms",
                "pay-within = 5500ms");
    }

    @Test
    void a_failure_is_one_line_whatever_the_value() {
        var failure = failure("buyers = \u0007\u001b[31m" + "x".repeat(500));

        assertEquals(1, failure.lines().count());
        assertTrue(failure.length() < 150, failure);
        assertTrue(failure.chars().noneMatch(Character::isISOControl), failure);
    }

    private static Scenario read(String text) {
        return ScenarioFile.read("own.scenario", text, 5);
    }

    private static void refused(String message, String text) {
        assertEquals(message, failure(text));
    }

    private static String failure(String text) {
        return assertThrows(RehearsalFailure.class, () -> read(text)).getMessage();
    }
}
