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

    private static final double SPARE = 1.5;

    private final Lab lab;
    private final Sluice sluice;
    private final OpenSale sale;
    private RequestFile waiting;
    private double lastRate;
    private long acknowledged;
    private long sent;

    Crowd(Lab lab, Sluice sluice, double expected) throws IOException, InterruptedException {
        this.lab = lab;
        this.sluice = sluice;
        this.waiting = new RequestFile(lab.newFile("claims"), 0, 0, 0);
        this.sale = sluice.operator().openSale((int) Math.min(STOCK_MAX, expected));
    }

    Lab lab() {
        return lab;
    }

    Sluice sluice() {
        return sluice;
    }

    OpenSale sale() {
        return sale;
    }

    /// Lets new buyers claim as fast as they can until the server is warm, and returns how many
    /// were answered per second in the end.
    double warmUp(double rateMax) throws IOException, InterruptedException {
        double rate = lab.warmUp(duration -> warmUpRound(rateMax, duration));
        awaitSettled();
        return rate;
    }

    private double warmUpRound(double rateMax, Duration duration)
            throws IOException, InterruptedException {
        double expected = sent == 0 ? COLD_PART * rateMax : SPARE * lastRate;
        reach(expected * duration.toSeconds());
        var result = lab.run(load(), duration);
        lastRate = result.perSecond();
        count(result);
        return lastRate;
    }

    /// Makes buyers until at least so many have not claimed yet.
    void reach(double wanted) throws IOException, InterruptedException {
        int missing = (int) Math.ceil(wanted) - waiting.count();
        if (missing <= 0) return;
        lab.say(String.format(Locale.ROOT, "     passes for %,d new buyers", missing));
        waiting = waiting.plus(sale.offerId(), sluice.operator().buyers(missing, sale.offerId()));
        lab.restDisk();
    }

    /// The claims of so many buyers; the caller sends them all.
    RequestFile take(double count) throws IOException, InterruptedException {
        reach(count);
        var taken = waiting.first((int) count);
        waiting = waiting.without(taken.count());
        return taken;
    }

    /// The claims of all buyers who have not claimed yet.
    Load load() {
        return Load.claimsOnce(sluice.server().address().resolve("/"), waiting);
    }

    /// Notes what came of [#load]. Buyers who ran out have claimed again, which counts once.
    void count(WrkResult result) {
        acknowledged += Math.min(result.answered() - result.errorStatuses(), waiting.count());
        sent += Math.min(result.sent(), waiting.count());
        waiting = waiting.without(result.sent());
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
}
