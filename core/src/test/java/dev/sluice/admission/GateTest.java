package dev.sluice.admission;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainGrants;
import dev.sluice.port.Gates.Ask;
import dev.sluice.port.Gates.Issued;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final Duration LIFETIME = Duration.ofMinutes(3);

    private final ManualClock clock = new ManualClock();
    private final PlainGrants grants = new PlainGrants();
    private final Gate gate = new Gate(OFFER, grants, List.of());
    private long ids;

    @Test
    void no_more_passes_are_out_than_allowed() {
        for (int buyer = 1; buyer <= 3; buyer++) assertTrue(admit(gate, buyer, 3).isPresent());
        assertEquals(Optional.empty(), admit(gate, 4, 3));
        assertEquals(3, gate.count(clock.instant()));
    }

    @Test
    void asking_again_gets_the_same_pass_also_at_a_full_gate() {
        var pass = admit(gate, 1, 1);
        clock.advance(Duration.ofSeconds(30));
        assertEquals(pass, admit(gate, 1, 1));
        assertEquals(1, gate.count(clock.instant()));
    }

    @Test
    void a_used_pass_makes_room_and_its_buyer_may_have_another() {
        var pass = admit(gate, 1, 1).orElseThrow();
        gate.use(new BuyerId(1), new ClaimId(999));
        assertEquals(1, gate.count(clock.instant()));
        gate.use(new BuyerId(1), pass.claim());
        assertEquals(0, gate.count(clock.instant()));
        assertNotEquals(pass, admit(gate, 1, 1).orElseThrow());
    }

    @Test
    void an_expired_pass_makes_room() {
        var pass = admit(gate, 1, 1).orElseThrow();
        clock.set(pass.expiresAt().minusNanos(1));
        assertEquals(Optional.empty(), admit(gate, 2, 1));
        clock.set(pass.expiresAt());
        assertTrue(admit(gate, 2, 1).isPresent());
    }

    /// What was let out before holds for an hour more; that is nobody else's hour.
    @Test
    void a_pass_expires_in_time_although_the_clock_was_put_back_before_it_was_issued() {
        admit(gate, 1, 2);
        clock.advance(Duration.ofHours(-1));
        var pass = admit(gate, 2, 2).orElseThrow();
        clock.set(pass.expiresAt());

        assertNotEquals(pass, admit(gate, 2, 2).orElseThrow());
        clock.advance(LIFETIME);
        assertEquals(0, gate.count(clock.instant()));
        assertTrue(admit(gate, 3, 2).isPresent());
    }

    @Test
    void grants_are_durable_before_passes_and_cover_them() {
        for (int buyer = 1; buyer <= 100; buyer++) {
            admit(gate, buyer, 320);
            int granted = grants.all().stream().mapToInt(g -> g.passes()).sum();
            assertTrue(granted >= buyer, granted + " granted for " + buyer);
        }
        assertEquals(5, grants.all().size());
    }

    @Test
    void a_restarted_gate_counts_every_granted_pass_as_out_until_it_has_expired() {
        for (int buyer = 1; buyer <= 3; buyer++) admit(gate, buyer, 3);
        var restarted = new Gate(OFFER, grants, grants.findLive(clock.instant()));

        assertEquals(Optional.empty(), admit(restarted, 4, 3));
        clock.advance(LIFETIME.plusSeconds(60));
        assertTrue(admit(restarted, 4, 3).isPresent());
        assertEquals(1, restarted.count(clock.instant()));
    }

    @Test
    void a_restarted_gate_makes_room_in_time_although_the_clock_was_put_back() {
        for (int buyer = 1; buyer <= 3; buyer++) admit(gate, buyer, 3);
        clock.advance(Duration.ofHours(-1));
        var restarted = new Gate(OFFER, grants, grants.findLive(clock.instant()));

        assertEquals(Optional.empty(), admit(restarted, 4, 3));
        clock.advance(LIFETIME.plusSeconds(60));
        assertTrue(admit(restarted, 4, 3).isPresent());
    }

    @Test
    void a_pass_never_outlives_its_grant() {
        for (int i = 0; i < 200; i++) {
            var pass = admit(gate, i, 100_000).orElseThrow();
            var until = grants.all().getLast().until();
            assertTrue(!pass.expiresAt().isAfter(until), pass + " until " + until);
            clock.advance(Duration.ofSeconds(1));
        }
    }

    private Optional<Issued> admit(Gate gate, long buyer, int outMax) {
        var ask = new Ask(OFFER, new BuyerId(buyer), outMax, clock.instant().plus(LIFETIME));
        return gate.admit(ask, clock.instant(), () -> new ClaimId(++ids));
    }
}
