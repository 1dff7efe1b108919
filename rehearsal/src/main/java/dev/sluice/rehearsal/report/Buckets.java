package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A timeline folded so that it has no more entries than a reader or a plot can use. Counts become
/// means per second, latencies and queue depths the worst of their bucket, and stock the last seen.
/// A timeline that is short enough stays as it is.
///
/// @param secondsEach how many seconds make a bucket; the last one may be shorter
record Buckets(int secondsEach, List<Bucket> list) {

    /// @param from its first second
    /// @param arrivals a second, as are `sent`, `answers` and `refusals`
    /// @param latency null when no call was due
    /// @param stock null when it was not seen
    /// @param queueDepth -1 when it was not seen
    record Bucket(
            int from,
            int seconds,
            double arrivals,
            double sent,
            double answers,
            Map<String, Double> refusals,
            Timeline.Percentiles latency,
            Run.Units stock,
            long queueDepth) {

        double refused() {
            return refusals.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    static Buckets of(Timeline timeline, int most) {
        var seconds = timeline.seconds();
        int each = Math.max(1, Math.ceilDiv(seconds.size(), most));
        var list = new ArrayList<Bucket>();
        for (int from = 0; from < seconds.size(); from += each) {
            list.add(fold(seconds.subList(from, Math.min(from + each, seconds.size()))));
        }
        return new Buckets(each, List.copyOf(list));
    }

    /// The span that the buckets cover, in seconds.
    int seconds() {
        return list.stream().mapToInt(Bucket::seconds).sum();
    }

    private static Bucket fold(List<Timeline.Second> seconds) {
        double size = seconds.size();
        return new Bucket(
                seconds.getFirst().number(),
                seconds.size(),
                seconds.stream().mapToLong(Timeline.Second::arrivals).sum() / size,
                seconds.stream().mapToLong(Timeline.Second::sent).sum() / size,
                seconds.stream().mapToLong(Timeline.Second::answers).sum() / size,
                refusals(seconds),
                worstLatency(seconds),
                lastStock(seconds),
                seconds.stream().mapToLong(Timeline.Second::queueDepth).max().orElse(-1));
    }

    private static Map<String, Double> refusals(List<Timeline.Second> seconds) {
        var means = new TreeMap<String, Double>();
        for (var second : seconds) {
            second.refusals()
                    .forEach((code, n) ->
                            means.merge(code, (double) n / seconds.size(), Double::sum));
        }
        return means;
    }

    private static Timeline.Percentiles worstLatency(List<Timeline.Second> seconds) {
        return seconds.stream()
                .map(Timeline.Second::latency)
                .filter(latency -> latency != null && latency.count() > 0)
                .reduce(Buckets::worse)
                .orElse(null);
    }

    private static Timeline.Percentiles worse(Timeline.Percentiles a, Timeline.Percentiles b) {
        return new Timeline.Percentiles(
                a.count() + b.count(),
                Math.max(a.p50(), b.p50()),
                Math.max(a.p90(), b.p90()),
                Math.max(a.p99(), b.p99()),
                Math.max(a.p999(), b.p999()),
                Math.max(a.longest(), b.longest()));
    }

    private static Run.Units lastStock(List<Timeline.Second> seconds) {
        return seconds.reversed().stream()
                .map(Timeline.Second::stock)
                .filter(stock -> stock != null)
                .findFirst()
                .orElse(null);
    }
}
