package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.Samples;
import dev.sluice.rehearsal.TestServer;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.http.Json;
import dev.sluice.rehearsal.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A crowd of every habit against the real server.
@Timeout(600)
class CrowdTest {
    private static final int BUYERS = 500;
    private static final int UNITS = 20;
    private static final Duration LASTS = Duration.ofSeconds(20);
    private static final Duration LEAD = Duration.ofSeconds(10);

    /// Between the stage and the first of the early ones.
    private static final Duration SPARE = Duration.ofSeconds(4);

    @TempDir Path data;

    @Test
    void a_crowd_of_every_habit_buys_everything_and_finds_nothing_wrong() throws Exception {
        var all = Samples.patient(BUYERS, UNITS, Scenario.Arrival.SPIKE, Samples.everybody());
        var scenario = Samples.timed(all, all.arriveWithin(), LASTS);
        try (var server = TestServer.start(data)) {
            var clock = InstantSource.system();
            var stage = stage(server, scenario, clock);
            try (var crowd = new Crowd(scenario, stage, clock, System::nanoTime)) {
                crowd.play();
                crowd.readRecorded(false);
                var seen = crowd.seen();

                assertEquals(List.of(), seen.oddities(), server::output);
                everybodyCame(seen, crowd.snapshot());
                toldIsRecorded(seen.claims());
                unitsAddUp(seen, server, stage.offers().getFirst());
            }
        }
    }

    /// One that is ready before the first of the early ones is due; a slow machine is given longer.
    private static Stage stage(TestServer server, Scenario scenario, InstantSource clock)
            throws Exception {
        for (var lead = LEAD; ; lead = lead.multipliedBy(2)) {
            var stage = server.stage(scenario, clock.instant().plus(lead));
            var begins = stage.opensAt().minus(Roster.EARLY_MAX);
            if (clock.instant().plus(SPARE).isBefore(begins)) return stage;
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
        var kinds = new ArrayList<>(List.of("101", "410 SOLD_OUT", "400 INVALID"));
        if (wereEarly(seen)) kinds.add("409 NOT_OPEN");
        for (var kind : kinds) {
            assertTrue(seen.answers().containsKey(kind), kind + " in " + seen.answers());
        }
        assertNotEquals(0, seen.turnedAway().values().iterator().next());
    }

    /// Those who were to be early came after the opening where the machine stood still for so long.
    private static boolean wereEarly(Crowd.Seen seen) {
        double answer =
                seen.timeline().latencies().entrySet().stream()
                        .filter(entry -> !Set.of("outcome", "all").contains(entry.getKey()))
                        .mapToDouble(entry -> entry.getValue().p99())
                        .max()
                        .orElse(0);
        return seen.pace().lateMillisP99() + answer < Roster.EARLY_MAX.toMillis() / 2;
    }

    /// Who gave a call up and was refused afterwards was told nothing, and the first call may still
    /// have been taken: that claim has to end, but nobody knows how.
    private static void toldIsRecorded(List<ClaimSeen> claims) {
        for (var claim : claims) {
            assertNotEquals(ClaimStatus.QUEUED, claim.recorded(), claim::toString);
            if (!claim.acknowledged()) continue;
            assertEquals(claim.told(), claim.recorded(), claim::toString);
            assertEquals(claim.toldOrder(), claim.recordedOrder(), claim::toString);
        }
    }

    private static void unitsAddUp(Crowd.Seen seen, TestServer server, Stage.StagedOffer offer)
            throws Exception {
        var won = seen.claims().stream().filter(c -> c.recorded() == ClaimStatus.WON).toList();
        assertTrue(won.size() >= UNITS, won.size() + " claims were won");
        var orders = new HashSet<>(seen.orders().stream().map(OrderSeen::orderId).toList());
        assertEquals(orders, new HashSet<>(won.stream().map(ClaimSeen::recordedOrder).toList()));

        var audit = server.audit(offer);
        assertEquals("true", Json.text(audit, "balanced"));
        assertEquals(Json.text(audit, "paid"), "" + count(seen, OrderStatus.PAID));
        assertEquals(seen.timeline().funnel().get("paid"), count(seen, OrderStatus.PAID));
    }

    private static long count(Crowd.Seen seen, OrderStatus status) {
        return seen.orders().stream().filter(order -> order.recorded() == status).count();
    }
}
