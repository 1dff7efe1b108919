package dev.sluice.board;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.board.Funnel.Step;
import dev.sluice.plain.ManualClock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunnelTest {

    private final Funnel funnel = new Funnel(ManualClock.START);

    @Test
    void totals_count_steps_and_refusals() {
        funnel.count(Step.ARRIVED);
        funnel.count(Step.CLAIMS, 3);
        funnel.countRefused("SOLD_OUT");
        funnel.countRefused("SOLD_OUT");
        var totals = funnel.totals(ManualClock.START);

        assertEquals(1, totals.steps().get(Step.ARRIVED));
        assertEquals(3, totals.steps().get(Step.CLAIMS));
        assertEquals(0, totals.steps().get(Step.WON));
        assertEquals(Map.of("SOLD_OUT", 2L), totals.refused());
    }

    @Test
    void a_second_has_what_was_counted_in_it() {
        funnel.count(Step.CLAIMS);
        funnel.tick(ManualClock.START.plusSeconds(1));
        funnel.count(Step.CLAIMS, 2);
        funnel.countRefused("PAUSED");
        funnel.tick(ManualClock.START.plusSeconds(2));
        var seconds = funnel.lastSeconds();

        assertEquals(1, seconds.getFirst().steps().get(Step.CLAIMS));
        assertEquals(2, seconds.getLast().steps().get(Step.CLAIMS));
        assertEquals(Map.of("PAUSED", 1L), seconds.getLast().refused());
    }

    @Test
    void a_minute_is_kept() {
        for (int i = 1; i <= 75; i++) funnel.tick(ManualClock.START.plusSeconds(i));

        assertEquals(60, funnel.lastSeconds().size());
        assertEquals(ManualClock.START.plusSeconds(16), funnel.lastSeconds().getFirst().at());
    }
}
