package dev.sluice.sale;

import static dev.sluice.plain.Samples.CLOSES_AT;
import static dev.sluice.plain.Samples.OPENS_AT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.plain.Samples;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.sale.Sale.State;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SaleTest {

    private static final Map<Stage, Set<Stage>> WAYS =
            Map.of(
                    Stage.DRAFT, EnumSet.of(Stage.PUBLISHED),
                    Stage.PUBLISHED, EnumSet.of(Stage.PAUSED, Stage.CLOSED),
                    Stage.PAUSED, EnumSet.of(Stage.PUBLISHED, Stage.CLOSED),
                    Stage.CLOSED, EnumSet.noneOf(Stage.class));

    @ParameterizedTest
    @CsvSource({
        "DRAFT, DRAFT, DRAFT, DRAFT",
        "PUBLISHED, UPCOMING, OPEN, CLOSED",
        "PAUSED, PAUSED, PAUSED, CLOSED",
        "CLOSED, CLOSED, CLOSED, CLOSED"
    })
    void a_stage_and_the_time_give_the_state(Stage stage, State before, State within, State after) {
        var sale = Samples.sale(stage, 1);

        assertEquals(before, sale.stateAt(OPENS_AT.minusNanos(1)));
        assertEquals(within, sale.stateAt(OPENS_AT));
        assertEquals(within, sale.stateAt(CLOSES_AT.minusNanos(1)));
        assertEquals(after, sale.stateAt(CLOSES_AT));
    }

    @ParameterizedTest
    @EnumSource
    void a_stage_moves_only_along_its_ways(Stage from) {
        for (var to : Stage.values()) {
            assertEquals(WAYS.get(from).contains(to), from.canBecome(to), from + " to " + to);
        }
    }

    @Test
    void a_window_that_ends_before_it_begins_is_refused() {
        var sale = Samples.sale(Stage.DRAFT, 1);
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new Sale(
                                sale.id(),
                                "",
                                CLOSES_AT,
                                OPENS_AT,
                                Stage.DRAFT,
                                sale.challenge(),
                                5,
                                Duration.ofMinutes(1),
                                sale.repeat(),
                                sale.previous(),
                                OPENS_AT,
                                sale.offers()));
    }
}
