package dev.sluice.rehearsal;

import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import dev.sluice.rehearsal.scenario.ScenarioRules;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scenarios for tests.
public final class Samples {
    private Samples() {}

    /// Five of a hundred have each odd habit, and the rest none.
    public static Map<Habit, Integer> everybody() {
        var mix = new EnumMap<Habit, Integer>(Habit.class);
        for (var habit : Habit.values()) mix.put(habit, 5);
        mix.put(Habit.PLAIN, 45);
        return mix;
    }

    public static Scenario scenario(
            int buyers, int units, Arrival arrival, Map<Habit, Integer> mix) {
        return scenario(buyers, units, arrival, new Mix(mix, Duration.ofSeconds(5)));
    }

    /// The same where nobody judges how fast answers come, since machine and crowd are one.
    public static Scenario patient(
            int buyers, int units, Arrival arrival, Map<Habit, Integer> mix) {
        return scenario(buyers, units, arrival, new Mix(mix, Duration.ofMinutes(1)));
    }

    /// The same where nobody gives a call up for as long as a scenario allows.
    public static Scenario unhurried(
            int buyers, int units, Arrival arrival, Map<Habit, Integer> mix) {
        return scenario(buyers, units, arrival, new Mix(mix, ScenarioRules.ANSWER_MAX));
    }

    /// The same crowd, which comes within another time to a sale of another length.
    public static Scenario timed(Scenario like, Duration arriveWithin, Duration lasts) {
        return new Scenario(
                like.name(),
                like.about(),
                like.seed(),
                like.buyers(),
                like.units(),
                like.perBuyer(),
                like.arrival(),
                arriveWithin,
                lasts,
                like.challenge(),
                like.gateFactor(),
                like.payWithin(),
                like.daily(),
                like.restocks(),
                like.mix(),
                like.answerMax(),
                Optional.empty());
    }

    private record Mix(Map<Habit, Integer> habits, Duration answerMax) {}

    private static Scenario scenario(int buyers, int units, Arrival arrival, Mix mix) {
        return new Scenario(
                "sample",
                "For a test.",
                42,
                buyers,
                List.of(units),
                1,
                arrival,
                Duration.ofSeconds(2),
                Duration.ofSeconds(7),
                Scenario.Challenge.NONE,
                5,
                Duration.ofSeconds(5),
                false,
                List.of(),
                mix.habits,
                mix.answerMax,
                Optional.empty());
    }
}
