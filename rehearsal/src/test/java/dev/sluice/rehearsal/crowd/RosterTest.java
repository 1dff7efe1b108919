package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.Samples;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RosterTest {
    private static final int BUYERS = 20_000;
    private static final double SPAN = 2e9;

    @Test
    void the_mix_decides_how_many_have_each_habit() {
        var roster = new Roster(Samples.scenario(1_010, 1, Arrival.SPIKE, Samples.everybody()));

        var counts =
                IntStream.range(0, roster.size())
                        .mapToObj(roster::habit)
                        .collect(Collectors.groupingBy(h -> h, Collectors.counting()));

        assertEquals(1_010, counts.values().stream().mapToLong(Long::longValue).sum());
        for (var habit : Habit.values()) {
            double wanted = 10.1 * Samples.everybody().get(habit);
            assertTrue(Math.abs(counts.get(habit) - wanted) <= 1, habit + ": " + counts);
        }
    }

    @Test
    void the_same_seed_gives_the_same_schedule() {
        assertEquals(schedule(42), schedule(42));
        assertNotEquals(schedule(42), schedule(43));
    }

    @Test
    void half_of_a_spike_comes_in_the_first_tenth() {
        assertEquals(0.5, partBefore(Arrival.SPIKE, 0.1), 0.02);
        assertEquals(1, partBefore(Arrival.SPIKE, 1), 0);
    }

    @Test
    void a_ramp_grows_and_a_steady_stream_does_not() {
        assertEquals(0.25, partBefore(Arrival.RAMP, 0.5), 0.02);
        assertEquals(0.5, partBefore(Arrival.STEADY, 0.5), 0.02);
        assertEquals(1, partBefore(Arrival.RAMP, 1), 0);
        assertEquals(1, partBefore(Arrival.STEADY, 1), 0);
    }

    @Test
    void the_second_spike_comes_in_the_middle() {
        assertEquals(0.25, partBefore(Arrival.DOUBLE_SPIKE, 0.05), 0.02);
        assertEquals(0.5, partBefore(Arrival.DOUBLE_SPIKE, 0.5), 0.02);
        assertEquals(0.75, partBefore(Arrival.DOUBLE_SPIKE, 0.55), 0.02);
        assertEquals(1, partBefore(Arrival.DOUBLE_SPIKE, 1), 0);
    }

    @Test
    void those_who_come_early_come_before_the_opening() {
        var roster = new Roster(Samples.scenario(200, 1, Arrival.STEADY, Map.of(Habit.EARLY, 100)));

        for (int buyer = 0; buyer < roster.size(); buyer++) {
            assertTrue(roster.arrival(buyer) < 0);
            assertTrue(roster.arrival(buyer) >= -Roster.EARLY_MAX.toNanos());
        }
        assertTrue(roster.firstArrival() < 0);
    }

    private static double partBefore(Arrival arrival, double partOfSpan) {
        var roster = new Roster(Samples.scenario(BUYERS, 1, arrival, Map.of(Habit.PLAIN, 100)));
        return IntStream.range(0, BUYERS)
                        .filter(buyer -> roster.arrival(buyer) >= 0)
                        .filter(buyer -> roster.arrival(buyer) <= partOfSpan * SPAN)
                        .count()
                / (double) BUYERS;
    }

    private static List<String> schedule(long seed) {
        var like = Samples.scenario(500, 1, Arrival.SPIKE, Samples.everybody());
        var scenario =
                new Scenario(
                        like.name(),
                        like.about(),
                        seed,
                        like.buyers(),
                        List.of(3, 4),
                        like.perBuyer(),
                        like.arrival(),
                        like.arriveWithin(),
                        like.lasts(),
                        like.challenge(),
                        like.gateFactor(),
                        like.payWithin(),
                        like.daily(),
                        like.restocks(),
                        like.mix(),
                        like.answerMax(),
                        Optional.empty());
        var roster = new Roster(scenario);
        return IntStream.range(0, roster.size())
                .mapToObj(b ->
                        roster.habit(b)
                                + " "
                                + roster.arrival(b)
                                + " "
                                + roster.offer(b)
                                + " "
                                + roster.random(b).nextLong())
                .toList();
    }
}
