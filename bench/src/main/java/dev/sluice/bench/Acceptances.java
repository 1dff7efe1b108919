package dev.sluice.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// Part `claim`: claims that are answered once they are on disk, each of a new buyer, while
/// settlement makes orders of them. First as many as wrk can get answered; then, on a new server,
/// half as many with an open loop.
final class Acceptances {
    private static final int CONNECTIONS = 512;
    private static final int OPEN_LOOP_ROUNDS = 2;

    private final Lab lab;
    private final Figures figures;
    private final double rateMax;
    private final long seconds;

    Acceptances(Lab lab, Figures figures) {
        this.lab = lab;
        this.figures = figures;
        this.rateMax = lab.rateMax(figures);
        this.seconds = lab.options().measured().toSeconds();
    }

    void measure() throws IOException, InterruptedException {
        measurePeak();
        try (var sluice = lab.startSluice()) {
            double half = figures.rate(Line.CLAIM).orElseThrow() / 2;
            measureHalf(sluice, new Crowd(lab, sluice, claims()), half);
        }
    }

    /// Only as many as wrk can get answered.
    void measurePeak() throws IOException, InterruptedException {
        try (var sluice = lab.startSluice()) {
            measurePeak(new Crowd(lab, sluice, claims()));
        }
    }

    private double claims() {
        var round = lab.options().warmUpRound().multipliedBy(Warmth.ROUNDS_MAX);
        return 2 * rateMax * (round.toSeconds() + seconds);
    }

    private void measurePeak(Crowd crowd) throws IOException, InterruptedException {
        var rush = Rush.measure(crowd, rateMax, Line.CLAIM.label());
        figures.backlogGrowth(rush.backlogGrowth());
        put(Line.CLAIM, rush.figure());
    }

    private void measureHalf(Sluice sluice, Crowd crowd, double rate)
            throws IOException, InterruptedException {
        crowd.warmUp(rateMax);
        var first = crowd.take(rate * OPEN_LOOP_ROUNDS * lab.options().warmUpRound().toSeconds());
        var file = crowd.take(rate * seconds);
        OpenLoop.Outcome outcome;
        Duration used;
        try (var loop = new OpenLoop(sluice.server().port(), CONNECTIONS)) {
            crowd.count(loop.run(first, rate), first);
            var before = sluice.server().cpuTime();
            outcome = loop.run(file, rate);
            used = sluice.server().cpuTime().minus(before);
        }
        crowd.awaitSettled();
        crowd.count(outcome, file);
        var faults = new Faults();
        boolean all = outcome.count(202) == file.count();
        faults.check(all, "answers by status: " + outcome.statuses() + ", cut: " + outcome.cut());
        crowd.checkOrders(faults);
        var cpu = OptionalDouble.of(used.toNanos() / 1e3 / file.count());
        var latency = outcome.latencyMillis();
        var notes = List.of(tailNote(outcome));
        put(Line.CLAIM_HALF, new Figure(rate, latency, cpu, faults.found(), notes));
    }

    private void put(Line line, Figure figure) {
        figures.put(line, figure);
        lab.sayFigure(line, figure);
    }

    private static String tailNote(OpenLoop.Outcome outcome) {
        return String.format(
                Locale.ROOT,
                "p99.9 %.2f ms, longest %.2f ms",
                outcome.latency().getValueAtPercentile(99.9) / 1e6,
                outcome.latency().getMaxValue() / 1e6);
    }
}
