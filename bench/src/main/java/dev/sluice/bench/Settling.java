package dev.sluice.bench;

import dev.sluice.bench.Operator.OpenSale;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// Part `settlement`: it is held while claims pile up, then let go, and timed until none is left.
/// The time runs from before the call that lets it go, and so includes the wait until it notices.
final class Settling {
    private static final int WARM_UPS = 2;

    private final Lab lab;
    private final Figures figures;

    Settling(Lab lab, Figures figures) {
        this.lab = lab;
        this.figures = figures;
    }

    void measure() throws IOException, InterruptedException {
        int backlog = lab.options().backlog();
        try (var sluice = lab.startSluice()) {
            var sale = sluice.operator().openSale(2 * backlog);
            var faults = new Faults();
            int warmUp = backlog / (2 * WARM_UPS);
            for (int i = 0; i < WARM_UPS; i++)
                settle(sluice, sale, load(sluice, sale, warmUp, faults));
            int loaded = load(sluice, sale, backlog, faults);
            Duration took;
            Duration used;
            try (var _ = lab.record(sluice.server(), Line.SETTLEMENT.label())) {
                var before = sluice.server().cpuTime();
                took = settle(sluice, sale, loaded);
                used = sluice.server().cpuTime().minus(before);
            }
            long all = backlog + (long) WARM_UPS * warmUp;
            faults.orders(sluice.operator().audit(sale), all, all);
            var cpu = OptionalDouble.of(used.toNanos() / 1e3 / loaded);
            var notes =
                    List.of(
                            String.format(
                                    Locale.ROOT, "%,d claims in %d ms", loaded, took.toMillis()));
            double rate = loaded / (took.toNanos() / 1e9);
            var figure = new Figure(rate, Figure.Latency.NONE, cpu, faults.found(), notes);
            figures.put(Line.SETTLEMENT, figure);
            lab.sayFigure(Line.SETTLEMENT, figure);
        }
    }

    /// Piles up claims and returns how many wait.
    private int load(Sluice sluice, OpenSale sale, int count, Faults faults)
            throws IOException, InterruptedException {
        sluice.operator().holdSettlement(true);
        var pages = sluice.operator().buyers(count, sale.offerId());
        var file = RequestFile.ofClaims(lab.newFile("backlog"), sale.offerId(), pages);
        try (var loop = new OpenLoop(sluice.server().port(), Wrk.CONNECTIONS)) {
            var outcome = loop.runAtOnce(file);
            faults.check(outcome.count(202) == count, "loading gave " + outcome.statuses());
        }
        long depth = sluice.operator().stats(sale).queueDepth();
        faults.check(depth == count, depth + " claims wait of " + count);
        return count;
    }

    private Duration settle(Sluice sluice, OpenSale sale, int loaded)
            throws IOException, InterruptedException {
        lab.say(String.format(Locale.ROOT, "     settling %,d claims", loaded));
        long start = System.nanoTime();
        sluice.operator().holdSettlement(false);
        sluice.awaitSettled(sale);
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
