package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.scenario.Original;
import dev.sluice.rehearsal.scenario.Repeat;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.verdict.Verdict;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/// The report for machines. Its size is bounded: claims and orders are counted, not listed, and a
/// long timeline is folded. What is not known is null.
final class ReportJson {
    /// Of the shape of the file; a change that could break a reader raises it.
    static final int FORMAT = 1;

    private static final int ENTRIES_MAX = 3_600;
    private static final int ODDITIES_MAX = 24;

    private final Run run;
    private final Verdict verdict;

    private ReportJson(Run run, Verdict verdict) {
        this.run = run;
        this.verdict = verdict;
    }

    static String of(Run run, Verdict verdict) {
        return new ReportJson(run, verdict).write().encodePrettily() + "\n";
    }

    private JsonObject write() {
        return new JsonObject()
                .put("format", FORMAT)
                .put("verdict", verdict())
                .put("scenario", scenario(run.scenario()))
                .put("copyOf", run.scenario().original().map(ReportJson::original).orElse(null))
                .put("repeat", Repeat.command(run.scenario(), run.nodes()))
                .put("nodes", array(run.nodes(), String::valueOf))
                .put("startedAt", run.startedAt().toString())
                .put("opensAt", run.opensAt().toString())
                .put("lastedSeconds", seconds(run.lasted()))
                .put("interrupted", run.interrupted())
                .put("shut", run.shut().orElse(null))
                .put("kills", run.kills())
                .put("totals", totals())
                .put("offers", array(run.offers(), ReportJson::offer))
                .put("claims", claims())
                .put("orders", orders())
                .put("answers", counts(run.answers()))
                .put("oddities", oddities())
                .put("pace", pace())
                .put("latencies", latencies())
                .put("funnel", counts(run.timeline().funnel()))
                .put("timeline", timeline());
    }

    private JsonObject verdict() {
        return new JsonObject()
                .put("holds", verdict.holds())
                .put("headline", Headline.of(verdict))
                .put("findings", array(verdict.findings(), ReportJson::finding));
    }

    private static JsonObject finding(Verdict.Finding finding) {
        return new JsonObject()
                .put("promise", finding.promise())
                .put("holds", finding.holds())
                .put("evidence", finding.evidence())
                .put("counterexamples", array(finding.counterexamples(), Function.identity()));
    }

    private static JsonObject scenario(Scenario scenario) {
        var mix = new JsonObject();
        scenario.mix().forEach((habit, share) -> mix.put(Repeat.word(habit), share));
        return new JsonObject()
                .put("name", scenario.name())
                .put("about", scenario.about())
                .put("seed", scenario.seed())
                .put("buyers", scenario.buyers())
                .put("units", array(scenario.units(), Function.identity()))
                .put("perBuyer", scenario.perBuyer())
                .put("arrive", Repeat.word(scenario.arrival()))
                .put("arriveWithinSeconds", seconds(scenario.arriveWithin()))
                .put("lastsSeconds", seconds(scenario.lasts()))
                .put("challenge", Repeat.word(scenario.challenge()))
                .put("gateFactor", scenario.gateFactor())
                .put("payWithinSeconds", seconds(scenario.payWithin()))
                .put("daily", scenario.daily())
                .put("restocks", array(scenario.restocks(), ReportJson::restock))
                .put("mix", mix)
                .put("answerMaxSeconds", seconds(scenario.answerMax()));
    }

    private static JsonObject original(Original original) {
        return new JsonObject()
                .put("saleId", original.saleId())
                .put("title", original.title())
                .put("challenge", original.challenge());
    }

    private static JsonObject restock(Scenario.Restock restock) {
        return new JsonObject()
                .put("afterSeconds", seconds(restock.after()))
                .put("offer", restock.offer())
                .put("units", restock.units());
    }

    private JsonObject totals() {
        var totals = Totals.of(run);
        return new JsonObject()
                .put("buyers", totals.buyers())
                .put("arrivals", totals.arrivals())
                .put("units", totals.units())
                .put("sold", totals.sold())
                .put("paid", totals.paid())
                .put("cameBack", totals.cameBack())
                .put("answers", totals.answers())
                .put("refused", totals.refused())
                .put("refusals", counts(totals.refusals()))
                .put("peakArrivals", totals.peakArrivals())
                .put("p99Millis", number(totals.p99Millis()));
    }

    private static JsonObject offer(Run.OfferSeen offer) {
        return new JsonObject()
                .put("offerId", offer.offerId())
                .put("product", offer.product())
                .put("stock", offer.stock())
                .put("added", offer.added())
                .put("perBuyer", offer.perBuyer())
                .put("book", units(offer.book()))
                .put("store", units(offer.store()))
                .put("balanced", offer.balanced())
                .put("turnedAway", offer.turnedAway());
    }

    private static JsonObject units(Run.Units units) {
        if (units == null) return null;
        return new JsonObject()
                .put("stock", units.stock())
                .put("free", units.free())
                .put("held", units.held())
                .put("unpaid", units.unpaid())
                .put("paid", units.paid());
    }

    private JsonObject claims() {
        return new JsonObject()
                .put("count", run.claims().size())
                .put(
                        "acknowledged",
                        run.claims().stream().filter(Run.ClaimSeen::acknowledged).count())
                .put("told", tally(Run.ClaimStatus.class, run.claims(), Run.ClaimSeen::told))
                .put(
                        "recorded",
                        tally(Run.ClaimStatus.class, run.claims(), Run.ClaimSeen::recorded));
    }

    private JsonObject orders() {
        return new JsonObject()
                .put("count", run.orders().size())
                .put("told", tally(Run.OrderStatus.class, run.orders(), Run.OrderSeen::told))
                .put(
                        "recorded",
                        tally(Run.OrderStatus.class, run.orders(), Run.OrderSeen::recorded));
    }

    private static <E extends Enum<E>, T> JsonObject tally(
            Class<E> kinds, Collection<T> things, Function<T, E> kind) {
        var counts = new EnumMap<E, Long>(kinds);
        for (var each : kinds.getEnumConstants()) counts.put(each, 0L);
        for (var thing : things) counts.merge(kind.apply(thing), 1L, Long::sum);
        var json = new JsonObject();
        counts.forEach((each, count) -> json.put(each.name(), count));
        return json;
    }

    private JsonObject oddities() {
        var first = run.oddities().stream().limit(ODDITIES_MAX).toList();
        return new JsonObject()
                .put("count", run.oddities().size())
                .put("kinds", tally(Run.Oddity.Kind.class, run.oddities(), Run.Oddity::kind))
                .put("first", array(first, ReportJson::oddity));
    }

    private static JsonObject oddity(Run.Oddity oddity) {
        return new JsonObject()
                .put("kind", oddity.kind().name())
                .put("atSecond", number(oddity.atSecond()))
                .put("what", oddity.what());
    }

    private JsonObject pace() {
        return new JsonObject()
                .put("requests", run.pace().requests())
                .put("peakPerSecond", run.pace().peakPerSecond())
                .put("lateMillisP99", number(run.pace().lateMillisP99()))
                .put("bottleneck", run.pace().bottleneck());
    }

    private JsonObject latencies() {
        var json = new JsonObject();
        run.timeline().latencies().forEach((call, latency) -> json.put(call, percentiles(latency)));
        return json;
    }

    private static JsonObject percentiles(Timeline.Percentiles latency) {
        if (latency == null || latency.count() == 0) return null;
        return new JsonObject()
                .put("count", latency.count())
                .put("p50Millis", number(latency.p50()))
                .put("p90Millis", number(latency.p90()))
                .put("p99Millis", number(latency.p99()))
                .put("p999Millis", number(latency.p999()))
                .put("longestMillis", number(latency.longest()));
    }

    private JsonObject timeline() {
        var buckets = Buckets.of(run.timeline(), ENTRIES_MAX);
        return new JsonObject()
                .put("secondsEach", buckets.secondsEach())
                .put("entries", array(buckets.list(), ReportJson::entry));
    }

    private static JsonObject entry(Buckets.Bucket bucket) {
        var refusals = new JsonObject();
        bucket.refusals().forEach((code, rate) -> refusals.put(code, number(rate)));
        return new JsonObject()
                .put("second", bucket.from())
                .put("arrivals", number(bucket.arrivals()))
                .put("sent", number(bucket.sent()))
                .put("answers", number(bucket.answers()))
                .put("refusals", refusals)
                .put("latency", percentiles(bucket.latency()))
                .put("stock", units(bucket.stock()))
                .put("queueDepth", bucket.queueDepth() < 0 ? null : bucket.queueDepth());
    }

    private static JsonObject counts(Map<String, Long> counts) {
        var json = new JsonObject();
        counts.forEach(json::put);
        return json;
    }

    private static <T> JsonArray array(Collection<T> things, Function<T, ?> shape) {
        var array = new JsonArray();
        things.forEach(thing -> array.add(shape.apply(thing)));
        return array;
    }

    private static Double seconds(Duration duration) {
        return number(duration.toMillis() / 1_000.0);
    }

    /// To a thousandth, and null when it is none.
    private static Double number(double value) {
        return Double.isFinite(value) ? Math.round(value * 1_000) / 1_000.0 : null;
    }
}
