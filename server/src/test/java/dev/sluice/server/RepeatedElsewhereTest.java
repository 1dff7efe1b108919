package dev.sluice.server;

import dev.sluice.server.Outage.Claims;
import dev.sluice.server.TrialSetup.Part;
import dev.sluice.server.json.Code;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Who had no answer repeats the claim on any node, also minutes later, when the pass is too old
/// for a new claim, and also on a node that has not heard of it.
class RepeatedElsewhereTest {

    private static final TrialSetup SETUP = TrialSetup.ZOOKEEPER_AND_POSTGRESQL;
    private static final Duration LONGER_THAN_A_PASS = Duration.ofMinutes(4);

    private final ApiTest.TestClock clock = new ApiTest.TestClock();

    @Test
    void a_claim_that_another_node_took_is_found_when_its_pass_has_expired() throws Exception {
        try (var trial = new Trial(SETUP, SETUP.servers(), TrialSetup.PATIENT, clock).start()) {
            var sale = new TrialSale(trial);
            trial.way(1, Part.BROKER).raise();
            sale.claimSome(0, 3, Claims.QUEUED);
            sale.awaitSettled();
            clock.advance(LONGER_THAN_A_PASS);

            sale.assertWonAt(1);
            sale.assertRefusedAt(1, Code.PASS_INVALID);
        }
    }
}
