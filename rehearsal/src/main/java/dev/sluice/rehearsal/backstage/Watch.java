package dev.sluice.rehearsal.backstage;

import dev.sluice.rehearsal.backstage.Operator.Glance;
import dev.sluice.rehearsal.crowd.Buyer;
import dev.sluice.rehearsal.evidence.Timeline.Second;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Looks at stock and queue once a second while the sale runs, with an operator's eyes. One thread
/// runs it; the others may ask at any time. The lock is the object itself.
public final class Watch {
    private static final Duration EVERY = Duration.ofSeconds(1);

    /// What counts as the last seconds of a sale, in which those who come to nothing are counted.
    private static final Duration LAST_SECONDS = Buyer.LAST_SECONDS.plus(EVERY);

    /// A sale that closes at its time may seem to be early by this much.
    private static final Duration CLOSE_FUZZ = Duration.ofMillis(500);

    private static final String PAUSED = "PAUSED";
    private static final String CLOSED = "CLOSED";

    private record Look(Instant at, Glance glance) {}

    private final Operator operator;
    private final String saleId;
    private final InstantSource clock;
    private final List<Look> looks = new ArrayList<>();

    public Watch(Operator operator, String saleId, InstantSource clock) {
        this.operator = operator;
        this.saleId = saleId;
        this.clock = clock;
    }

    /// Looks until somebody asks for the end.
    public void run(Stop end) throws InterruptedException {
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
    public synchronized long stockLeft() {
        return looks.isEmpty() ? -1 : looks.getLast().glance().units().free();
    }

    /// Whether an operator had paused the sale when it was last seen.
    public synchronized boolean isPaused() {
        return isIn(PAUSED);
    }

    /// Whether the sale was closed when it was last seen.
    public synchronized boolean isClosed() {
        return isIn(CLOSED);
    }

    private boolean isIn(String state) {
        return !looks.isEmpty() && looks.getLast().glance().state().equals(state);
    }

    /// `PAUSED` when the sale was so in its last seconds, and `CLOSED` when it was before its time.
    ///
    /// @param closesAt the time at which it closes by itself
    public synchronized Optional<String> shutBefore(Instant closesAt) {
        return looks.stream()
                .filter(look -> look.at().isBefore(closesAt.minus(CLOSE_FUZZ)))
                .filter(look -> isShut(look, closesAt.minus(LAST_SECONDS)))
                .map(look -> look.glance().state())
                .reduce((earlier, later) -> later);
    }

    private static boolean isShut(Look look, Instant lastSeconds) {
        return switch (look.glance().state()) {
            case CLOSED -> true;
            case PAUSED -> look.at().isAfter(lastSeconds);
            default -> false;
        };
    }

    /// The seconds with what was seen in each of them.
    public synchronized List<Second> addTo(List<Second> seconds, Instant start) {
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
