package dev.sluice.rehearsal.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The verdict as a whole, the three broken engines that it has to see, and interrupted runs.
class ChecksTest {

    @Test
    void a_run_in_which_everything_went_well_holds() {
        var verdict = Checks.judge(new GreenRun().run());

        assertTrue(verdict.holds(), () -> "" + verdict);
        for (var finding : verdict.findings()) {
            assertEquals(List.of(), finding.counterexamples(), finding.promise());
        }
    }

    @Test
    void every_promise_is_judged_in_the_same_order_with_numbers_as_evidence() {
        var findings = Checks.judge(new GreenRun().run()).findings();

        assertEquals(
                List.of(
                        "Nothing was oversold",
                        "Nothing was undersold",
                        "Every QUEUED ended",
                        "One claim, one order",
                        "Limits held",
                        "Every answer came within its bound",
                        "What was told is what was recorded",
                        "The audit balances",
                        "No 5xx but the announced ones",
                        "Nobody got what was not theirs"),
                findings.stream().map(Finding::promise).toList());
        for (var finding : findings) {
            assertTrue(finding.evidence().matches(".*\\d.*"), finding::evidence);
        }
    }

    @Test
    void an_engine_that_oversells_by_one_and_hides_it_in_its_audit_is_seen() {
        var run = new GreenRun();
        run.win(11, GreenRun.PHONE, OrderStatus.PAID);

        assertEquals(List.of(1, 8), run.broken());
        var shown = run.finding(1).counterexamples().getFirst();
        assertTrue(shown.contains(GreenRun.PHONE) && shown.contains("1 too many"), shown);
        assertTrue(shown.contains("order-11"), shown);
    }

    @Test
    void an_engine_that_loses_one_claim_in_ten_thousand_is_seen() {
        var run = new GreenRun();
        for (int buyer = 100; buyer < 10_100; buyer++) {
            run.claims.add(GreenRun.claim(buyer, GreenRun.PHONE, ClaimStatus.LOST));
        }
        run.claim(
                5_000,
                c ->
                        new ClaimSeen(
                                5_000,
                                GreenRun.PHONE,
                                c.claimId(),
                                1,
                                true,
                                ClaimStatus.QUEUED,
                                "",
                                ClaimStatus.NONE,
                                "",
                                -1));

        assertEquals(List.of(3, 7), run.broken());
        assertTrue(run.finding(3).counterexamples().getFirst().contains("claim-5000"));
        assertTrue(run.finding(7).counterexamples().getFirst().contains("claim-5000"));
    }

    @Test
    void an_engine_that_answers_queued_for_ever_is_seen() {
        var run = new GreenRun();
        run.claim(
                7,
                c ->
                        GreenRun.recorded(
                                GreenRun.told(c, ClaimStatus.QUEUED, ""), ClaimStatus.QUEUED, ""));

        assertEquals(List.of(3), run.broken());
        assertTrue(run.finding(3).counterexamples().getFirst().contains("claim-7 of buyer 7"));
    }

    @Test
    void an_engine_that_leaves_every_claim_queued_is_seen() {
        var run = new GreenRun();
        run.orders.clear();
        run.claims.replaceAll(c ->
                GreenRun.recorded(
                        GreenRun.told(c, ClaimStatus.QUEUED, ""), ClaimStatus.QUEUED, ""));
        run.audit(GreenRun.PHONE, new Units(5, 0, 5, 0, 0));
        run.audit(GreenRun.LAMP, new Units(3, 1, 2, 0, 0));

        assertEquals(List.of(2, 3, 8), run.broken());
        assertEquals(run.claims.size(), run.finding(3).counterexamples().size());
    }

    @Test
    void a_dozen_counterexamples_are_shown_and_all_are_counted() {
        var run = new GreenRun();
        for (int i = 0; i < 1_500; i++) run.odd(Run.Oddity.Kind.LEAK, 1, "leak " + i);

        assertEquals(12, run.finding(10).counterexamples().size());
        assertTrue(run.finding(10).evidence().contains("1,500"), run.finding(10).evidence());
    }

    @Test
    void an_interrupted_run_is_not_judged_by_what_needs_the_end() {
        var run = new GreenRun();
        run.interrupted = true;
        run.claim(1, c -> GreenRun.recorded(c, ClaimStatus.NONE, ""));
        run.claim(
                7,
                c ->
                        GreenRun.recorded(
                                GreenRun.told(c, ClaimStatus.QUEUED, ""), ClaimStatus.QUEUED, ""));
        run.orders.removeIf(order -> order.buyer() <= 2);
        run.audit(GreenRun.PHONE, new Units(5, 1, 1, 1, 2), new Units(5, 0, 2, 1, 2));

        assertEquals(List.of(), run.broken());
        for (int number : new int[] {2, 3, 4, 7, 8}) {
            var evidence = run.finding(number).evidence();
            assertTrue(evidence.contains("interrupted"), evidence);
        }
    }

    @Test
    void the_same_run_that_was_not_interrupted_is() {
        var run = new GreenRun();
        run.claim(1, c -> GreenRun.recorded(c, ClaimStatus.NONE, ""));
        run.orders.removeIf(order -> order.buyer() <= 2);
        run.audit(GreenRun.PHONE, new Units(5, 1, 1, 1, 2), new Units(5, 0, 2, 1, 2));

        assertEquals(List.of(2, 3, 4, 7, 8), run.broken());
    }

    @Test
    void an_interrupted_run_is_judged_by_what_was_seen() {
        var run = new GreenRun();
        run.interrupted = true;
        run.win(11, GreenRun.PHONE, OrderStatus.PAID);
        run.claim(7, c -> GreenRun.recorded(c, ClaimStatus.WON, "order-7"));
        run.audit(GreenRun.LAMP, new Units(3, 1, 0, 0, 1));
        run.answers.put("500", 1L);

        assertEquals(List.of(1, 7, 8, 9), run.broken());
    }
}
