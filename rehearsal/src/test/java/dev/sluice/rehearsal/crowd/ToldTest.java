package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.Samples;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.scenario.Scenario;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToldTest {
    private final Buyer ann = buyer();
    private final Told told = new Told();
    private final ToldClaim claim = told.claim(ann, "pass", 1, 0);
    private final ToldOrder order = told.order(ann, "o1", "c1");

    @Test
    void a_pass_is_one_claim() {
        assertSame(claim, told.claim(ann, "pass", 1, 0));
        assertEquals(1, told.claimsSeen().size());
    }

    @Test
    void a_claim_that_nobody_acknowledged_is_unknown_until_it_is_refused() {
        assertTrue(claim.isUnknown());
        claim.refused();
        assertFalse(claim.isUnknown());
        assertEquals(-1, claim.seen().endedAfterMillis());
    }

    @Test
    void a_claim_that_was_refused_may_exist_when_another_call_for_it_was_not_answered() {
        assertTrue(claim.mayExist());
        claim.refused();
        assertFalse(claim.mayExist());
        claim.unheard();
        assertTrue(claim.mayExist());
        assertFalse(claim.isUnknown());

        hear(ClaimStatus.QUEUED, "", ClaimStatus.NONE, 1);
        assertFalse(claim.mayExist());
    }

    @Test
    void the_time_of_a_claim_counts_from_its_acknowledgement() {
        hear(ClaimStatus.QUEUED, "", ClaimStatus.NONE, 1_000_000);
        hear(ClaimStatus.WON, "o1", ClaimStatus.QUEUED, 8_000_000);

        assertEquals(7, claim.seen().endedAfterMillis());
        assertEquals(ClaimStatus.WON, claim.seen().told());
        assertEquals("o1", claim.seen().toldOrder());
    }

    @Test
    void an_older_answer_that_comes_later_is_no_contradiction() {
        hear(ClaimStatus.WON, "o1", ClaimStatus.QUEUED, 2);

        assertEquals(Optional.empty(), hear(ClaimStatus.QUEUED, "", ClaimStatus.QUEUED, 3));
        assertEquals(ClaimStatus.WON, claim.told());
    }

    @Test
    void an_ended_claim_does_not_change() {
        hear(ClaimStatus.WON, "o1", ClaimStatus.QUEUED, 2);

        assertTrue(hear(ClaimStatus.QUEUED, "", ClaimStatus.WON, 3).isPresent());
        assertTrue(hear(ClaimStatus.LOST, "", ClaimStatus.QUEUED, 3).isPresent());
        assertTrue(hear(ClaimStatus.WON, "o2", ClaimStatus.QUEUED, 3).isPresent());
        assertEquals("o1", claim.toldOrder());
    }

    @Test
    void an_order_may_be_revived_but_never_goes_back() {
        assertEquals(Optional.empty(), order.hear(OrderStatus.UNPAID, OrderStatus.NONE));
        assertEquals(Optional.empty(), order.hear(OrderStatus.EXPIRED, OrderStatus.UNPAID));
        assertTrue(order.hear(OrderStatus.UNPAID, OrderStatus.EXPIRED).isPresent());
        assertTrue(order.hear(OrderStatus.CANCELLED, OrderStatus.EXPIRED).isPresent());
        assertEquals(Optional.empty(), order.hear(OrderStatus.PAID, OrderStatus.EXPIRED));
        assertTrue(order.hear(OrderStatus.REFUNDED, OrderStatus.PAID).isPresent());
        assertTrue(order.hear(OrderStatus.UNPAID, OrderStatus.PAID).isPresent());
        assertEquals(OrderStatus.PAID, order.told());
    }

    private Optional<String> hear(
            ClaimStatus status, String orderId, ClaimStatus known, long nanos) {
        return claim.hear(new ToldClaim.News("c1", status, orderId), known, nanos);
    }

    private static Buyer buyer() {
        var scenario = Samples.scenario(1, 1, Scenario.Arrival.STEADY, Map.of());
        var offer = new Stage.StagedOffer("offer", "P", 1, 1);
        var node = URI.create("http://127.0.0.1:1");
        var stage = new Stage(List.of(node), "sale", List.of(offer), Instant.EPOCH, List.of("s"));
        var hours = new Scene.Hours(0, 1, 2);
        var scene = new Scene(scenario, stage, null, null, null, null, null, null, hours, () -> {});
        return new Buyer(scene, new Roster(scenario), 0);
    }
}
