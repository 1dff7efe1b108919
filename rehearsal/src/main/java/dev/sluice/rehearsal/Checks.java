package dev.sluice.rehearsal;

import java.util.List;

/// Judges a rehearsal by what it saw, and by nothing else: no question goes to the server, and no
/// rule is borrowed from it. Each promise is one finding, which is always there, in the same order.
///
/// A run that was interrupted is judged by what there is: a breach that was seen is a breach, and
/// what needs the end is not judged, which the evidence says.
final class Checks {

    private Checks() {}

    static Verdict judge(Run run) {
        var tally = Tally.of(run);
        return new Verdict(
                List.of(
                        StockChecks.oversold(tally),
                        StockChecks.undersold(tally),
                        ClaimChecks.ended(tally),
                        ClaimChecks.oneOrderEach(tally),
                        StockChecks.limits(tally),
                        AnswerChecks.inTime(run),
                        ToldChecks.toldIsRecorded(tally),
                        StockChecks.audits(tally),
                        AnswerChecks.noFaults(run),
                        AnswerChecks.noLeaks(run)));
    }
}
