package dev.sluice.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Durable claims as fast as wrk gets them answered, each of a new buyer, while settlement makes
/// orders of them.
///
/// @param drained how long after the end the last claim was settled
/// @param faults what makes it invalid
record Rush(Lab.Measured measured, Backlog backlog, Duration drained, List<String> faults) {
    private static final double SPARE = 1.25;
    private static final int TRIES_MAX = 3;

    /// Warms the server up and measures it.
    ///
    /// @param rateMax what it may come to at most per second
    /// @param recording the name of a flight recording, if one is made
    static Rush measure(Crowd crowd, double rateMax, String recording)
            throws IOException, InterruptedException {
        var lab = crowd.lab();
        var sluice = crowd.sluice();
        double expectedRate = crowd.warmUp(rateMax);
        for (int tries = 1; ; tries++) {
            crowd.reach(SPARE * expectedRate * lab.options().measured().toSeconds());
            var backlog = new Backlog();
            Lab.Measured measured;
            try (var _ = lab.record(sluice.server(), recording);
                    var _ = new BacklogWatch(sluice.operator(), crowd.sale(), backlog)) {
                measured = lab.measure(sluice.server(), crowd.load());
            }
            crowd.count(measured.result());
            var drained = crowd.awaitSettled();
            if (tries < TRIES_MAX && measured.result().exhausted()) {
                lab.say("     faster than expected: once more with more buyers");
                expectedRate = measured.result().perSecond();
                continue;
            }
            var faults = new Faults().successes(measured.result());
            faults.check(backlog.size() > 1, "the backlog was not seen");
            crowd.checkOrders(faults);
            return new Rush(measured, backlog, drained, faults.found());
        }
    }

    /// By which part of the rate the backlog grew.
    double backlogGrowth() {
        return backlog.growthPerSecond() / measured.result().perSecond();
    }

    Figure figure() {
        return measured.figure(faults, List.of(note()));
    }

    private String note() {
        return String.format(
                Locale.ROOT,
                "the backlog was %,d claims at most, grew by %,.0f a second, and was settled"
                        + " %d ms after the last claim",
                backlog.depthMax(),
                backlog.growthPerSecond(),
                drained.toMillis());
    }
}
