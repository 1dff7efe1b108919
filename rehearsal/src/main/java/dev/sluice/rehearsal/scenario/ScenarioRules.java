package dev.sluice.rehearsal.scenario;

import java.time.Duration;
import java.util.Optional;

/// What the fields of a scenario may be: each by itself, and all of them together.
public final class ScenarioRules {
    public static final int BUYERS_MAX = 1_000_000;
    static final int PER_BUYER_MAX = 100;
    static final int GATE_FACTOR_MAX = 1_000;
    static final int RESTOCK_MAX = 10_000_000;
    static final int MIX_SUM = 100;

    public static final Duration SPAN_MIN = Duration.ofMillis(1);
    public static final Duration LASTS_MIN = Duration.ofSeconds(1);
    public static final Duration LASTS_MAX = Duration.ofHours(1);
    static final Duration PAY_WITHIN_MIN = Duration.ofSeconds(5);
    static final Duration ANSWER_MIN = Duration.ofMillis(10);
    public static final Duration ANSWER_MAX = Duration.ofMinutes(2);

    /// @param field its name in a scenario file
    /// @param place which of several with this name, from 0 on
    /// @param what is wrong, in words that fit behind the name
    public record Flaw(String field, int place, String what) {}

    private ScenarioRules() {}

    /// What does not fit together, if anything.
    public static Optional<Flaw> flaw(Scenario scenario) {
        var lasts = Values.words(scenario.lasts());
        if (scenario.arriveWithin().compareTo(scenario.lasts()) > 0) {
            var what = "must be at most as long as the sale lasts (%s), was %s";
            return flaw("arrive-within", what, lasts, Values.words(scenario.arriveWithin()));
        }
        if (scenario.payWithin().toMillisPart() != 0) {
            var payWithin = Values.words(scenario.payWithin());
            return flaw("pay-within", "must be whole seconds, was %s", payWithin);
        }
        int sum = scenario.mix().values().stream().mapToInt(Integer::intValue).sum();
        if (sum != MIX_SUM) return flaw("mix", "must sum to %s, was %s", MIX_SUM, sum);
        return restockFlaw(scenario);
    }

    private static Optional<Flaw> restockFlaw(Scenario scenario) {
        int offers = scenario.units().size();
        for (int i = 0; i < scenario.restocks().size(); i++) {
            var restock = scenario.restocks().get(i);
            if (restock.offer() > offers) {
                var what = "must name an offer from 1 to %d, was %d";
                return Optional.of(new Flaw("restock", i, what.formatted(offers, restock.offer())));
            }
            if (restock.after().compareTo(scenario.lasts()) >= 0) {
                var what = "must come before the sale is over (%s), was %s";
                var after = Values.words(restock.after());
                var lasts = Values.words(scenario.lasts());
                return Optional.of(new Flaw("restock", i, what.formatted(lasts, after)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Flaw> flaw(String field, String what, Object... values) {
        return Optional.of(new Flaw(field, 0, what.formatted(values)));
    }
}
