package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Timeline;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The sale in numbers, counted once for everything that shows them.
///
/// @param units given to all offers, restocks included
/// @param sold units that belong to an order at the end, paid or not
/// @param cameBack units of orders that expired or were cancelled
/// @param refusals by code, over the whole run
/// @param peakArrivals most buyers due in one second
/// @param p99Millis of all calls; not a number when there were none
record Totals(
        long buyers,
        long arrivals,
        long units,
        long sold,
        long paid,
        long cameBack,
        long answers,
        Map<String, Long> refusals,
        long peakArrivals,
        double p99Millis) {

    static Totals of(Run run) {
        var seconds = run.timeline().seconds();
        var all = run.timeline().latencies().get("all");
        return new Totals(
                run.scenario().buyers(),
                seconds.stream().mapToLong(Timeline.Second::arrivals).sum(),
                run.offers().stream().mapToLong(Run.OfferSeen::stock).sum(),
                books(run).mapToLong(book -> book.unpaid() + book.paid()).sum(),
                books(run).mapToLong(Run.Units::paid).sum(),
                cameBack(run),
                seconds.stream().mapToLong(Timeline.Second::answers).sum(),
                refusals(run.timeline()),
                seconds.stream().mapToLong(Timeline.Second::arrivals).max().orElse(0),
                all == null || all.count() == 0 ? Double.NaN : all.p99());
    }

    long refused() {
        return refusals.values().stream().mapToLong(Long::longValue).sum();
    }

    /// An offer that could not be audited has none.
    private static Stream<Run.Units> books(Run run) {
        return run.offers().stream().map(Run.OfferSeen::book).filter(book -> book != null);
    }

    private static long cameBack(Run run) {
        return run.orders().stream()
                .filter(order -> isReturned(order.recorded()))
                .mapToLong(Run.OrderSeen::quantity)
                .sum();
    }

    private static boolean isReturned(Run.OrderStatus status) {
        return switch (status) {
            case EXPIRED, CANCELLED, REFUNDED -> true;
            case NONE, UNPAID, PAID -> false;
        };
    }

    private static Map<String, Long> refusals(Timeline timeline) {
        var sums = new TreeMap<String, Long>();
        for (var second : timeline.seconds()) {
            second.refusals().forEach((code, count) -> sums.merge(code, count, Long::sum));
        }
        return sums;
    }
}
