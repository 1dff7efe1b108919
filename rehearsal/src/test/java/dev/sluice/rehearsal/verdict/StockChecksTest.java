package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.GreenRun.LAMP;
import static dev.sluice.rehearsal.verdict.GreenRun.PHONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OfferSeen;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StockChecksTest {

    private final GreenRun run = new GreenRun();

    private void assertShown(int finding, String part) {
        var shown = run.finding(finding).counterexamples();
        assertTrue(shown.stream().anyMatch(line -> line.contains(part)), () -> part + ": " + shown);
    }

    @Test
    void a_unit_promised_to_one_buyer_too_many_is_oversold_although_the_book_denies_it() {
        run.claim(7, c -> GreenRun.told(c, ClaimStatus.WON, "order-7"));

        assertEquals(List.of(1, 7), run.broken());
        assertShown(1, "6 promised to winners");
        assertShown(1, PHONE);
    }

    @Test
    void an_audit_that_has_sold_more_than_was_given_is_oversold() {
        run.audit(PHONE, new Units(5, -1, 0, 1, 5));

        assertEquals(List.of(1, 8), run.broken());
        assertShown(1, "6 sold by the audit");
    }

    @Test
    void units_count_and_not_orders() {
        run.order(3, o -> GreenRun.quantity(o, 2));

        assertEquals(List.of(1, 4, 5, 8), run.broken());
        assertShown(1, "6 in live orders");
    }

    @Test
    void units_that_came_back_from_an_ended_order_may_be_sold_again() {
        run.order(5, o -> GreenRun.statuses(o, OrderStatus.EXPIRED, OrderStatus.REFUNDED));

        assertEquals(List.of(), run.broken());
    }

    @Test
    void orders_of_an_offer_that_was_never_made_are_oversold() {
        run.win(11, "offer-else", OrderStatus.UNPAID);

        assertEquals(List.of(1), run.broken());
        assertShown(1, "offer-else");
    }

    @Test
    void free_units_are_not_judged_when_answers_took_longer_than_the_sale() {
        run.claims.removeIf(claim -> claim.buyer() == 6);
        run.orders.removeIf(order -> order.buyer() == 6);
        run.audit(PHONE, new Units(5, 1, 0, 1, 3));
        run.toBuy = Duration.ofSeconds(30);

        assertEquals(List.of(), run.broken());
        var evidence = run.finding(2).evidence();
        assertTrue(evidence.contains("buying took up to 30.0 s"), evidence);
        run.toBuy = Duration.ofSeconds(29);
        assertEquals(List.of(2), run.broken());
    }

    @Test
    void units_that_are_stuck_are_judged_however_long_answers_took() {
        run.claims.removeIf(claim -> claim.buyer() == 6);
        run.orders.removeIf(order -> order.buyer() == 6);
        run.audit(PHONE, new Units(5, 0, 0, 1, 4));
        run.toBuy = Duration.ofSeconds(31);

        assertEquals(List.of(2, 8), run.broken());
    }

    @Test
    void a_free_unit_while_buyers_are_turned_away_is_undersold() {
        run.claims.removeIf(claim -> claim.buyer() == 6);
        run.orders.removeIf(order -> order.buyer() == 6);
        run.audit(PHONE, new Units(5, 1, 0, 1, 3));

        assertEquals(List.of(2), run.broken());
        assertShown(2, "40 buyers were turned away while 1 units that could be sold");
        assertShown(2, "1 are free by the audit");
    }

    @Test
    void a_unit_that_never_came_back_is_undersold_although_the_audit_hides_it() {
        run.claims.removeIf(claim -> claim.buyer() == 6);
        run.orders.removeIf(order -> order.buyer() == 6);
        run.audit(PHONE, new Units(5, 0, 0, 2, 3));

        assertEquals(List.of(2, 8), run.broken());
        assertShown(2, "0 are free by the audit");
        assertShown(8, "the audit has 2 units unpaid and 3 paid, the buyers' orders 1 and 3");
    }

    @Test
    void a_unit_that_came_back_after_the_sale_is_not_undersold() {
        returnLate(6);
        run.audit(PHONE, new Units(5, 1, 0, 1, 3));
        assertEquals(List.of(), run.broken());
        assertTrue(run.finding(2).evidence().contains("(1 of them too late to be sold)"));

        run.order(4, o -> GreenRun.statuses(o, OrderStatus.UNPAID, OrderStatus.EXPIRED));
        run.audit(PHONE, new Units(5, 2, 0, 0, 3));
        assertEquals(List.of(2), run.broken());
        assertShown(2, "while 1 units that could be sold");
    }

    private void returnLate(int buyer) {
        run.order(
                buyer,
                o ->
                        new OrderSeen(
                                buyer,
                                PHONE,
                                o.orderId(),
                                o.claimId(),
                                1,
                                OrderStatus.UNPAID,
                                OrderStatus.EXPIRED,
                                true));
    }

    @Test
    void a_unit_that_came_back_late_excuses_none_that_is_stuck() {
        returnLate(6);
        run.audit(PHONE, new Units(5, 1, 0, 1, 3), new Units(5, 0, 1, 1, 3));

        assertEquals(List.of(2, 8), run.broken());
        assertShown(2, "while 1 units that could be sold");
    }

    @Test
    void units_may_be_left_when_nobody_was_turned_away() {
        var evidence = run.finding(2).evidence();

        assertTrue(evidence.contains("lamp (" + LAMP + "): 1 of 3 units"), evidence);
        assertTrue(evidence.contains("nobody was turned away"), evidence);
    }

    @Test
    void fewer_units_than_anybody_asked_for_may_be_left() {
        run.claims.clear();
        run.orders.clear();
        run.offers.removeLast();
        for (int buyer = 1; buyer <= 2; buyer++) {
            var claim = "claim-" + buyer;
            var order = "order-" + buyer;
            run.claims.add(
                    new ClaimSeen(
                            buyer,
                            PHONE,
                            claim,
                            2,
                            true,
                            ClaimStatus.WON,
                            order,
                            ClaimStatus.WON,
                            order,
                            5));
            run.orders.add(GreenRun.quantity(GreenRun.order(buyer, PHONE, OrderStatus.PAID), 2));
        }
        run.offer(
                PHONE,
                o -> {
                    var units = new Units(5, 1, 0, 0, 4);
                    return new OfferSeen(PHONE, o.product(), 5, 2, units, units, true, 40);
                });

        assertEquals(List.of(), run.broken());
    }

    @Test
    void an_audit_that_knows_of_another_stock_than_was_given_is_seen() {
        run.audit(LAMP, new Units(4, 3, 0, 0, 1));

        assertEquals(List.of(2), run.broken());
        assertShown(2, "3 units were given to it, and the audit knows of 4");
    }

    @Test
    void units_that_an_operator_added_are_sold_like_all_others() {
        run.stocked(PHONE, 7, 0);
        run.win(11, PHONE, OrderStatus.PAID);
        run.win(12, PHONE, OrderStatus.PAID);
        run.audit(PHONE, new Units(7, 0, 0, 1, 6));

        assertEquals(List.of(), run.broken());
        var evidence = run.finding(1).evidence();
        assertTrue(evidence.contains("7 units given, 2 of them added by an operator;"), evidence);
    }

    @Test
    void an_audit_that_knows_of_more_than_an_operator_added_is_seen() {
        run.stocked(LAMP, 4, 0);
        run.audit(LAMP, new Units(5, 4, 0, 0, 1));

        assertEquals(List.of(2), run.broken());
        assertShown(2, "4 units were given to it, and the audit knows of 5");
    }

    @Test
    void units_that_the_ledger_has_lost_are_seen() {
        run.stocked(LAMP, 2, 0);
        run.audit(LAMP, new Units(2, 1, 0, 0, 1));

        assertEquals(List.of(2), run.broken());
        assertShown(2, "3 units were given to it, and its ledger knows of 2");
    }

    @Test
    void units_that_an_operator_added_at_the_very_end_may_be_left() {
        run.stocked(PHONE, 7, 2);
        run.audit(PHONE, new Units(7, 2, 0, 1, 4));
        assertEquals(List.of(), run.broken());
        assertTrue(run.finding(2).evidence().contains("2 were added too late to be sold."));

        run.stocked(PHONE, 7, 1);
        assertEquals(List.of(2), run.broken());
    }

    @Test
    void free_units_may_be_left_when_an_operator_had_paused_the_sale_at_the_end() {
        run.stocked(PHONE, 7, 0);
        run.audit(PHONE, new Units(7, 2, 0, 1, 4));
        assertEquals(List.of(2), run.broken());

        run.shut = Optional.of("PAUSED");
        assertEquals(List.of(), run.broken());
        var evidence = run.finding(2).evidence();
        assertTrue(evidence.contains("An operator had paused the sale before its end"), evidence);
    }

    @Test
    void a_pause_excuses_no_unit_that_is_stuck() {
        run.stocked(PHONE, 7, 0);
        run.shut = Optional.of("PAUSED");
        run.audit(PHONE, new Units(7, 1, 1, 1, 4));

        assertEquals(List.of(2, 8), run.broken());
        assertShown(2, "while 1 units that could be sold");
    }

    @Test
    void a_buyer_with_more_units_than_allowed_is_named() {
        run.order(8, o -> GreenRun.quantity(o, 2));
        run.claim(
                8,
                c ->
                        new ClaimSeen(
                                8,
                                LAMP,
                                "claim-8",
                                2,
                                true,
                                ClaimStatus.WON,
                                "order-8",
                                ClaimStatus.WON,
                                "order-8",
                                5));
        run.audit(LAMP, new Units(3, 1, 0, 0, 2));

        assertEquals(List.of(5), run.broken());
        assertShown(5, "Buyer 8 has 2 units of lamp (" + LAMP + "), at most 1 are allowed");
        assertShown(5, "order-8");
    }

    @Test
    void the_orders_of_one_buyer_count_together_and_ended_ones_do_not() {
        run.claims.add(claimOf(9, "claim-9b", "order-9b"));
        run.orders.add(
                new Run.OrderSeen(
                        9, LAMP, "order-9b", "claim-9b", 1, OrderStatus.PAID, OrderStatus.PAID));
        run.audit(LAMP, new Units(3, 1, 0, 0, 2));
        assertEquals(List.of(), run.broken());

        run.claims.add(claimOf(9, "claim-9c", "order-9c"));
        run.orders.add(
                new Run.OrderSeen(
                        9,
                        LAMP,
                        "order-9c",
                        "claim-9c",
                        1,
                        OrderStatus.UNPAID,
                        OrderStatus.UNPAID));
        run.audit(LAMP, new Units(3, 0, 0, 1, 2));
        assertEquals(List.of(5), run.broken());
        assertShown(5, "orders order-9b, order-9c");
    }

    private static ClaimSeen claimOf(int buyer, String claim, String order) {
        return new ClaimSeen(
                buyer, LAMP, claim, 1, true, ClaimStatus.WON, order, ClaimStatus.WON, order, 5);
    }

    @Test
    void an_audit_that_does_not_add_up_is_seen() {
        run.audit(LAMP, new Units(3, 1, 0, 0, 1));

        assertEquals(List.of(8), run.broken());
        assertShown(8, "stock 3 = free 1 + held 0 + unpaid 0 + paid 1");
    }

    @Test
    void a_book_and_a_store_that_disagree_are_seen() {
        run.audit(LAMP, new Units(3, 2, 0, 0, 1), new Units(3, 1, 0, 1, 1));

        assertEquals(List.of(8), run.broken());
        assertShown(8, "the fast store stock 3 = free 1");
    }

    @Test
    void a_store_need_not_know_what_is_paid() {
        run.audit(PHONE, new Units(5, 0, 0, 1, 4), new Units(5, 0, 0, 5, 0));

        assertEquals(List.of(), run.broken());
    }

    @Test
    void a_store_that_no_longer_carries_the_offer_is_no_breach() {
        run.audit(LAMP, new Units(3, 2, 0, 0, 1), null);

        assertEquals(List.of(), run.broken());
    }

    @Test
    void an_offer_without_an_audit_is_seen() {
        run.audit(LAMP, null, null);

        assertEquals(List.of(8), run.broken());
        assertShown(8, LAMP + ") was not audited");
    }

    @Test
    void units_that_are_held_at_rest_are_seen() {
        run.audit(LAMP, new Units(3, 1, 1, 0, 1));

        assertEquals(List.of(8), run.broken());
        assertShown(8, "1 units are held at rest");
    }

    @Test
    void an_audit_that_says_itself_that_it_does_not_balance_is_seen() {
        run.offer(LAMP, o -> new OfferSeen(LAMP, o.product(), 3, 1, o.book(), o.store(), false, 0));

        assertEquals(List.of(8), run.broken());
        assertShown(8, "the server itself says");
    }

    @Test
    void an_audit_with_other_sums_than_the_buyers_orders_is_seen() {
        run.audit(PHONE, new Units(5, 0, 0, 2, 3));

        assertEquals(List.of(8), run.broken());
        assertShown(8, "the audit has 2 units unpaid and 3 paid, the buyers' orders 1 and 4");
    }
}
