package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.plot.Numbers;
import dev.sluice.rehearsal.verdict.Verdict;

/// A verdict in one sentence.
final class Headline {
    private Headline() {}

    static String of(Verdict verdict) {
        int promises = verdict.findings().size();
        long broken = verdict.findings().stream().filter(finding -> !finding.holds()).count();
        if (promises == 0) return "Nothing was judged";
        if (broken > 0) return broken + " of " + promises + " promises broken";
        if (promises == 1) return "The one promise held";
        return "All " + Numbers.word(promises) + " promises held";
    }

    /// What the sale came to, for below the verdict.
    static String story(Totals totals) {
        return "%s buyers came for %s units: %s were sold and %s paid for."
                .formatted(
                        Numbers.whole(totals.buyers()),
                        Numbers.whole(totals.units()),
                        Numbers.whole(totals.sold()),
                        Numbers.whole(totals.paid()));
    }
}
