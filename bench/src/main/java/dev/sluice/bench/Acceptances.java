package dev.sluice.bench;

import dev.sluice.bench.Operator.OpenSale;
import dev.sluice.bench.Wrk.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// Part c: claims that are answered once they are on disk, each of a new buyer, while settlement
/// makes orders of them. First as many as wrk can get answered, then half as many with an open
/// loop.
final class Acceptances {
    private static final int STOCK_MAX = 10_000_000;
    private static final int CONNECTIONS = 512;
    private static final double WARM_UP_PART = 0.75;
    private static final double SPARE = 1.5;

    private final Lab lab;
    private final Results results;
    private long acknowledged;
    private long sent;

    Acceptances(Lab lab, Results results) {
        this.lab = lab;
        this.results = results;
    }

    void measure() throws IOException, InterruptedException {
        try (var sluice = lab.startSluice()) {
            var seconds = lab.options().warmUp().plus(lab.options().measured()).toSeconds();
            double claims = 2 * SPARE * lab.rateMax(results) * seconds;
            var sale = sluice.operator().openSale((int) Math.min(STOCK_MAX, claims));
            double warmRate = warmUp(sluice, sale);
            measurePeak(sluice, sale, warmRate);
            measureHalf(sluice, sale, results.rate(Line.ACCEPTANCES).orElseThrow() / 2);
        }
    }

    private double warmUp(Sluice sluice, OpenSale sale) throws IOException, InterruptedException {
        double seconds = lab.options().warmUp().toSeconds();
        var file = claims(sluice, sale, WARM_UP_PART * lab.rateMax(results) * seconds);
        var result = lab.warmUp(Load.claimsOnce(sluice.server().address("/"), file));
        count(result, file);
        sluice.awaitSettled(sale);
        return result.perSecond();
    }

    private void measurePeak(Sluice sluice, OpenSale sale, double warmRate)
            throws IOException, InterruptedException {
        var file = claims(sluice, sale, SPARE * warmRate * lab.options().measured().toSeconds());
        var load = Load.claimsOnce(sluice.server().address("/"), file);
        var backlog = new Backlog();
        Lab.Measured measured;
        try (var _ = lab.record(sluice.server(), Part.C);
                var _ = new BacklogWatch(sluice.operator(), sale, backlog)) {
            measured = lab.measure(sluice.server(), load);
        }
        var drained = sluice.awaitSettled(sale);
        count(measured.result(), file);
        var faults = new Faults().successes(measured.result());
        faults.check(backlog.size() > 1, "the backlog was not seen");
        faults.orders(sluice.operator().audit(sale), acknowledged, sent);
        var notes = List.of(backlogNote(backlog, drained));
        results.backlogGrowth(backlog.growthPerSecond() / measured.result().perSecond());
        put(Line.ACCEPTANCES, measured.figure(faults.found(), notes));
    }

    private void measureHalf(Sluice sluice, OpenSale sale, double rate)
            throws IOException, InterruptedException {
        int warmUps = (int) (rate * lab.options().warmUp().toSeconds());
        var file = claims(sluice, sale, warmUps + rate * lab.options().measured().toSeconds());
        var before = sluice.server().cpuTime();
        OpenLoop.Outcome outcome;
        try (var loop = new OpenLoop(sluice.server().port(), CONNECTIONS)) {
            outcome = loop.run(file, rate, warmUps);
        }
        var used = sluice.server().cpuTime().minus(before);
        sluice.awaitSettled(sale);
        acknowledged += outcome.count(202);
        sent += file.count();
        var faults = new Faults();
        boolean all = outcome.count(202) == file.count();
        faults.check(all, "answers by status: " + outcome.statuses() + ", cut: " + outcome.cut());
        faults.orders(sluice.operator().audit(sale), acknowledged, sent);
        var cpu = OptionalDouble.of(used.toNanos() / 1e3 / file.count());
        var latency = outcome.latencyMillis();
        var notes = List.of(tailNote(outcome));
        put(Line.ACCEPTANCES_AT_HALF, new Figure(rate, latency, cpu, faults.found(), notes));
    }

    private RequestFile claims(Sluice sluice, OpenSale sale, double count)
            throws IOException, InterruptedException {
        lab.say(String.format(Locale.ROOT, "     passes for %,.0f new buyers", count));
        var pages = new ArrayList<>(sluice.operator().buyers((int) count, sale.offerId()));
        return RequestFile.ofClaims(lab.newFile("claims"), sale.offerId(), pages);
    }

    private void count(WrkResult result, RequestFile file) {
        acknowledged += Math.min(result.answered() - result.errorStatuses(), file.count());
        sent += Math.min(result.sent(), file.count());
    }

    private void put(Line line, Figure figure) {
        results.put(line, figure);
        lab.sayFigure(line, figure);
    }

    private static String backlogNote(Backlog backlog, Duration drained) {
        return String.format(
                Locale.ROOT,
                "the backlog was %,d claims at most, grew by %,.0f a second, and was settled"
                        + " %d ms after the last claim",
                backlog.depthMax(),
                backlog.growthPerSecond(),
                drained.toMillis());
    }

    private static String tailNote(OpenLoop.Outcome outcome) {
        return String.format(
                Locale.ROOT,
                "p99.9 %.2f ms, longest %.2f ms",
                outcome.latency().getValueAtPercentile(99.9) / 1e6,
                outcome.latency().getMaxValue() / 1e6);
    }
}
