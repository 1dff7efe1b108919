package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.GreenRun.LAMP;
import static dev.sluice.rehearsal.verdict.GreenRun.PHONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.scenario.Scenario;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToldChecksTest {

    private final GreenRun run = new GreenRun();

    private void assertShown(String part) {
        var shown = run.finding(7).counterexamples();
        assertTrue(shown.stream().anyMatch(line -> line.contains(part)), () -> part + ": " + shown);
    }

    @Test
    void a_buyer_who_was_told_lost_and_is_recorded_as_a_winner_is_named() {
        run.claim(9, c -> GreenRun.told(c, ClaimStatus.LOST, ""));

        assertEquals(List.of(7), run.broken());
        assertShown("claim-9 of buyer 9 was told LOST and is recorded WON with order order-9");
    }

    @Test
    void a_buyer_who_was_told_of_another_order_than_is_recorded_is_named() {
        run.claim(9, c -> GreenRun.told(c, ClaimStatus.WON, "order-99"));

        assertEquals(List.of(7), run.broken());
        assertShown("was told of order order-99 and is recorded with order order-9");
    }

    @Test
    void a_winner_whose_claim_is_queued_again_is_named() {
        run.claim(9, c -> GreenRun.recorded(c, ClaimStatus.QUEUED, ""));

        assertEquals(List.of(3, 7), run.broken());
        assertShown("was told WON with order order-9 and is recorded QUEUED");
    }

    @Test
    void an_acknowledged_claim_was_told_queued_at_least() {
        run.claim(
                7,
                c ->
                        GreenRun.recorded(
                                GreenRun.told(c, ClaimStatus.NONE, ""), ClaimStatus.NONE, ""));

        assertEquals(List.of(3, 7), run.broken());
        assertShown("claim-7 of buyer 7 was told QUEUED and is recorded nowhere");
    }

    @Test
    void an_order_that_was_told_and_is_unknown_is_named() {
        run.order(9, o -> GreenRun.statuses(o, OrderStatus.UNPAID, OrderStatus.NONE));

        assertEquals(List.of(4, 7), run.broken());
        assertShown("Order order-9 of buyer 9 was told UNPAID and is recorded nowhere");
    }

    @Test
    void an_answer_that_contradicted_an_earlier_one_is_shown() {
        run.odd(Oddity.Kind.CONTRADICTION, 3.25, "claim-3 went from WON to QUEUED");

        assertEquals(List.of(7), run.broken());
        assertShown("second 3.3: claim-3 went from WON to QUEUED");
    }

    @Test
    void only_what_may_follow_upon_a_told_order_agrees_with_it() {
        var real = EnumSet.complementOf(EnumSet.of(OrderStatus.NONE));
        assertEquals(real, agreeing(OrderStatus.NONE));
        assertEquals(real, agreeing(OrderStatus.UNPAID));
        assertEquals(Set.of(OrderStatus.PAID), agreeing(OrderStatus.PAID));
        assertEquals(
                Set.of(OrderStatus.CANCELLED, OrderStatus.PAID, OrderStatus.REFUNDED),
                agreeing(OrderStatus.CANCELLED));
        assertEquals(
                Set.of(OrderStatus.EXPIRED, OrderStatus.PAID, OrderStatus.REFUNDED),
                agreeing(OrderStatus.EXPIRED));
        assertEquals(Set.of(OrderStatus.REFUNDED), agreeing(OrderStatus.REFUNDED));
    }

    @Test
    void a_paid_order_may_have_been_refunded_when_somebody_pays_late() {
        run.mix.put(Scenario.Habit.PAYS_LATE, 5);

        assertEquals(Set.of(OrderStatus.PAID, OrderStatus.REFUNDED), agreeing(OrderStatus.PAID));
    }

    /// All states that an order may be recorded in when this was told of it.
    private Set<OrderStatus> agreeing(OrderStatus told) {
        var agreeing = EnumSet.noneOf(OrderStatus.class);
        for (var recorded : OrderStatus.values()) {
            run.order(9, o -> GreenRun.statuses(o, told, recorded));
            if (run.finding(7).holds()) agreeing.add(recorded);
        }
        return agreeing;
    }

    @Test
    void only_what_may_follow_upon_a_told_claim_agrees_with_it() {
        assertEquals(EnumSet.allOf(ClaimStatus.class), agreeing(ClaimStatus.NONE));
        assertEquals(
                Set.of(ClaimStatus.QUEUED, ClaimStatus.WON, ClaimStatus.LOST),
                agreeing(ClaimStatus.QUEUED));
        assertEquals(Set.of(ClaimStatus.WON), agreeing(ClaimStatus.WON));
        assertEquals(Set.of(ClaimStatus.LOST), agreeing(ClaimStatus.LOST));
    }

    private Set<ClaimStatus> agreeing(ClaimStatus told) {
        var agreeing = EnumSet.noneOf(ClaimStatus.class);
        run.claims.removeLast();
        for (var recorded : ClaimStatus.values()) {
            boolean isKnown = told != ClaimStatus.NONE;
            run.claims.add(
                    new Run.ClaimSeen(
                            20,
                            told == ClaimStatus.WON ? LAMP : PHONE,
                            "claim-20",
                            1,
                            isKnown,
                            told,
                            "",
                            recorded,
                            "",
                            -1));
            if (run.finding(7).holds()) agreeing.add(recorded);
            run.claims.removeLast();
        }
        run.claims.add(GreenRun.claim(7, PHONE, ClaimStatus.LOST));
        return agreeing;
    }
}
