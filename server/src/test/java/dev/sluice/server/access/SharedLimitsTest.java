package dev.sluice.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.port.RateCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedLimitsTest {

    private record Calls(long at, int count) {}

    /// Remembers every call.
    private final class PlainCounters implements RateCounters {
        final Map<String, List<Calls>> all = new HashMap<>();

        @Override
        public List<Long> add(List<Drawn> drawn) {
            var answers = new ArrayList<Long>();
            for (var each : drawn) {
                var calls = all.computeIfAbsent(each.key(), key -> new ArrayList<>());
                calls.add(new Calls(now.get(), each.calls()));
                long since = now.get() - each.window().toNanos();
                answers.add(calls.stream().filter(c -> c.at > since).mapToLong(Calls::count).sum());
            }
            return answers;
        }
    }

    private final AtomicLong now = new AtomicLong();
    private final PlainCounters counters = new PlainCounters();
    private final Limits here = limits();
    private final Limits there = limits();
    private final SharedLimits tellHere = new SharedLimits(here, counters, now::get);
    private final SharedLimits tellThere = new SharedLimits(there, counters, now::get);

    @Test
    void whoever_hammers_on_two_nodes_is_limited_as_on_one() {
        var ann = new BuyerId(1);
        int passed = 0;
        for (int i = 0; i < 800; i++) {
            if (here.buyer(RouteGroup.CLAIM, ann) == 0) passed++;
            if (there.buyer(RouteGroup.CLAIM, ann) == 0) passed++;
            now.addAndGet(50_000_000);
            tellHere.tell();
            tellThere.tell();
        }
        // In forty seconds one node would let 420 through; two by themselves twice that.
        assertTrue(passed <= 600, passed + " passed");
        assertTrue(passed >= 400, passed + " passed");
    }

    @Test
    void a_phone_is_counted_on_all_nodes() {
        for (int i = 0; i < 3; i++) assertEquals(0, here.phone(RouteGroup.OTP, "+8613800000000"));
        for (int i = 0; i < 3; i++) assertEquals(0, there.phone(RouteGroup.OTP, "+8613900000000"));
        tellHere.tell();
        tellThere.tell();

        assertEquals(2, counters.all.get("limit:v1:otp.phone:+8613800000000").getFirst().count);
    }

    @Test
    void whoever_behaves_is_not_looked_up() {
        for (int i = 1; i <= 1_000; i++) here.buyer(RouteGroup.CLAIM, new BuyerId(i));
        tellHere.tell();

        assertEquals(Map.of(), counters.all);
    }

    private Limits limits() {
        return new Limits(Map.of("claim.buyer", "10/20", "otp.phone", "6m/3"), true, now::get);
    }
}
