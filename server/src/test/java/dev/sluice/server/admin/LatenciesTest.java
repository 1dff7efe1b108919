package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void without_claims_all_is_zero() {
        latencies.tick();

        assertEquals(new Latencies.Minute(0, 0, 0, 0, 0, 0), latencies.lastMinute());
    }

    @Test
    void percentiles_are_within_one_percent() {
        for (int millis = 1; millis <= 100; millis++) latencies.record(millis * 1_000_000L);
        latencies.tick();

        var minute = latencies.lastMinute();

        assertEquals(100, minute.count());
        assertEquals(50_000, minute.p50(), 500);
        assertEquals(90_000, minute.p90(), 900);
        assertEquals(95_000, minute.p95(), 950);
        assertEquals(99_000, minute.p99(), 990);
        assertEquals(100_000, minute.max(), 1_000);
    }

    @Test
    void a_minute_later_a_claim_is_forgotten() {
        latencies.record(5_000_000);
        for (int second = 0; second < 60; second++) latencies.tick();
        assertEquals(1, latencies.lastMinute().count());

        latencies.tick();

        assertEquals(0, latencies.lastMinute().count());
    }

    @Test
    void a_value_beyond_all_bounds_counts_as_the_largest() {
        latencies.record(Long.MAX_VALUE);
        latencies.record(-1);
        latencies.tick();

        assertEquals(2, latencies.lastMinute().count());
    }
}
