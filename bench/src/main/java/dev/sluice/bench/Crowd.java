package dev.sluice.bench;

import dev.sluice.bench.Operator.OpenSale;
import dev.sluice.bench.Wrk.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/// Buyers who each claim once, of one sale on one server, and a count of what they were told. Only
/// the main thread uses it.
final class Crowd {
    private static final int STOCK_MAX = 10_000_000;

    /// Which part of the bare server's rate a cold server is expected to reach.
    private static final double COLD_PART = 0.6;

    private static final double SPARE = 2;

    private final Lab lab;
    private final Sluice sluice;
    private final OpenSale sale;
    private long acknowledged;
    private long sent;

    Crowd(Lab lab, Sluice sluice, double expected) throws IOException, InterruptedException {
        this.lab = lab;
        this.sluice = sluice;
        this.sale = sluice.operator().openSale((int) Math.min(STOCK_MAX, expected));
    }

    OpenSale sale() {
        return sale;
    }

    /// Lets new buyers claim as fast as they can, twice, and returns how many were answered per
    /// second the second time. When they are too few, the rest of the time is spent on repeats.
    double warmUp(double rateMax) throws IOException, InterruptedException {
        var half = lab.options().warmUp().dividedBy(2);
        var cold = rush(COLD_PART * rateMax * half.toSeconds(), half);
        var warm = rush(SPARE * cold.perSecond() * half.toSeconds(), half);
        awaitSettled();
        return warm.perSecond();
    }

    /// The claims of so many new buyers.
    RequestFile claims(double count) throws IOException, InterruptedException {
        lab.say(String.format(Locale.ROOT, "     passes for %,.0f new buyers", count));
        var pages = sluice.operator().buyers((int) count, sale.offerId());
        return RequestFile.ofClaims(lab.newFile("claims"), sale.offerId(), pages);
    }

    Load load(RequestFile file) {
        return Load.claimsOnce(sluice.server().address("/"), file);
    }

    void count(WrkResult result, RequestFile file) {
        acknowledged += Math.min(result.answered() - result.errorStatuses(), file.count());
        sent += Math.min(result.sent(), file.count());
    }

    void count(OpenLoop.Outcome outcome, RequestFile file) {
        acknowledged += outcome.count(202);
        sent += file.count();
    }

    Duration awaitSettled() throws IOException, InterruptedException {
        return sluice.awaitSettled(sale);
    }

    void checkOrders(Faults faults) throws IOException, InterruptedException {
        faults.orders(sluice.operator().audit(sale), acknowledged, sent);
    }

    private WrkResult rush(double buyers, Duration duration)
            throws IOException, InterruptedException {
        var file = claims(buyers);
        var result = lab.run(load(file), duration);
        count(result, file);
        return result;
    }
}
