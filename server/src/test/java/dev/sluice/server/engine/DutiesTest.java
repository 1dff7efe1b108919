package dev.sluice.server.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DutiesTest {

    @Test
    void a_duty_goes_on_after_a_fault_a_bug_and_an_error() throws Exception {
        var turns = new AtomicInteger();
        var enough = new CountDownLatch(5);
        try (var duties = new Duties()) {
            duties.every(
                    Duration.ofMillis(1),
                    "test",
                    () -> {
                        enough.countDown();
                        switch (turns.incrementAndGet()) {
                            case 1 -> throw new Unavailable("planted", null);
                            case 2 -> throw new IllegalStateException("planted");
                            case 3 -> throw new StackOverflowError("planted");
                            default -> {}
                        }
                    });

            assertTrue(enough.await(30, TimeUnit.SECONDS));
        }
    }

    /// So many that two seconds for each would be too long.
    @Test
    void many_duties_that_wait_for_a_part_that_is_away_hold_up_the_stop_no_longer_than_one()
            throws Exception {
        var duties = new Duties();
        var away = new CompletableFuture<Void>();
        var begun = new CountDownLatch(40);
        for (int i = 0; i < 40; i++) {
            duties.every(
                    Duration.ofMillis(1),
                    "test-" + i,
                    () -> {
                        begun.countDown();
                        away.join();
                    });
        }
        begun.await();
        try {
            Soon.returns("the stop", duties::close);
        } finally {
            away.complete(null);
        }
    }
}
