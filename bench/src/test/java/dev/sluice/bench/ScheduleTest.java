package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void moments_are_evenly_apart_from_the_start_on() {
        var schedule = new Schedule(500, 4, 100);

        assertEquals(500, schedule.momentOf(0));
        assertEquals(500 + SECOND / 4, schedule.momentOf(1));
        assertEquals(500 + 10 * SECOND, schedule.momentOf(40));
    }

    @Test
    void a_request_is_due_from_its_moment_on() {
        var schedule = new Schedule(0, 4, 100);

        assertEquals(0, schedule.dueBy(-1));
        assertEquals(1, schedule.dueBy(0));
        assertEquals(1, schedule.dueBy(SECOND / 4 - 1));
        assertEquals(2, schedule.dueBy(SECOND / 4));
        assertEquals(41, schedule.dueBy(10 * SECOND));
    }

    @Test
    void all_that_a_stall_has_held_up_is_due_at_once_and_no_more_than_there_is() {
        var schedule = new Schedule(0, 1_000, 5_000);

        assertEquals(3_001, schedule.dueBy(3 * SECOND));
        assertEquals(5_000, schedule.dueBy(3_600 * SECOND));
    }

    @Test
    void without_a_rate_everything_is_due_at_the_start() {
        var schedule = new Schedule(7, Double.POSITIVE_INFINITY, 200);

        assertEquals(7, schedule.momentOf(199));
        assertEquals(200, schedule.dueBy(7));
        assertEquals(200, schedule.dueBy(8));
    }
}
