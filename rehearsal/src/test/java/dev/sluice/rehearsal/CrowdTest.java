package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.Run.ClaimSeen;
import dev.sluice.rehearsal.Run.ClaimStatus;
import dev.sluice.rehearsal.Run.OrderSeen;
import dev.sluice.rehearsal.Run.OrderStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A crowd of every habit against the real server.
@Timeout(120)
class CrowdTest {
    private static final int BUYERS = 500;
    private static final int UNITS = 20;
    private static final Duration LEAD = Duration.ofSeconds(4);

    @TempDir Path data;

    @Test
    void a_crowd_of_every_habit_buys_everything_and_finds_nothing_wrong() throws Exception {
        var scenario = Samples.scenario(BUYERS, UNITS, Scenario.Arrival.SPIKE, Samples.everybody());
        try (var server = TestServer.start(data)) {
            var clock = InstantSource.system();
            var stage = server.stage(scenario, clock.instant().plus(LEAD));
            try (var crowd = new Crowd(scenario, stage, clock, System::nanoTime)) {
                crowd.play();
                crowd.readRecorded();
                var seen = crowd.seen();

                assertEquals(List.of(), seen.oddities(), server::output);
                everybodyCame(seen, crowd.snapshot());
                toldIsRecorded(seen.claims());
                unitsAddUp(seen, server, stage.offers().getFirst());
            }
        }
    }

    private static void everybodyCame(Crowd.Seen seen, Snapshot snapshot) {
        var seconds = seen.timeline().seconds();
        assertEquals(BUYERS, seen.timeline().funnel().get("buyers"));
        assertEquals(BUYERS, snapshot.arrived());
        assertEquals(BUYERS, seconds.stream().mapToLong(Timeline.Second::arrivals).sum());
        assertEquals(
                seen.pace().requests(), seconds.stream().mapToLong(Timeline.Second::sent).sum());
        // The habits have left their traces.
        for (var kind : List.of("101", "409 NOT_OPEN", "410 SOLD_OUT", "400 INVALID")) {
            assertTrue(seen.answers().containsKey(kind), kind + " in " + seen.answers());
        }
        assertNotEquals(0, seen.turnedAway().values().iterator().next());
    }

    private static void toldIsRecorded(List<ClaimSeen> claims) {
        for (var claim : claims) {
            assertEquals(claim.told(), claim.recorded(), claim::toString);
            assertEquals(claim.toldOrder(), claim.recordedOrder(), claim::toString);
            assertNotEquals(ClaimStatus.QUEUED, claim.told(), claim::toString);
        }
    }

    private static void unitsAddUp(Crowd.Seen seen, TestServer server, Stage.StagedOffer offer)
            throws Exception {
        var won = seen.claims().stream().filter(c -> c.told() == ClaimStatus.WON).toList();
        assertTrue(won.size() >= UNITS, won.size() + " claims were won");
        var orders = new HashSet<>(seen.orders().stream().map(OrderSeen::orderId).toList());
        assertEquals(orders, new HashSet<>(won.stream().map(ClaimSeen::toldOrder).toList()));

        var audit = server.audit(offer);
        assertEquals("true", Json.text(audit, "balanced"));
        assertEquals(Json.text(audit, "paid"), "" + count(seen, OrderStatus.PAID));
        assertEquals(seen.timeline().funnel().get("paid"), count(seen, OrderStatus.PAID));
    }

    private static long count(Crowd.Seen seen, OrderStatus status) {
        return seen.orders().stream().filter(order -> order.recorded() == status).count();
    }
}
