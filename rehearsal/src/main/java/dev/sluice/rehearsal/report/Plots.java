package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.plot.Numbers;
import dev.sluice.rehearsal.plot.Plot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The plots of a report, from what a run saw.
final class Plots {
    /// More points than this would lie closer than a reader can tell apart.
    static final int POINTS_MAX = 600;

    private static final int CODES_MAX = 6;

    private final Run run;
    private final Totals totals;
    private final Buckets buckets;

    Plots(Run run, Totals totals) {
        this.run = run;
        this.totals = totals;
        this.buckets = Buckets.of(run.timeline(), POINTS_MAX);
    }

    List<Plot> all() {
        return List.of(flow(), refusals(), latency(), stock(), queue());
    }

    private Plot flow() {
        var series =
                List.of(
                        counts("Requests", "c-slate", Buckets.Bucket::sent, run.pace().requests()),
                        counts("Arrivals", "c-blue", Buckets.Bucket::arrivals, totals.arrivals()),
                        counts("Answers", "c-teal", Buckets.Bucket::answers, totals.answers()),
                        counts("Refusals", "c-orange", Buckets.Bucket::refused, totals.refused()));
        var caption =
                "Buyers due, requests sent, answers that served them and answers that refused, "
                        + perSecond();
        var description =
                "At most %s arrivals and %s requests in one second."
                        .formatted(
                                Numbers.whole(totals.peakArrivals()),
                                Numbers.whole(run.pace().peakPerSecond()));
        return new Plot(
                "flow",
                "Arrivals and answers",
                caption,
                description,
                "In all",
                Plot.Shape.STEPS,
                Plot.Unit.COUNT,
                buckets.seconds(),
                buckets.secondsEach(),
                series,
                moments(),
                List.of());
    }

    private Plot refusals() {
        var codes =
                totals.refusals().entrySet().stream()
                        .filter(code -> code.getValue() > 0)
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                        .map(Map.Entry::getKey)
                        .toList();
        var shown = codes.stream().limit(CODES_MAX).toList();
        var colours = Palette.of(shown);
        var series = new ArrayList<Plot.Series>();
        for (var code : shown) {
            series.add(
                    counts(
                            code,
                            colours.get(code),
                            bucket -> of(bucket, code),
                            totals.refusals().get(code)));
        }
        if (codes.size() > shown.size()) series.add(others(shown));
        var caption = "Why buyers were refused, " + perSecond();
        return new Plot(
                "refusals",
                "Refusals by reason",
                caption,
                listed(series),
                "In all",
                Plot.Shape.STACK,
                Plot.Unit.COUNT,
                buckets.seconds(),
                buckets.secondsEach(),
                series,
                moments(),
                List.of());
    }

    private Plot.Series others(List<String> shown) {
        long rest =
                totals.refused()
                        - shown.stream().mapToLong(code -> totals.refusals().get(code)).sum();
        ToDoubleFunction<Buckets.Bucket> other =
                bucket ->
                        Math.max(
                                0,
                                bucket.refused()
                                        - shown.stream()
                                                .mapToDouble(code -> of(bucket, code))
                                                .sum());
        return counts("others", Palette.OTHER, other, rest);
    }

    private static double of(Buckets.Bucket bucket, String code) {
        return bucket.refusals().getOrDefault(code, 0.0);
    }

    private Plot latency() {
        var all = run.timeline().latencies().get("all");
        var series =
                List.of(
                        times("p50", "o-1", Timeline.Percentiles::p50, all),
                        times("p90", "o-2", Timeline.Percentiles::p90, all),
                        times("p99", "o-3", Timeline.Percentiles::p99, all),
                        times("p99.9", "o-4", Timeline.Percentiles::p999, all));
        double bound = run.scenario().answerMax().toMillis();
        var level =
                new Plot.Level(bound, "bound of " + Numbers.duration(run.scenario().answerMax()));
        var caption =
                "From the moment a call was due until its answer, on a logarithmic scale"
                        + (buckets.secondsEach() > 1 ? "; the worst " + inEach() : "");
        return new Plot(
                "latency",
                "Latency",
                caption + ".",
                listed(series),
                "All calls",
                Plot.Shape.LINES,
                Plot.Unit.MILLIS,
                buckets.seconds(),
                buckets.secondsEach(),
                series,
                moments(),
                bound > 0 ? List.of(level) : List.of());
    }

    private Plot stock() {
        var end =
                buckets.list().stream().map(Buckets.Bucket::stock).filter(s -> s != null).toList();
        var last = end.isEmpty() ? null : end.getLast();
        var series =
                List.of(
                        units("paid", "c-green", Run.Units::paid, last),
                        units("unpaid", "c-blue", Run.Units::unpaid, last),
                        units("held", "c-amber", Run.Units::held, last),
                        units("free", "c-grey", Run.Units::free, last));
        var caption =
                "Where the units were. Paid ones stay; what expires or is cancelled is free again.";
        return new Plot(
                "stock",
                "Stock",
                caption,
                listed(series),
                "At the end",
                Plot.Shape.STACK,
                Plot.Unit.COUNT,
                buckets.seconds(),
                buckets.secondsEach(),
                series,
                moments(),
                List.of());
    }

    private Plot queue() {
        var values = values(b -> b.queueDepth() < 0 ? Double.NaN : b.queueDepth());
        long most = buckets.list().stream().mapToLong(Buckets.Bucket::queueDepth).max().orElse(-1);
        var whole = most < 0 ? Numbers.UNKNOWN : Numbers.whole(most);
        var series = List.of(new Plot.Series("waiting", "c-violet", values, whole));
        var caption =
                "Claims that were acknowledged and not settled yet"
                        + (buckets.secondsEach() > 1 ? "; the most " + inEach() : "");
        return new Plot(
                "queue",
                "Queue depth",
                caption + ".",
                listed(series),
                "At most",
                Plot.Shape.STACK,
                Plot.Unit.COUNT,
                buckets.seconds(),
                buckets.secondsEach(),
                series,
                moments(),
                List.of());
    }

    /// The opening, unless it is the beginning; what the operator did; and the end of the sale.
    private List<Plot.Mark> moments() {
        double opens = seconds(Duration.between(run.startedAt(), run.opensAt()));
        var marks = new ArrayList<Plot.Mark>();
        if (opens > 0) marks.add(new Plot.Mark(opens, "opens"));
        for (var restock : run.scenario().restocks()) {
            var label = "+" + Numbers.whole(restock.units()) + " units";
            marks.add(new Plot.Mark(opens + seconds(restock.after()), label));
        }
        marks.add(new Plot.Mark(opens + seconds(run.scenario().lasts()), "closes"));
        return marks;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }

    private Plot.Series counts(
            String name, String colour, ToDoubleFunction<Buckets.Bucket> value, long whole) {
        return new Plot.Series(name, colour, values(value), Numbers.whole(whole));
    }

    private Plot.Series times(
            String name,
            String colour,
            ToDoubleFunction<Timeline.Percentiles> value,
            Timeline.Percentiles all) {
        boolean known = all != null && all.count() > 0;
        return new Plot.Series(
                name,
                colour,
                values(b -> b.latency() == null ? Double.NaN : value.applyAsDouble(b.latency())),
                known ? Numbers.millis(value.applyAsDouble(all)) : Numbers.UNKNOWN);
    }

    private Plot.Series units(
            String name, String colour, ToDoubleFunction<Run.Units> value, Run.Units last) {
        return new Plot.Series(
                name,
                colour,
                values(b -> b.stock() == null ? Double.NaN : value.applyAsDouble(b.stock())),
                last == null ? Numbers.UNKNOWN : Numbers.rate(value.applyAsDouble(last)));
    }

    private double[] values(ToDoubleFunction<Buckets.Bucket> value) {
        return buckets.list().stream().mapToDouble(value).toArray();
    }

    private String perSecond() {
        return "per second" + (buckets.secondsEach() > 1 ? " (means of " + each() + ")." : ".");
    }

    private String inEach() {
        return "in each " + each();
    }

    private String each() {
        return buckets.secondsEach() + "\u00a0s";
    }

    private static String listed(List<Plot.Series> series) {
        if (series.isEmpty()) return "There were none.";
        var said = new StringBuilder();
        for (var one : series) {
            said.append(said.isEmpty() ? "" : ", ")
                    .append(one.name())
                    .append(' ')
                    .append(one.whole());
        }
        return said.append('.').toString();
    }
}
