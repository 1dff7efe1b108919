package dev.sluice.rehearsal.verdict;

import dev.sluice.rehearsal.evidence.Run;
import java.util.List;

/// Judges a rehearsal by what it saw, and by nothing else: no question goes to the server, and no
/// rule is borrowed from it. Each promise is one finding, which is always there, in the same order.
///
/// A run that was interrupted is judged by what there is: a breach that was seen is a breach, and
/// what needs the end is not judged, which the evidence says.
public final class Checks {

    private Checks() {}

    public static Verdict judge(Run run) {
        var sums = Sums.of(run);
        return new Verdict(
                List.of(
                        StockChecks.oversold(sums),
                        StockChecks.undersold(sums),
                        ClaimChecks.ended(sums),
                        ClaimChecks.oneOrderEach(sums),
                        StockChecks.limits(sums),
                        AnswerChecks.inTime(run),
                        ToldChecks.toldIsRecorded(sums),
                        StockChecks.audits(sums),
                        AnswerChecks.noFaults(run),
                        AnswerChecks.noLeaks(run)));
    }
}
