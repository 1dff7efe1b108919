package dev.sluice.rehearsal;

import dev.sluice.rehearsal.Scenario.Arrival;
import dev.sluice.rehearsal.Scenario.Habit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scenarios for tests.
final class Samples {
    private Samples() {}

    /// Five of a hundred have each odd habit, and the rest none.
    static Map<Habit, Integer> everybody() {
        var mix = new EnumMap<Habit, Integer>(Habit.class);
        for (var habit : Habit.values()) mix.put(habit, 5);
        mix.put(Habit.PLAIN, 45);
        return mix;
    }

    static Scenario scenario(int buyers, int units, Arrival arrival, Map<Habit, Integer> mix) {
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
                mix,
                Duration.ofSeconds(5),
                Optional.empty());
    }
}
