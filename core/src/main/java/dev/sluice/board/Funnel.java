package dev.sluice.board;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How many came and how far they got, for one sale: totals since the process started, and the last
/// minute second by second. Counting is one addition; whoever runs [#tick] once a second makes the
/// seconds.
public final class Funnel {

    public enum Step {
        ARRIVED,
        PASSES,
        CLAIMS,
        WON,
        LOST,
        PAID,
        CANCELLED,
        EXPIRED,
        REFUNDED
    }

    /// @param refused by the code of the refusal
    public record Counts(Instant at, Map<Step, Long> steps, Map<String, Long> refused) {}

    private static final int SECONDS_KEPT = 60;

    private final Map<Step, LongAdder> steps = new EnumMap<>(Step.class);
    private final ConcurrentHashMap<String, LongAdder> refused = new ConcurrentHashMap<>();

    // Guarded by this object's monitor.
    private final Deque<Counts> seconds = new ArrayDeque<>();
    private Counts before;

    public Funnel(Instant now) {
        for (var step : Step.values()) steps.put(step, new LongAdder());
        before = totals(now);
    }

    public void count(Step step) {
        steps.get(step).increment();
    }

    public void count(Step step, int times) {
        steps.get(step).add(times);
    }

    public void countRefused(String code) {
        var counter = refused.get(code);
        if (counter == null) counter = refused.computeIfAbsent(code, c -> new LongAdder());
        counter.increment();
    }

    public Counts totals(Instant now) {
        var sums = new EnumMap<Step, Long>(Step.class);
        steps.forEach((step, adder) -> sums.put(step, adder.sum()));
        var refusals = new TreeMap<String, Long>();
        refused.forEach((code, adder) -> refusals.put(code, adder.sum()));
        return new Counts(now, sums, refusals);
    }

    /// Ends a second: what was counted since the last one.
    public synchronized void tick(Instant now) {
        var totals = totals(now);
        var steps = new EnumMap<Step, Long>(Step.class);
        totals.steps().forEach((step, n) -> steps.put(step, n - before.steps().get(step)));
        var refusals = new TreeMap<String, Long>();
        totals.refused()
                .forEach((code, n) ->
                        refusals.put(code, n - before.refused().getOrDefault(code, 0L)));
        seconds.addLast(new Counts(now, steps, refusals));
        if (seconds.size() > SECONDS_KEPT) seconds.removeFirst();
        before = totals;
    }

    /// The last minute, oldest second first.
    public synchronized List<Counts> lastSeconds() {
        return List.copyOf(seconds);
    }
}
