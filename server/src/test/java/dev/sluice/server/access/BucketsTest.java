package dev.sluice.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import org.junit.jupiter.api.Test;

class BucketsTest {

    private static final long SECOND = 1_000_000_000L;

    private final Buckets buckets = new Buckets(new Rate(10, 20));

    @Test
    void a_million_who_tried_cost_an_entry_each_and_nothing_afterwards() {
        for (int i = 1; i <= 1_000_000; i++) assertEquals(0, buckets.tryAcquire(new BuyerId(i), 0));
        assertEquals(1_000_000, buckets.size());

        buckets.sweep(SECOND);
        assertEquals(0, buckets.size());
    }

    @Test
    void a_sweep_leaves_those_alone_who_have_to_wait() {
        var ann = new BuyerId(1);
        for (int i = 0; i < 20; i++) assertEquals(0, buckets.tryAcquire(ann, 0));
        buckets.sweep(SECOND / 20);

        assertTrue(buckets.tryAcquire(ann, SECOND / 20) > 0);
        assertEquals(0, buckets.tryAcquire(ann, SECOND / 10));
    }
}
