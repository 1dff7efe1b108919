package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BacklogTest {
    private final Backlog backlog = new Backlog();

    @Test
    void a_backlog_that_rises_steadily_grows_by_its_slope() {
        for (int i = 0; i < 10; i++) backlog.add(i * 0.5, 100 + 50L * i);

        assertEquals(100, backlog.growthPerSecond(), 1e-9);
        assertEquals(550, backlog.depthMax());
    }

    @Test
    void a_backlog_that_goes_up_and_down_hardly_grows() {
        for (int i = 0; i < 101; i++) backlog.add(i * 0.1, i % 2 == 0 ? 0 : 1_000);

        assertEquals(0, backlog.growthPerSecond(), 1);
    }

    @Test
    void a_single_look_shows_no_growth() {
        backlog.add(0, 5);
        assertEquals(0, backlog.growthPerSecond());
    }
}
