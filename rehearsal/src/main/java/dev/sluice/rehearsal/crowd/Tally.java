package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.evidence.Timeline.Percentiles;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;

/// What happened in one second of a rehearsal. Belongs to the event loop's thread.
final class Tally {
    static final long LATENCY_MICROS_MAX = Duration.ofMinutes(10).toNanos() / 1_000;

    private static final int DIGITS = 2;

    private final IntCountsHistogram latency = new IntCountsHistogram(LATENCY_MICROS_MAX, DIGITS);
    private final Map<String, long[]> refusals = new HashMap<>();
    private long arrivals;
    private long sent;
    private long answers;
    private long heldMicros;

    void arrived() {
        arrivals++;
    }

    void sent() {
        sent++;
    }

    void answered() {
        answers++;
    }

    void refused(String code) {
        count(refusals, code);
    }

    /// A buyer on the way to a claim waited this long for an answer.
    void held(long micros) {
        heldMicros = Math.max(heldMicros, micros);
    }

    long heldMicros() {
        return heldMicros;
    }

    void took(long micros) {
        latency.recordValue(micros);
    }

    long sentCount() {
        return sent;
    }

    Percentiles latency() {
        return percentiles(latency);
    }

    Timeline.Second second(int number) {
        return new Timeline.Second(
                number, arrivals, sent, answers, counts(refusals), latency(), null, -1);
    }

    static void count(Map<String, long[]> counts, String what) {
        var count = counts.get(what);
        if (count == null) counts.put(what, count = new long[1]);
        count[0]++;
    }

    static Map<String, Long> counts(Map<String, long[]> counts) {
        var copy = new TreeMap<String, Long>();
        counts.forEach((what, count) -> copy.put(what, count[0]));
        return copy;
    }

    static long micros(long nanos) {
        return Math.clamp(nanos / 1_000, 0, LATENCY_MICROS_MAX);
    }

    static Percentiles percentiles(AbstractHistogram micros) {
        if (micros.getTotalCount() == 0) return new Percentiles(0, 0, 0, 0, 0, 0);
        return new Percentiles(
                micros.getTotalCount(),
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(90) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getValueAtPercentile(99.9) / 1e3,
                micros.getMaxValue() / 1e3);
    }
}
