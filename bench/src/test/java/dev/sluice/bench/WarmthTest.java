package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WarmthTest {
    private final Warmth warmth = new Warmth();

    @Test
    void a_server_is_warm_when_it_hardly_gets_faster() {
        assertFalse(warmth.isReached(40_000));
        assertFalse(warmth.isReached(80_000));
        assertFalse(warmth.isReached(100_000));
        assertFalse(warmth.isReached(104_000));
        assertTrue(warmth.isReached(105_000));
    }

    @Test
    void one_round_that_is_hardly_faster_may_be_chance() {
        assertFalse(warmth.isReached(40_000));
        assertFalse(warmth.isReached(41_000));
        assertFalse(warmth.isReached(80_000));
        assertFalse(warmth.isReached(81_000));
        assertTrue(warmth.isReached(70_000));
    }

    @Test
    void a_server_that_gets_faster_and_faster_is_warm_after_some_rounds() {
        for (int i = 1; i < Warmth.ROUNDS_MAX; i++) assertFalse(warmth.isReached(1_000L << i));
        assertTrue(warmth.isReached(1_000_000));
    }
}
