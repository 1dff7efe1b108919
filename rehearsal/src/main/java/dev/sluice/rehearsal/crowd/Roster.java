package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// Who comes when, with which habit and for which offer: all of it fixed before the first request,
/// from the scenario and its seed alone. A server that stalls does not slow the arrivals down.
///
/// A buyer's own chance is a generator made from the seed and the buyer's number, so what one buyer
/// does never depends on how often another one asked for a number.
final class Roster {
    /// How long before the opening those who come early may come.
    static final Duration EARLY_MAX = Duration.ofSeconds(3);

    private static final Duration EARLY_MIN = Duration.ofMillis(500);

    /// Half of a spike comes within this part of its span.
    private static final double SPIKE_HALF = 0.1;

    private static final double SPIKE_RATE = Math.log(2) / SPIKE_HALF;
    private static final long MIXER = 0x9E3779B97F4A7C15L;
    private static final int HUNDRED = 100;

    private final Scenario scenario;
    private final Habit[] habits;
    private final long[] arrivals;
    private final int[] offers;

    Roster(Scenario scenario) {
        this.scenario = scenario;
        this.habits = habits(scenario);
        this.arrivals = new long[scenario.buyers()];
        this.offers = new int[scenario.buyers()];
        for (int buyer = 0; buyer < scenario.buyers(); buyer++) {
            // Not the buyer's own generator: what it gives is the buyer's.
            var random = new SplittableRandom(~scenario.seed() + buyer * MIXER);
            arrivals[buyer] = arrival(habits[buyer], random.nextDouble());
            offers[buyer] = random.nextInt(scenario.units().size());
        }
    }

    int size() {
        return habits.length;
    }

    Habit habit(int buyer) {
        return habits[buyer];
    }

    /// The number of the offer that the buyer comes for.
    int offer(int buyer) {
        return offers[buyer];
    }

    /// In nanoseconds after the opening; negative before it.
    long arrival(int buyer) {
        return arrivals[buyer];
    }

    /// The moment of the first buyer, in nanoseconds after the opening.
    long firstArrival() {
        return Arrays.stream(arrivals).min().orElse(0);
    }

    /// The buyer's own chance.
    SplittableRandom random(int buyer) {
        return new SplittableRandom(scenario.seed() * MIXER + buyer);
    }

    private long arrival(Habit habit, double chance) {
        if (habit == Habit.EARLY) {
            long spread = EARLY_MAX.minus(EARLY_MIN).toNanos();
            return -EARLY_MIN.toNanos() - (long) (spread * chance);
        }
        return (long) (scenario.arriveWithin().toNanos() * partOfSpan(scenario.arrival(), chance));
    }

    /// The moment, as a part of the span, by which the given part of all buyers has come.
    static double partOfSpan(Scenario.Arrival arrival, double chance) {
        return switch (arrival) {
            case SPIKE -> spike(chance);
            case RAMP -> Math.sqrt(chance);
            case STEADY -> chance;
            case DOUBLE_SPIKE ->
                    chance < 0.5 ? spike(2 * chance) / 2 : 0.5 + spike(2 * chance - 1) / 2;
        };
    }

    /// An exponential tail, cut off at the end of the span.
    private static double spike(double chance) {
        double all = 1 - Math.exp(-SPIKE_RATE);
        return -Math.log(1 - chance * all) / SPIKE_RATE;
    }

    /// As many of each habit as the mix says, in an order that the seed decides. What the division
    /// leaves over goes to those with the largest remainders.
    private static Habit[] habits(Scenario scenario) {
        var mix = scenario.mix();
        int buyers = scenario.buyers();
        var cast = new ArrayList<Habit>(buyers);
        for (var habit : Habit.values()) {
            long count = (long) buyers * mix.getOrDefault(habit, 0) / HUNDRED;
            for (long i = 0; i < count; i++) cast.add(habit);
        }
        var byRemainder =
                Comparator.comparingLong(
                        (Habit habit) -> -((long) buyers * mix.getOrDefault(habit, 0) % HUNDRED));
        var rest = new ArrayList<>(List.of(Habit.values()));
        rest.removeIf(habit -> mix.getOrDefault(habit, 0) == 0);
        rest.sort(byRemainder);
        for (int i = 0; cast.size() < buyers && !rest.isEmpty(); i++) {
            cast.add(rest.get(i % rest.size()));
        }
        while (cast.size() < buyers) cast.add(Habit.PLAIN);
        return shuffled(cast, new SplittableRandom(scenario.seed()));
    }

    private static Habit[] shuffled(List<Habit> cast, SplittableRandom random) {
        var habits = cast.toArray(Habit[]::new);
        for (int i = habits.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            var habit = habits[i];
            habits[i] = habits[j];
            habits[j] = habit;
        }
        return habits;
    }
}
