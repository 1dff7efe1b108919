package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Engines that are broken on purpose, played over HTTP and judged.
class BrokenEnginesTest {

    private static final int UNITS = 40;
    private static final int BUYERS = 90;

    private final List<Integer> broken = new ArrayList<>();
    private Verdict verdict;

    private void play(PlantedFlaw flaw, int units, int buyers, boolean pays) {
        try (var sluice = TinySluice.start(flaw, InstantSource.system())) {
            var operator = new PlainOperator(Caller.of(sluice.uri(), TinySluice.KEY));
            verdict = Checks.judge(PlainCrowd.play(operator, units, buyers, pays));
        }
        for (int i = 0; i < verdict.findings().size(); i++) {
            if (!verdict.findings().get(i).holds()) broken.add(i + 1);
        }
    }

    private void assertBroken(Integer... findings) {
        assertEquals(List.of(findings), broken, () -> "" + verdict);
    }

    private void assertShown(int finding, String part) {
        var shown = verdict.findings().get(finding - 1).counterexamples();
        assertTrue(shown.stream().anyMatch(line -> line.contains(part)), () -> part + ": " + shown);
    }

    @Test
    void an_engine_that_is_not_broken_passes() {
        play(PlantedFlaw.NONE, UNITS, BUYERS, true);

        assertBroken();
        var sold = verdict.findings().get(1).evidence();
        assertTrue(sold.contains("40 of 40 units in live orders"), sold);
        assertTrue(sold.contains("buyers were turned away"), sold);
    }

    @Test
    void one_that_oversells_by_one_is_caught() {
        play(PlantedFlaw.OVERSELLS_BY_ONE, UNITS, BUYERS, true);

        assertBroken(1, 8);
        assertShown(1, "1 too many");
    }

    @Test
    void one_that_loses_one_claim_in_ten_thousand_is_caught() {
        play(PlantedFlaw.LOSES_ONE_CLAIM_IN_TEN_THOUSAND, 10_010, 10_030, false);

        assertBroken(3, 7);
        assertEquals(1, verdict.findings().get(2).counterexamples().size());
        assertShown(3, "was acknowledged and is unknown now");
    }

    @Test
    void one_that_leaves_one_claim_queued_for_ever_is_caught() {
        play(PlantedFlaw.ONE_CLAIM_QUEUED_FOR_EVER, UNITS, BUYERS, true);

        assertBroken(2, 3, 8);
        assertEquals(1, verdict.findings().get(2).counterexamples().size());
        assertShown(3, "is still QUEUED");
    }

    @Test
    void one_that_answers_queued_for_ever_is_caught() {
        play(PlantedFlaw.ALL_CLAIMS_QUEUED_FOR_EVER, UNITS, BUYERS, true);

        assertBroken(2, 3, 8);
        assertShown(3, "is still QUEUED");
    }

    @Test
    void one_that_forgets_the_units_of_ended_orders_is_caught() {
        play(PlantedFlaw.FORGETS_EXPIRED_UNITS, UNITS, BUYERS, true);

        assertBroken(2, 8);
        assertShown(2, "0 are free by the audit");
    }

    @Test
    void one_that_makes_two_orders_of_a_claim_is_caught() {
        play(PlantedFlaw.TWO_ORDERS_FOR_A_CLAIM, UNITS, BUYERS, false);

        assertBroken(4, 5);
        assertShown(4, "has 2 orders");
    }

    @Test
    void one_that_ignores_limits_is_caught() {
        play(PlantedFlaw.IGNORES_LIMITS, 2 * BUYERS, BUYERS, true);

        assertBroken(5);
        assertShown(5, "Buyer 7 has 2 units");
    }

    @Test
    void one_that_tells_a_winner_lost_is_caught() {
        play(PlantedFlaw.TELLS_LOST_BUT_RECORDS_WON, UNITS, BUYERS, true);

        assertBroken(4, 7);
        assertShown(7, "was told LOST, but its order");
    }

    @Test
    void one_that_shows_claims_to_others_is_caught() {
        play(PlantedFlaw.LEAKS_CLAIMS_OF_OTHERS, UNITS, BUYERS, true);

        assertBroken(10);
        assertShown(10, "was shown claim");
    }

    @Test
    void one_that_sometimes_answers_500_is_caught() {
        play(PlantedFlaw.ANSWERS_500_SOMETIMES, UNITS, BUYERS, true);

        assertTrue(broken.contains(9), () -> "" + verdict);
        assertShown(9, "500 BUG was answered");
    }
}
