package dev.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class SimulationTest {

    private static final int SEEDS = 300;
    private static final int SEEDS_TO_FIND_A_BUG = 150;

    /// Faults are what these runs are made of; a line for each would be most of their time.
    private static final Logger LOG = Logger.getLogger("dev.sluice");

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(null);
    }

    @Test
    void every_sale_keeps_the_promises_whatever_fails() {
        LongStream.range(0, SEEDS).forEach(seed -> Simulation.run(seed, Bug.NONE));
    }

    @Test
    void the_same_seed_gives_the_same_sale() {
        assertEquals(Simulation.run(7, Bug.NONE), Simulation.run(7, Bug.NONE));
        assertNotEquals(Simulation.run(7, Bug.NONE), Simulation.run(8, Bug.NONE));
    }

    @Test
    void the_sales_meet_crashes_faults_late_money_and_parked_claims() {
        var traces = new StringBuilder();
        for (long seed = 0; seed < 50; seed++) traces.append(Simulation.run(seed, Bug.NONE));
        var met = traces.toString();
        for (var event :
                new String[] {
                    "restart",
                    "unavailable",
                    "redeliver",
                    "REFUNDED",
                    "drop ",
                    "unpark ",
                    "restock",
                    "pause true",
                    "Lost",
                    "refused",
                    "expire 1",
                    "revived"
                }) {
            assertTrue(met.contains(event), event + " never happened");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void a_planted_bug_is_found(Bug bug) {
        var found = LongStream.range(0, SEEDS_TO_FIND_A_BUG).mapToObj(seed -> failure(seed, bug));
        if (found.flatMap(Optional::stream).findFirst().isEmpty()) fail(bug + " was not found");
    }

    private static Optional<AssertionError> failure(long seed, Bug bug) {
        try {
            Simulation.run(seed, bug);
            return Optional.empty();
        } catch (AssertionError found) {
            assertTrue(found.getMessage().contains("seed " + seed), found.getMessage());
            return Optional.of(found);
        }
    }
}
