package dev.sluice.server.admin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/// How long claims took to be answered on this node, over the last minute. Recording is an atomic
/// addition and waits for nobody, so event loops may do it; whoever runs [#tick] once a second
/// makes the seconds.
public final class Latencies {

    /// What a minute of claims looks like, in microseconds.
    record Minute(long count, long p50, long p90, long p95, long p99, long max) {}

    private static final int SECONDS_KEPT = 60;
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(1);

    /// Two digits: a value is at most one percent off, and a minute fits in a megabyte.
    private static final int DIGITS = 2;

    private final Recorder recorder = new Recorder(MICROS_MAX, DIGITS);

    // Guarded by this object's monitor.
    private final Deque<Histogram> seconds = new ArrayDeque<>();

    /// A claim was answered after so many nanoseconds.
    public void record(long nanos) {
        recorder.recordValue(Math.clamp(nanos / 1_000, 0, MICROS_MAX));
    }

    /// Ends a second.
    public synchronized void tick() {
        var oldest = seconds.size() < SECONDS_KEPT ? null : seconds.removeFirst();
        seconds.addLast(recorder.getIntervalHistogram(oldest));
    }

    synchronized Minute lastMinute() {
        var sum = new Histogram(MICROS_MAX, DIGITS);
        seconds.forEach(sum::add);
        if (sum.getTotalCount() == 0) return new Minute(0, 0, 0, 0, 0, 0);
        return new Minute(
                sum.getTotalCount(),
                sum.getValueAtPercentile(50),
                sum.getValueAtPercentile(90),
                sum.getValueAtPercentile(95),
                sum.getValueAtPercentile(99),
                sum.getMaxValue());
    }
}
