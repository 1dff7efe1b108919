package dev.sluice.bench;

import dev.sluice.bench.Wrk.Load;
import java.io.IOException;
import java.util.List;

/// Part `read`: the page of one open sale, read again and again.
final class Reads {
    private static final int STOCK = 1_000;

    private final Lab lab;
    private final Figures figures;

    Reads(Lab lab, Figures figures) {
        this.lab = lab;
        this.figures = figures;
    }

    void measure() throws IOException, InterruptedException {
        try (var sluice = lab.startSluice()) {
            var sale = sluice.operator().openSale(STOCK);
            var load =
                    Load.reads(sluice.server().address().resolve("/api/v1/sales/" + sale.saleId()));
            lab.warmUp(load);
            Lab.Measured measured;
            try (var _ = lab.record(sluice.server(), Line.READ.label())) {
                measured = lab.measure(sluice.server(), load);
            }
            var faults = new Faults().successes(measured.result());
            var figure = measured.figure(faults.found(), List.of());
            figures.put(Line.READ, figure);
            lab.sayFigure(Line.READ, figure);
        }
    }
}
