package dev.sluice.bench;

import dev.sluice.bench.Operator.OpenSale;
import dev.sluice.bench.Operator.Stats;
import dev.sluice.bench.Wrk.Load;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Part `refusal`: claims with a good session and a good pass for an offer whose stock is gone. So
/// many buyers take turns that none comes near the limit of claims per buyer.
final class Refusals {
    private static final String SOLD_OUT = "SOLD_OUT";
    private static final int BUYERS = 50_000;
    private static final int STOCK = 1;
    private static final int PROBES = 200;

    private final Lab lab;
    private final Figures figures;

    Refusals(Lab lab, Figures figures) {
        this.lab = lab;
        this.figures = figures;
    }

    void measure() throws IOException, InterruptedException {
        try (var sluice = lab.startSluice()) {
            var sale = sluice.operator().openSale(STOCK);
            var faults = new Faults();
            var load =
                    Load.claimsAgain(
                            sluice.server().address().resolve("/"), soldOut(sluice, sale, faults));
            lab.warmUp(load);
            var before = sluice.operator().stats(sale);
            Lab.Measured measured;
            try (var _ = lab.record(sluice.server(), Line.REFUSAL.label())) {
                measured = lab.measure(sluice.server(), load);
            }
            faults.refusals(measured.result());
            checkReasons(faults, measured.result(), before, sluice.operator().stats(sale));
            var figure = measured.figure(faults.found(), List.of());
            figures.put(Line.REFUSAL, figure);
            lab.sayFigure(Line.REFUSAL, figure);
        }
    }

    /// Sells the offer out, and returns claims of those who come too late.
    private RequestFile soldOut(Sluice sluice, OpenSale sale, Faults faults)
            throws IOException, InterruptedException {
        var pages = sluice.operator().buyers(BUYERS + STOCK + PROBES, sale.offerId());
        var all = RequestFile.ofClaims(lab.newFile("all"), sale.offerId(), pages);
        var first = all.first(STOCK + PROBES);
        try (var loop = new OpenLoop(sluice.server().port(), 1)) {
            var outcome = loop.runAtOnce(first);
            boolean asExpected = outcome.count(202) == STOCK && outcome.count(410) == PROBES;
            faults.check(asExpected, "selling out gave " + outcome.statuses());
        }
        sluice.awaitSettled(sale);
        return all.without(STOCK + PROBES);
    }

    /// wrk sees only that an answer was no success; the server says which refusals they were.
    private static void checkReasons(Faults faults, WrkResult result, Stats before, Stats after) {
        var others = new ArrayList<String>();
        long soldOut = 0;
        for (var reason : after.refused().entrySet()) {
            long count = reason.getValue() - before.refused().getOrDefault(reason.getKey(), 0L);
            if (reason.getKey().equals(SOLD_OUT)) soldOut = count;
            else if (count > 0) others.add(count + " " + reason.getKey());
        }
        faults.check(others.isEmpty(), "refused for other reasons: " + others);
        faults.check(
                result.answered() <= soldOut && soldOut <= result.sent(),
                soldOut + " refused as sold out, " + result.answered() + " answered");
    }
}
