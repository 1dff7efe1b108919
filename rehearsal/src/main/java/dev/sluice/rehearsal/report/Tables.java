package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.plot.Markup;
import dev.sluice.rehearsal.plot.Numbers;
import dev.sluice.rehearsal.plot.Outline;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The tables of a report. Each may be wider than a phone; it then moves in its own frame.
final class Tables {
    static final int ROWS_MAX = 120;
    private static final int ANSWERS_MAX = 30;

    private final Markup page;
    private final Run run;
    private final Totals totals;

    Tables(Markup page, Run run, Totals totals) {
        this.page = page;
        this.run = run;
        this.totals = totals;
    }

    void latencies() {
        page.open("section");
        page.element("h2", "Latency by call");
        page.element(
                "p",
                "From the moment a call was due, so that waiting for a slow server counts too.",
                "class",
                "soft lead");
        begin(List.of("Call", "Count", "p50", "p90", "p99", "p99.9", "Longest"));
        run.timeline()
                .latencies()
                .forEach((call, p) -> {
                    boolean any = p.count() > 0;
                    var times =
                            Stream.of(p.p50(), p.p90(), p.p99(), p.p999(), p.longest())
                                    .map(millis -> any ? Numbers.millis(millis) : Numbers.UNKNOWN);
                    row(call, Stream.concat(Stream.of(Numbers.whole(p.count())), times).toList());
                });
        end();
        page.close("section");
    }

    void answers() {
        long all = run.answers().values().stream().mapToLong(Long::longValue).sum();
        var ordered =
                run.answers().entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .toList();
        page.open("section");
        page.element("h2", "Answers");
        begin(List.of("Status and code", "Count", "Share", ""));
        for (var answer : ordered.stream().limit(ANSWERS_MAX).toList()) {
            share(answer.getKey(), answer.getValue(), all);
        }
        if (ordered.size() > ANSWERS_MAX) {
            long rest = ordered.stream().skip(ANSWERS_MAX).mapToLong(Map.Entry::getValue).sum();
            share("others", rest, all);
        }
        end();
        page.close("section");
    }

    private void share(String what, long count, long all) {
        double part = all == 0 ? 0 : (double) count / all;
        page.open("tr").element("th", what, "scope", "row");
        page.element("td", Numbers.whole(count)).element("td", Numbers.percent(part));
        page.open("td", "class", "drawn");
        page.open(
                "svg",
                "class",
                "share",
                "viewBox",
                "0 0 100 10",
                "preserveAspectRatio",
                "none",
                "aria-hidden",
                "true");
        page.empty("rect", "width", Outline.number(Math.max(0.4, 100 * part)), "height", "10");
        page.close("svg").close("td").close("tr");
    }

    void offers() {
        page.open("section");
        page.element("h2", "Offers at the end");
        page.element(
                "p",
                "As the order book counts; in brackets what the fast store says where it differs.",
                "class",
                "soft lead");
        begin(List.of("Offer", "Stock", "Free", "Held", "Unpaid", "Paid", "Turned away"));
        for (var offer : run.offers()) {
            var cells =
                    List.of(
                            Numbers.whole(offer.stock()),
                            both(offer, Run.Units::free),
                            both(offer, Run.Units::held),
                            both(offer, Run.Units::unpaid),
                            both(offer, Run.Units::paid),
                            Numbers.whole(offer.turnedAway()));
            row(offer.product() + " " + offer.offerId(), cells);
        }
        end();
        page.close("section");
    }

    private static String both(Run.OfferSeen offer, ToLongFunction<Run.Units> part) {
        if (offer.book() == null) return Numbers.UNKNOWN;
        long book = part.applyAsLong(offer.book());
        long store = offer.store() == null ? book : part.applyAsLong(offer.store());
        var said = Numbers.whole(book);
        return book == store ? said : said + " (" + Numbers.whole(store) + ")";
    }

    /// The figures behind the plots, for whoever reads better than sees.
    void seconds() {
        var buckets = Buckets.of(run.timeline(), ROWS_MAX);
        page.open("section", "class", "screen-only").open("details");
        page.element("summary", "The figures behind the plots");
        if (buckets.secondsEach() > 1) {
            page.element(
                    "p",
                    "Each line covers "
                            + buckets.secondsEach()
                            + " s: counts are means per second,"
                            + " latency and queue depth the worst, stock the last seen.",
                    "class",
                    "soft lead");
        }
        begin(
                List.of(
                        "Second",
                        "Arrivals",
                        "Requests",
                        "Answers",
                        "Refusals",
                        "p50",
                        "p99",
                        "Free",
                        "Held",
                        "Unpaid",
                        "Paid",
                        "Queue"));
        buckets.list().forEach(this::second);
        end();
        page.close("details").close("section");
    }

    private void second(Buckets.Bucket bucket) {
        var latency = bucket.latency();
        var stock = bucket.stock();
        var flow =
                Stream.of(bucket.arrivals(), bucket.sent(), bucket.answers(), bucket.refused())
                        .map(Numbers::rate);
        var times =
                latency == null
                        ? unknown(2)
                        : Stream.of(latency.p50(), latency.p99()).map(Numbers::millis);
        var units =
                stock == null
                        ? unknown(4)
                        : Stream.of(stock.free(), stock.held(), stock.unpaid(), stock.paid())
                                .map(Numbers::whole);
        var queue = bucket.queueDepth() < 0 ? Numbers.UNKNOWN : Numbers.whole(bucket.queueDepth());
        var cells = Stream.of(flow, times, units, Stream.of(queue)).flatMap(part -> part).toList();
        row(Integer.toString(bucket.from()), cells);
    }

    private static Stream<String> unknown(int cells) {
        return IntStream.range(0, cells).mapToObj(i -> Numbers.UNKNOWN);
    }

    private void begin(List<String> columns) {
        page.open("div", "class", "table", "tabindex", "0").open("table").open("thead").open("tr");
        columns.forEach(this::head);
        page.close("tr").close("thead").open("tbody");
    }

    /// A column of drawings has no name, and so no header that a screen reader would stop at.
    private void head(String column) {
        if (column.isEmpty()) page.element("td", column);
        else page.element("th", column, "scope", "col");
    }

    private void row(String name, List<String> cells) {
        page.open("tr").element("th", name, "scope", "row");
        cells.forEach(cell -> page.element("td", cell));
        page.close("tr");
    }

    private void end() {
        page.close("tbody").close("table").close("div");
    }
}
