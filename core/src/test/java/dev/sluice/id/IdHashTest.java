package dev.sluice.id;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.Snowflakes;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IdHashTest {

    private static final int IDS = 100_000;
    private static final int BUCKETS = 1 << 18;

    @Test
    void ids_of_a_crowd_spread_over_a_map() {
        var millis = new long[1];
        var ids =
                new Snowflakes(
                        7,
                        Instant.EPOCH,
                        () -> Instant.parse("2026-11-11T12:00:00Z").plusMillis(millis[0]++ / 40),
                        new SplittableRandom(1));
        var filled = new int[BUCKETS];
        int most = 0;
        for (int i = 0; i < IDS; i++) {
            int hash = new BuyerId(ids.next()).hashCode();
            int bucket = (hash ^ hash >>> 16) & BUCKETS - 1;
            most = Math.max(most, ++filled[bucket]);
        }
        assertTrue(most <= 8, "one bucket of a map has " + most + " ids");
    }
}
