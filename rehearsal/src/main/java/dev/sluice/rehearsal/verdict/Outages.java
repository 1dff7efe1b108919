package dev.sluice.rehearsal.verdict;

import dev.sluice.rehearsal.evidence.Run;
import java.util.BitSet;

/// When a server that was killed on purpose was away, as far as its buyers could see, and how long
/// an answer may take around that.
///
/// The server is taken to be away in each second in which a request got no answer; seconds in a row
/// are one outage. A call may be due before an outage and be answered after it, and those that
/// waited all come back at once when it ends. So each second that an answer in its bound could
/// connect with an outage belongs to it, and a call of such a second may take the bound and the
/// whole outage. No outage is excused for longer than a restart may take.
final class Outages {

    private static final int OUTAGE_SECONDS_MAX = 10;

    private final BitSet away;
    private final long boundMillis;

    private Outages(BitSet away, long boundMillis) {
        this.away = away;
        this.boundMillis = boundMillis;
    }

    static Outages of(Run run) {
        var away = new BitSet();
        if (run.kills() > 0) {
            for (var second : run.timeline().seconds()) {
                boolean isSilent = second.refusals().getOrDefault(AnswerChecks.NO_ANSWER, 0L) > 0;
                if (isSilent && second.number() >= 0) away.set(second.number());
            }
        }
        return new Outages(away, run.scenario().answerMax().toMillis());
    }

    boolean any() {
        return !away.isEmpty();
    }

    /// How many seconds in all.
    int seconds() {
        return away.cardinality();
    }

    /// How long a call may take that was due in this second.
    long allowedMillis(int second) {
        int reach = Math.toIntExact(Math.ceilDiv(boundMillis, 1_000));
        int longest = 0;
        int near = away.nextSetBit(Math.max(0, second - reach));
        while (near >= 0 && near <= second + reach) {
            int end = away.nextClearBit(near);
            longest = Math.max(longest, end - away.previousClearBit(near) - 1);
            near = away.nextSetBit(end);
        }
        return boundMillis + 1_000L * Math.min(longest, OUTAGE_SECONDS_MAX);
    }
}
