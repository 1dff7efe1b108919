package dev.sluice.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;

/// A closed loop inside this process: so many threads that each call again when they are answered.
/// The main thread runs rounds of it, one after the other.
final class Callers {
    private static final int DIGITS = 3;

    /// What a caller does.
    interface Call {
        /// @param number another one for each call, from 0 on
        void run(long number) throws Exception;
    }

    /// @param cpuMicros of this process, per call
    record Outcome(long calls, double perSecond, Figure.Latency latency, double cpuMicros) {

        /// @param each how much one call has done
        Figure figure(int each, Figure.Latency shown, Faults faults, List<String> notes) {
            var cpu = OptionalDouble.of(cpuMicros / each);
            return new Figure(perSecond * each, shown, cpu, faults.found(), notes);
        }
    }

    private final Thread.Builder threads;
    private final int count;
    private final Call call;
    private final AtomicLong next = new AtomicLong();

    Callers(Thread.Builder threads, int count, Call call) {
        this.threads = threads;
        this.count = count;
        this.call = call;
    }

    /// All calls of all rounds; each was answered.
    long calls() {
        return next.get();
    }

    Outcome run(Duration duration) throws InterruptedException {
        var latency = new ConcurrentHistogram(DIGITS);
        var failure = new AtomicReference<Exception>();
        long before = next.get();
        var cpuBefore = cpuTime();
        long start = System.nanoTime();
        long end = start + duration.toNanos();
        var running = new ArrayList<Thread>();
        for (int i = 0; i < count; i++) {
            running.add(threads.start(() -> callUntil(end, latency, failure)));
        }
        for (var thread : running) thread.join();
        if (failure.get() != null) {
            throw new BenchFailure("a call failed: " + failure.get(), failure.get());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long calls = next.get() - before;
        double cpuMicros = cpuTime().minus(cpuBefore).toNanos() / 1e3 / calls;
        return new Outcome(calls, calls / seconds, millis(latency), cpuMicros);
    }

    /// Calls at least once, however late the thread begins.
    private void callUntil(
            long end, ConcurrentHistogram latency, AtomicReference<Exception> failure) {
        try {
            long from = System.nanoTime();
            do {
                call.run(next.getAndIncrement());
                long to = System.nanoTime();
                latency.recordValue(to - from);
                from = to;
            } while (from < end && failure.get() == null);
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    private static Figure.Latency millis(ConcurrentHistogram nanos) {
        return Figure.Latency.ofMillis(
                nanos.getValueAtPercentile(50) / 1e6, nanos.getValueAtPercentile(99) / 1e6);
    }

    private static Duration cpuTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
