package dev.sluice.rehearsal;

import dev.sluice.rehearsal.Operator.Glance;
import dev.sluice.rehearsal.Timeline.Second;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Looks at stock and queue once a second while the sale runs, with an operator's eyes. One thread
/// runs it; the others may ask at any time. The lock is the object itself.
final class Watch {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private record Look(Instant at, Glance glance) {}

    private final Operator operator;
    private final String saleId;
    private final InstantSource clock;
    private final List<Look> looks = new ArrayList<>();

    Watch(Operator operator, String saleId, InstantSource clock) {
        this.operator = operator;
        this.saleId = saleId;
        this.clock = clock;
    }

    /// Looks until somebody asks for the end.
    void run(Stop end) throws InterruptedException {
        var next = clock.instant();
        while (!end.awaitUntil(next)) {
            look();
            next = next.plus(EVERY);
            var now = clock.instant();
            if (next.isBefore(now)) next = now;
        }
    }

    void look() throws InterruptedException {
        var glance = operator.glance(saleId);
        var at = clock.instant();
        synchronized (this) {
            glance.ifPresent(seen -> looks.add(new Look(at, seen)));
        }
    }

    /// Free units of all offers when they were last seen, -1 before.
    synchronized long stockLeft() {
        return looks.isEmpty() ? -1 : looks.getLast().glance().units().free();
    }

    /// The seconds with what was seen in each of them.
    synchronized List<Second> addTo(List<Second> seconds, Instant start) {
        Map<Long, Glance> seen = new TreeMap<>();
        for (var look : looks) {
            seen.put(
                    Math.floorDiv(Duration.between(start, look.at()).toMillis(), 1_000),
                    look.glance());
        }
        return seconds.stream().map(s -> with(s, seen.get((long) s.number()))).toList();
    }

    private static Second with(Second second, Glance glance) {
        if (glance == null) return second;
        return new Second(
                second.number(),
                second.arrivals(),
                second.sent(),
                second.answers(),
                second.refusals(),
                second.latency(),
                glance.units(),
                glance.queueDepth());
    }
}
