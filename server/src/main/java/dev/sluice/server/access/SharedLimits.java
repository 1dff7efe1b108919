package dev.sluice.server.access;

import dev.sluice.id.BuyerId;
import dev.sluice.port.RateCounters;
import dev.sluice.port.RateCounters.Drawn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// Keeps somebody who spreads their calls over many nodes within the limits that hold on one.
///
/// Each node limits by its own buckets at once. Whoever has drawn one half empty is told to the
/// others through shared counters, several times a second and behind the calls, and loses their
/// bucket here when all nodes together have let more through than one would have. Whoever behaves
/// is never looked up.
public final class SharedLimits {

    /// How many times an empty bucket fills within the window in which calls are counted.
    private static final long FILLS = 4;

    private record Asked(Buckets buckets, Object holder) {}

    private final Limits limits;
    private final RateCounters counters;
    private final LongSupplier nanos;

    public SharedLimits(Limits limits, RateCounters counters, LongSupplier nanos) {
        this.limits = limits;
        this.counters = counters;
        this.nanos = nanos;
    }

    /// A duty loop calls this several times a second.
    public void tell() {
        var asked = new ArrayList<Asked>();
        var drawn = new ArrayList<Drawn>();
        for (var counted : limits.counted()) {
            var window = Duration.ofNanos(FILLS * counted.buckets().rate().fillNanos());
            counted.buckets()
                    .takeBusy()
                    .forEach((holder, calls) -> {
                        asked.add(new Asked(counted.buckets(), holder));
                        drawn.add(new Drawn(key(counted.name(), holder), window, calls));
                    });
        }
        if (drawn.isEmpty()) return;
        empty(asked, counters.add(drawn));
    }

    /// Within the window one node lets a full bucket through, and as many more as it was filled
    /// again. What goes beyond that has to be waited off.
    private void empty(List<Asked> asked, List<Long> totals) {
        long now = nanos.getAsLong();
        for (int i = 0; i < asked.size(); i++) {
            var buckets = asked.get(i).buckets;
            long over = totals.get(i) - (FILLS + 1) * buckets.rate().burst();
            if (over > 0) buckets.overdraw(asked.get(i).holder, over, now);
        }
    }

    private static String key(String limit, Object holder) {
        var name = holder instanceof BuyerId buyer ? Long.toString(buyer.value()) : "" + holder;
        return "limit:v1:" + limit + ":" + name;
    }
}
