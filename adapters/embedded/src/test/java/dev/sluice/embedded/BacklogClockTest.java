package dev.sluice.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.port.ClaimQueue.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacklogClockTest {

    private Instant now = HoldSamples.NOON;

    @Test
    void a_retry_does_not_wait_until_a_clock_that_was_put_back_has_caught_up() throws Exception {
        var backlog = new Backlog(() -> now, 0);
        var first = new Delivery(HoldSamples.claim("ann", 1), 1, 1);
        backlog.add(List.of(first));
        assertEquals(List.of(first), backlog.take(5, Duration.ZERO));
        var next = new Delivery(first.claim(), 1, 2);
        backlog.delay(new ClaimLog.Delayed(next, now.plusSeconds(5), now, "busy"));
        assertEquals(List.of(), backlog.take(5, Duration.ZERO));

        now = now.minus(Duration.ofMinutes(10));

        assertEquals(List.of(next), backlog.take(5, Duration.ZERO));
        assertEquals(List.of(), backlog.take(5, Duration.ZERO));
    }
}
