package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import dev.sluice.rehearsal.http.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/// Counts what the crowd does and hears, by the second and in all. A call's latency counts from the
/// moment it was due, in the second in which it was due. Belongs to the event loop's thread.
final class Recorder implements Client.Watcher {
    /// How late the rehearsal itself may be with one in a hundred requests before it says so.
    private static final double LATE_MILLIS_MAX = 100;

    private static final int ODDITIES_KEPT = 1_000;
    private static final int DIGITS = 3;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /// What a buyer asks, one after the other, to get units.
    private static final Set<Step> ON_THE_WAY = EnumSet.of(Step.CHALLENGE, Step.PASS, Step.CLAIM);

    private static final String GAVE_UP = "GAVE_UP";

    /// How far a buyer has come, in the order of the way.
    enum Reached {
        BUYERS,
        CHALLENGES,
        PASSES,
        CLAIMS,
        WON,
        PAID
    }

    private final long answerMaxNanos;
    private final Consumer<Throwable> bugs;
    private final List<Tally> seconds = new ArrayList<>();
    private final Map<Step, Histogram> byStep = new EnumMap<>(Step.class);
    private final Histogram all = histogram();
    private final Histogram lateness = histogram();
    private final Map<String, long[]> answers = new HashMap<>();
    private final Map<String, long[]> refusals = new HashMap<>();
    private final List<Oddity> oddities = new ArrayList<>();
    private final long[] funnel = new long[Reached.values().length];
    private long startNanos;
    private long oddityCount;
    private long requests;
    private boolean stopped;

    /// @param bugs hears of failures of the rehearsal itself
    Recorder(Duration answerMax, Consumer<Throwable> bugs) {
        this.answerMaxNanos = answerMax.toNanos();
        this.bugs = bugs;
    }

    /// @param firstDue the moment of the first buyer, from which seconds are counted
    void start(long firstDue) {
        startNanos = firstDue;
    }

    /// What comes later is not counted any more.
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    void arrived(long due) {
        at(due).arrived();
        funnel[Reached.BUYERS.ordinal()]++;
    }

    void reached(Reached how) {
        funnel[how.ordinal()]++;
    }

    long count(Reached how) {
        return funnel[how.ordinal()];
    }

    /// The rehearsal itself was late with something that a buyer wanted to do.
    void late(long nanos) {
        if (!stopped) lateness.recordValue(Tally.micros(nanos));
    }

    /// An answer to something that was no request: a message on a socket.
    void told(Step step, long due, long now) {
        if (!stopped) took(step, due, now);
    }

    /// A WebSocket was asked for.
    void socketSent(long now) {
        if (stopped) return;
        requests++;
        at(now).sent();
    }

    /// @param stood whether the socket came to be
    void socketAnswered(boolean stood, long now) {
        if (stopped) return;
        Tally.count(answers, stood ? "101" : Answer.NO_ANSWER);
        if (stood) at(now).answered();
        else at(now).refused(Answer.NO_ANSWER);
    }

    @Override
    public void handedOver(Call call, long now) {
        if (call.step() != Step.AFTERWARDS) late(now - call.due());
    }

    @Override
    public void sent(Call call, long now) {
        if (stopped || call.step() == Step.AFTERWARDS) return;
        requests++;
        at(now).sent();
    }

    @Override
    public void gaveUp(Call call, long now) {
        if (stopped) return;
        Tally.count(answers, GAVE_UP);
        took(call.step(), call.due(), now);
    }

    @Override
    public void ended(Call call, Answer answer, long now) {
        judge(call, answer, now);
        if (stopped || call.step() == Step.AFTERWARDS) return;
        Tally.count(answers, answer.kind());
        if (answer.isSuccess()) {
            at(now).answered();
        } else {
            Tally.count(refusals, answer.code());
            at(now).refused(answer.code());
        }
        // A connection that breaks says nothing about how long an answer takes.
        if (!answer.isNone() || answer.isTimeout()) took(call.step(), call.due(), now);
    }

    @Override
    public void bug(Throwable cause) {
        bugs.accept(cause);
    }

    /// @param what a sentence with ids in it
    void odd(Oddity.Kind kind, long now, String what) {
        if (stopped && kind != Oddity.Kind.FAULT) return;
        oddityCount++;
        if (oddities.size() < ODDITIES_KEPT) {
            oddities.add(new Oddity(kind, (now - startNanos) / 1e9, what));
        }
    }

    List<Oddity> oddities() {
        return List.copyOf(oddities);
    }

    /// How many there were, of which the first are kept.
    long oddityCount() {
        return oddityCount;
    }

    Map<String, Long> answers() {
        return Tally.counts(answers);
    }

    Map<String, Long> refusals() {
        return Tally.counts(refusals);
    }

    long sentIn(int second) {
        return has(second) ? seconds.get(second).sentCount() : 0;
    }

    Timeline.Percentiles latencyIn(int second) {
        return (has(second) ? seconds.get(second) : new Tally()).latency();
    }

    /// How long buyers on the way to a claim waited for an answer at most, of all who did so in the
    /// seconds between these two.
    Duration longestHeld(long from, long to) {
        long micros = 0;
        int last = Math.min((int) secondAt(to), seconds.size() - 1);
        for (int second = Math.max(0, (int) secondAt(from)); second <= last; second++) {
            micros = Math.max(micros, seconds.get(second).heldMicros());
        }
        return Duration.ofNanos(micros * 1_000);
    }

    double secondAt(long now) {
        return (now - startNanos) / 1e9;
    }

    Run.Pace pace() {
        double p99 = lateness.getValueAtPercentile(99) / 1e3;
        long peak = seconds.stream().mapToLong(Tally::sentCount).max().orElse(0);
        return new Run.Pace(requests, peak, p99, p99 > LATE_MILLIS_MAX);
    }

    Timeline timeline() {
        var list = new ArrayList<Timeline.Second>();
        for (int i = 0; i < seconds.size(); i++) list.add(seconds.get(i).second(i));
        var latencies = new LinkedHashMap<String, Timeline.Percentiles>();
        for (var step : Step.values()) {
            boolean named = step != Step.OTHER && step != Step.AFTERWARDS;
            var histogram = byStep.getOrDefault(step, histogram());
            if (named) latencies.put(lower(step), Tally.percentiles(histogram));
        }
        latencies.put("all", Tally.percentiles(all));
        var way = new LinkedHashMap<String, Long>();
        for (var how : Reached.values()) way.put(lower(how), funnel[how.ordinal()]);
        return new Timeline(list, latencies, way);
    }

    private void judge(Call call, Answer answer, long now) {
        if (answer.status() >= 500 && !answer.isAnnouncedFault()) {
            odd(Oddity.Kind.FAULT, now, call + " answered " + answer.kind());
        }
        if (answer.status() == 429 && answer.retryAfter() < 0) {
            odd(Oddity.Kind.FAULT, now, call + " answered 429 without Retry-After");
        }
        // What the rehearsal itself was late by is not the server's fault.
        long took = now - call.handedOver() - call.waitNanos();
        boolean broken = answer.isNone() && !answer.isTimeout();
        if (call.step() != Step.AFTERWARDS && !broken && took > answerMaxNanos) {
            var what = answer.isNone() ? " was not answered within " : " was answered after ";
            odd(Oddity.Kind.LATE, now, call + what + took / 1_000_000 + " ms");
        }
    }

    private void took(Step step, long due, long now) {
        long micros = Tally.micros(now - due);
        at(due).took(micros);
        if (ON_THE_WAY.contains(step)) {
            for (long held = due; held < now; held += SECOND) at(held).held(micros);
            at(now).held(micros);
        }
        all.recordValue(micros);
        byStep.computeIfAbsent(step, s -> histogram()).recordValue(micros);
    }

    private boolean has(int second) {
        return second >= 0 && second < seconds.size();
    }

    private Tally at(long nanos) {
        int second = (int) Math.max(0, (nanos - startNanos) / SECOND);
        while (seconds.size() <= second) seconds.add(new Tally());
        return seconds.get(second);
    }

    private static Histogram histogram() {
        return new Histogram(Tally.LATENCY_MICROS_MAX, DIGITS);
    }

    private static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
