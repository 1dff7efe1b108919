package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.backstage.Api;
import dev.sluice.rehearsal.backstage.Operator;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import dev.sluice.rehearsal.scenario.Scenario.Challenge;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import dev.sluice.rehearsal.scenario.ScenarioFile;
import dev.sluice.rehearsal.verdict.Checks;
import dev.sluice.rehearsal.verdict.Verdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Engines that are broken on purpose, rehearsed as users rehearse theirs, and judged. A rehearsal
/// mostly waits, above all for what never ends, so all of them are played at once. A machine that
/// is too slow for a crowd shows nothing about the engine: then the same is played again, with more
/// time.
@Timeout(900)
class BrokenEnginesTest {

    private static final InstantSource CLOCK = InstantSource.system();
    private static final int UNITS = 40;
    private static final int BUYERS = 400;
    private static final int TRIES_MAX = 4;

    /// What has to be said of an engine.
    private interface Expectation {
        void check(Judged judged);
    }

    /// What the rehearsal of one engine came to.
    ///
    /// @param hasActed whether the flaw has shown itself
    /// @param tooShort whether the sale ended too soon for this machine: the rehearsal or the
    /// engine did not keep up, the flaw never showed itself or nobody was turned away
    private record Judged(Verdict verdict, boolean hasActed, boolean tooShort) {

        void assertBroken(Integer... findings) {
            assertEquals(List.of(findings), broken(), () -> "" + verdict);
        }

        List<Integer> broken() {
            var broken = new ArrayList<Integer>();
            for (int i = 0; i < verdict.findings().size(); i++) {
                if (!verdict.findings().get(i).holds()) broken.add(i + 1);
            }
            return broken;
        }

        void assertShown(int finding, String part) {
            var shown = verdict.findings().get(finding - 1).counterexamples();
            assertTrue(
                    shown.stream().anyMatch(line -> line.contains(part)),
                    () -> part + ": " + shown);
        }
    }

    private static void expect(PlantedFlaw flaw, Expectation expectation)
            throws InterruptedException {
        expect(flaw, everybody(UNITS), expectation);
    }

    private static void expect(PlantedFlaw flaw, Scenario scenario, Expectation expectation)
            throws InterruptedException {
        var played = scenario;
        for (int tries = 1; ; tries++) {
            var judged = rehearse(flaw, played);
            try {
                expectation.check(judged);
                return;
            } catch (AssertionError e) {
                if (!judged.tooShort || tries == TRIES_MAX) throw e;
                var why = "broken " + judged.broken() + ", " + e.getMessage();
                Tries.again(BrokenEnginesTest.class, flaw.name(), tries, why);
                played = longer(played);
            }
        }
    }

    private static Judged rehearse(PlantedFlaw flaw, Scenario scenario)
            throws InterruptedException {
        try (var sluice = TinySluice.start(flaw, CLOCK);
                var operator =
                        new Operator(
                                new Api(List.of(sluice.uri()), TinySluice.KEY, CLOCK), CLOCK)) {
            var rehearsal =
                    new Rehearsal(
                            scenario,
                            operator,
                            Optional.empty(),
                            Optional.empty(),
                            CLOCK,
                            System::nanoTime);
            var run = rehearsal.play().run();
            boolean isLate = Slowness.isIn(run);
            boolean isSoldOut = run.offers().stream().anyMatch(offer -> offer.turnedAway() > 0);
            boolean hasActed = sluice.hasActed();
            return new Judged(Checks.judge(run), hasActed, isLate || !isSoldOut || !hasActed);
        }
    }

    /// Buyers of every habit, and orders that expire soon.
    private static Scenario everybody(int units) {
        var plain = payers(BUYERS, units, Duration.ofSeconds(4));
        return with(plain, Samples.everybody(), Duration.ofSeconds(2));
    }

    /// All who win pay in time: no unit comes back and hides that there was one too many.
    private static Scenario payers(int buyers, int units, Duration lasts) {
        return new Scenario(
                "broken",
                "For a test.",
                42,
                buyers,
                List.of(units),
                1,
                Arrival.SPIKE,
                Duration.ofSeconds(1),
                lasts,
                Challenge.NONE,
                5,
                Duration.ofSeconds(30),
                false,
                List.of(),
                Map.of(Habit.PLAIN, 100),
                Duration.ofSeconds(15),
                Optional.empty());
    }

    private static Scenario with(Scenario plain, Map<Habit, Integer> mix, Duration payWithin) {
        return changed(plain, plain.lasts(), mix, payWithin);
    }

    /// Twice as long. Orders that expire while the sale is open go on to do so in its middle, and
    /// not just before its close.
    private static Scenario longer(Scenario plain) {
        boolean expires = plain.payWithin().compareTo(plain.lasts()) < 0;
        var payWithin = expires ? plain.payWithin().multipliedBy(3) : plain.payWithin();
        return changed(plain, plain.lasts().multipliedBy(3), plain.mix(), payWithin);
    }

    private static Scenario changed(
            Scenario plain, Duration lasts, Map<Habit, Integer> mix, Duration payWithin) {
        return new Scenario(
                plain.name(),
                plain.about(),
                plain.seed(),
                plain.buyers(),
                plain.units(),
                plain.perBuyer(),
                plain.arrival(),
                plain.arriveWithin(),
                lasts,
                plain.challenge(),
                plain.gateFactor(),
                payWithin,
                plain.daily(),
                plain.restocks(),
                mix,
                plain.answerMax(),
                Optional.empty());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_engine_that_is_not_broken_passes() throws Exception {
        expect(
                PlantedFlaw.NONE,
                judged -> {
                    judged.assertBroken();
                    assertTrue(judged.verdict().holds());
                    var sold = judged.verdict().findings().get(1).evidence();
                    assertTrue(sold.contains("buyers were turned away"), sold);
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void money_that_arrives_while_the_orders_are_read_is_no_flaw() throws Exception {
        var unpaid = Map.of(Habit.NEVER_PAYS, 100);
        var plain = payers(BUYERS, UNITS, Duration.ofSeconds(4));

        // All orders expire, and all units are free, when the sale is over.
        expect(
                PlantedFlaw.LATE_MONEY_WHILE_READ,
                with(plain, unpaid, Duration.ofSeconds(20)),
                judged -> {
                    judged.assertBroken();
                    assertTrue(judged.hasActed(), "no money arrived");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_oversells_by_one_is_caught() throws Exception {
        var paid = payers(BUYERS, UNITS, Duration.ofSeconds(4));

        expect(
                PlantedFlaw.OVERSELLS_BY_ONE,
                paid,
                judged -> {
                    judged.assertBroken(1, 8);
                    judged.assertShown(1, "1 too many");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_invents_a_unit_is_caught_although_its_audit_adds_up() throws Exception {
        var paid = payers(BUYERS, UNITS, Duration.ofSeconds(4));

        expect(
                PlantedFlaw.INVENTS_A_UNIT,
                paid,
                judged -> {
                    judged.assertBroken(1, 2);
                    judged.assertShown(1, "1 too many");
                    judged.assertShown(2, "40 units were given to it, and the audit knows of 41");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_whose_gate_lets_nobody_in_is_caught() throws Exception {
        expect(
                PlantedFlaw.KEEPS_ITS_GATE_SHUT,
                payers(BUYERS, UNITS, Duration.ofSeconds(4)),
                judged -> {
                    judged.assertBroken(2);
                    judged.assertShown(2, "40 are free by the audit");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void of_one_that_is_slower_than_its_sale_free_units_are_not_judged() throws Exception {
        expect(
                PlantedFlaw.IS_SLOWER_THAN_ITS_SALE,
                payers(BUYERS, UNITS, Duration.ofSeconds(4)),
                judged -> {
                    judged.assertBroken();
                    var sold = judged.verdict().findings().get(1).evidence();
                    assertTrue(sold.contains("units that were left free were not judged"), sold);
                    assertTrue(sold.contains("buyers were turned away"), sold);
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_forgets_stock_that_was_added_is_caught() throws Exception {
        var restocked =
                """
                buyers = 400
                units = 40
                arrive-within = 1s
                lasts = 4s
                challenge = none
                pay-within = 30s
                restock = 2s, 1, 5
                """;

        expect(
                PlantedFlaw.FORGETS_RESTOCKS,
                ScenarioFile.read("restocked.scenario", restocked, 42),
                judged -> {
                    judged.assertBroken(2);
                    judged.assertShown(2, "45 units were given to it, and its ledger knows of 40");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_loses_one_claim_in_ten_thousand_is_caught() throws Exception {
        var large = payers(10_100, 10_030, Duration.ofSeconds(10));

        expect(
                PlantedFlaw.LOSES_ONE_CLAIM_IN_TEN_THOUSAND,
                large,
                judged -> {
                    judged.assertBroken(3, 7);
                    assertEquals(1, judged.verdict().findings().get(2).counterexamples().size());
                    judged.assertShown(3, "was acknowledged and is unknown now");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_leaves_one_claim_queued_for_ever_is_caught() throws Exception {
        expect(
                PlantedFlaw.ONE_CLAIM_QUEUED_FOR_EVER,
                judged -> {
                    judged.assertBroken(2, 3, 8);
                    assertEquals(1, judged.verdict().findings().get(2).counterexamples().size());
                    judged.assertShown(3, "is still QUEUED");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_answers_queued_for_ever_is_caught() throws Exception {
        expect(
                PlantedFlaw.ALL_CLAIMS_QUEUED_FOR_EVER,
                judged -> {
                    judged.assertBroken(2, 3, 8);
                    judged.assertShown(3, "is still QUEUED");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_forgets_the_units_of_ended_orders_is_caught() throws Exception {
        expect(
                PlantedFlaw.FORGETS_EXPIRED_UNITS,
                judged -> {
                    judged.assertBroken(2, 8);
                    judged.assertShown(2, "0 are free by the audit");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_makes_two_orders_of_a_claim_is_caught() throws Exception {
        expect(
                PlantedFlaw.TWO_ORDERS_FOR_A_CLAIM,
                judged -> {
                    judged.assertBroken(4);
                    judged.assertShown(4, "has 2 orders");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_ignores_limits_is_caught() throws Exception {
        var plenty = everybody(2 * BUYERS);

        expect(
                PlantedFlaw.IGNORES_LIMITS,
                plenty,
                judged -> {
                    judged.assertBroken(5);
                    judged.assertShown(5, "at most 1 are allowed");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_tells_a_winner_lost_is_caught() throws Exception {
        expect(
                PlantedFlaw.TELLS_LOST_BUT_RECORDS_WON,
                judged -> {
                    judged.assertBroken(4, 7);
                    judged.assertShown(4, "is LOST, but there is order");
                    judged.assertShown(7, "was told LOST, but its order");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_shows_claims_to_others_is_caught() throws Exception {
        expect(
                PlantedFlaw.LEAKS_CLAIMS_OF_OTHERS,
                judged -> {
                    judged.assertBroken(10);
                    judged.assertShown(10, "guessed: GET /api/v1/claims/");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void one_that_sometimes_answers_500_is_caught() throws Exception {
        expect(
                PlantedFlaw.ANSWERS_500_SOMETIMES,
                judged -> {
                    assertTrue(judged.broken().contains(9), () -> "" + judged.verdict());
                    judged.assertShown(9, "500 BUG was answered");
                });
    }
}
