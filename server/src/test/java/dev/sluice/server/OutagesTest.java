package dev.sluice.server;

import static dev.sluice.server.TrialSetup.Part.BROKER;
import static dev.sluice.server.TrialSetup.RABBITMQ_AND_MARIADB;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.Soon;
import dev.sluice.server.Outage.Claims;
import dev.sluice.server.Outage.Cut;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A broker that is away from two nodes, or from one alone, for three minutes, in fast motion: the
/// clock goes ahead, and at each step somebody has looked for it. [LongOutagesTest] takes the real
/// time, and all other parts.
@Timeout(300)
class OutagesTest {

    private static final int STEPS = 6;
    private static final Duration STEP = Duration.ofSeconds(30);

    private final ApiTest.TestClock clock = new ApiTest.TestClock();

    static Stream<Cut> outages() {
        return Stream.of(
                Cut.of(RABBITMQ_AND_MARIADB, BROKER), Cut.of(RABBITMQ_AND_MARIADB, BROKER).alone());
    }

    @ParameterizedTest
    @MethodSource("outages")
    void three_minutes_without_a_broker_cost_no_claim(Cut outage) throws Exception {
        try (var trial = outage.open(clock)) {
            var sale = new TrialSale(trial);
            for (int node = 0; node < Trial.NODES; node++) sale.claimSome(node, 4, Claims.QUEUED);
            for (int node = 0; node < Trial.NODES; node++) assertRelayIsLookedAt(trial, node);
            outage.begin(trial);
            for (int node = 0; node < Trial.NODES; node++) look(outage, trial, sale, node);
            for (int step = 0; step < STEPS; step++) {
                clock.advance(STEP);
                outage.awaitAttempts(trial);
            }
            outage.end(trial);
            sale.endsWell();
        }
    }

    /// A loop that sends nothing any more must not go unnoticed.
    private static void assertRelayIsLookedAt(Trial trial, int node) {
        assertEquals("UP", trial.readiness(node).text("checks/relay"));
    }

    private static void look(Cut outage, Trial trial, TrialSale sale, int node) {
        for (var seen : outage.seen(node)) {
            sale.claimSome(node, 4, seen.claims());
            Soon.until(
                    "ready is %s at node %d".formatted(seen.ready(), node),
                    () -> trial.isReady(node) == seen.ready());
        }
    }
}
