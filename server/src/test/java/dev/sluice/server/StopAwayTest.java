package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.Soon;
import dev.sluice.server.TrialSetup.Part;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A node that is told to end does so, also when a server hangs that it talks to.
@Tag("long")
@Timeout(300)
class StopAwayTest {

    private static final TrialSetup SETUP = TrialSetup.REDIS_AND_POSTGRESQL;
    private static final int EDITS = 20;
    private static final int EXIT_TERMINATED = 143;

    /// The other node edits a sale meanwhile, and this one wants to look at each edit.
    @ParameterizedTest
    @EnumSource(names = {"DATABASE", "REDIS"})
    void a_node_stops_while_a_part_hangs(Part part) throws Exception {
        try (var trial = new Trial(SETUP, SETUP.servers(), Map.of(), InstantSource.system())) {
            trial.start(0);
            var process = trial.startApart(1);
            var sale = new TrialSale(trial);

            trial.way(1, part).hold();
            for (int i = 0; i < EDITS; i++) sale.restock();

            assertEquals(EXIT_TERMINATED, process.stop(Soon.LIMIT));
        }
    }
}
