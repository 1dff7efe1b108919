package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.GreenRun.LAMP;
import static dev.sluice.rehearsal.verdict.GreenRun.PHONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimChecksTest {

    private final GreenRun run = new GreenRun();

    private void assertShown(int finding, String part) {
        var shown = run.finding(finding).counterexamples();
        assertTrue(shown.stream().anyMatch(line -> line.contains(part)), () -> part + ": " + shown);
    }

    @Test
    void a_claim_that_was_never_acknowledged_and_exists_has_to_end_too() {
        run.claims.removeLast();
        run.claims.add(unheard("claim-10", ClaimStatus.QUEUED, ""));

        assertEquals(List.of(3), run.broken());
        assertShown(3, "claim-10 of buyer 10 is still QUEUED");
    }

    @Test
    void a_claim_whose_buyer_was_not_told_but_can_ask_has_ended() {
        run.claim(
                7,
                c ->
                        new ClaimSeen(
                                7,
                                PHONE,
                                c.claimId(),
                                1,
                                true,
                                ClaimStatus.QUEUED,
                                "",
                                ClaimStatus.LOST,
                                "",
                                -1));

        assertEquals(List.of(), run.broken());
        var evidence = run.finding(3).evidence();
        assertTrue(evidence.contains("9 claims were acknowledged: 8 won, 1 lost"), evidence);
        assertTrue(evidence.contains("8 buyers were told"), evidence);
    }

    @Test
    void a_won_claim_without_an_order_is_seen() {
        run.claim(
                9,
                c -> GreenRun.told(GreenRun.recorded(c, ClaimStatus.WON, ""), ClaimStatus.WON, ""));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "claim-9 of buyer 9 is WON and names no order");
    }

    @Test
    void a_won_claim_whose_order_does_not_exist_is_seen() {
        run.orders.removeIf(order -> order.buyer() == 9);

        assertEquals(List.of(4), run.broken());
        assertShown(4, "its order order-9 does not exist");
    }

    @Test
    void two_orders_for_one_claim_are_seen() {
        run.orders.add(
                new OrderSeen(
                        9, LAMP, "order-9b", "claim-9", 1, OrderStatus.NONE, OrderStatus.PAID));
        run.audit(LAMP, new Units(3, 1, 0, 0, 2));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "Claim claim-9 has 2 orders: order-9, order-9b");
    }

    @Test
    void two_claims_with_one_order_are_seen() {
        run.claim(
                9,
                c ->
                        GreenRun.told(
                                GreenRun.recorded(c, ClaimStatus.WON, "order-8"),
                                ClaimStatus.WON,
                                "order-8"));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "Order order-8 is named by claims claim-8 and claim-9");
        assertShown(4, "its order order-8 is buyer 8's");
    }

    @Test
    void an_order_for_another_quantity_than_was_claimed_is_seen() {
        run.order(9, o -> GreenRun.quantity(o, 2));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "order-9 is buyer 9's, for 2 of offer " + LAMP);
    }

    @Test
    void an_order_for_another_offer_than_was_claimed_is_seen() {
        run.orders.removeIf(order -> order.buyer() == 9);
        run.orders.add(
                new OrderSeen(
                        9,
                        PHONE,
                        "order-9",
                        "claim-9",
                        1,
                        OrderStatus.CANCELLED,
                        OrderStatus.CANCELLED));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "for 1 of offer " + PHONE);
    }

    @Test
    void an_order_from_no_claim_is_seen() {
        run.orders.add(GreenRun.order(30, LAMP, OrderStatus.EXPIRED));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "Order order-30 of buyer 30");
    }

    @Test
    void an_order_from_a_claim_whose_answers_were_all_lost_is_seen_by_what_is_recorded() {
        run.orders.add(
                new OrderSeen(10, PHONE, "order-10", "", 1, OrderStatus.NONE, OrderStatus.EXPIRED));
        assertEquals(List.of(4), run.broken());
        assertShown(4, "order-10");

        run.claims.removeLast();
        run.claims.add(unheard("claim-10", ClaimStatus.WON, "order-10"));
        assertEquals(List.of(), run.broken());
    }

    @Test
    void in_an_interrupted_run_a_claim_without_an_answer_may_be_one_order() {
        run.interrupted = true;
        run.orders.add(
                new OrderSeen(
                        10,
                        PHONE,
                        "order-10",
                        "claim-10",
                        1,
                        OrderStatus.NONE,
                        OrderStatus.EXPIRED));
        assertEquals(List.of(), run.broken());

        run.orders.add(
                new OrderSeen(
                        10,
                        PHONE,
                        "order-10b",
                        "claim-10b",
                        1,
                        OrderStatus.NONE,
                        OrderStatus.EXPIRED));
        assertEquals(List.of(4), run.broken());
        assertShown(4, "order-10b");
    }

    @Test
    void a_lost_claim_with_an_order_is_seen() {
        run.claim(
                9,
                c ->
                        GreenRun.told(
                                GreenRun.recorded(c, ClaimStatus.LOST, ""), ClaimStatus.LOST, ""));

        assertEquals(List.of(4, 7), run.broken());
        assertShown(4, "claim-9 of buyer 9 is LOST, but there is order order-9");
        assertShown(7, "claim-9 of buyer 9 was told LOST, but its order order-9");
    }

    @Test
    void an_order_that_two_buyers_have_is_seen_and_its_units_count_once() {
        run.orders.add(
                new OrderSeen(
                        2, PHONE, "order-1", "claim-1", 1, OrderStatus.NONE, OrderStatus.PAID));

        assertEquals(List.of(4), run.broken());
        assertShown(4, "Order order-1 is in the lists of buyers 1 and 2");
    }

    private static ClaimSeen unheard(String id, ClaimStatus recorded, String order) {
        return new ClaimSeen(10, PHONE, id, 1, false, ClaimStatus.NONE, "", recorded, order, -1);
    }
}
