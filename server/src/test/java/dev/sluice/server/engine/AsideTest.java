package dev.sluice.server.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.Soon;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How work that somebody must not wait for ends with its node.
class AsideTest {

    private final CountDownLatch begun = new CountDownLatch(2);
    private final CompletableFuture<Void> away = new CompletableFuture<>();

    /// One has the lock and waits for a database, the other waits for the lock.
    @Test
    void work_that_waits_for_a_part_that_is_away_does_not_hold_up_the_stop() throws Exception {
        var aside = new Aside();
        for (int i = 0; i < 2; i++) aside.execute(this::ask);
        begun.await();
        try {
            Soon.returns("the stop", aside::close);
        } finally {
            away.complete(null);
        }
    }

    @Test
    void work_that_is_quick_is_finished_and_none_is_begun_afterwards() {
        var done = new AtomicInteger();
        var aside = new Aside(Soon.LIMIT);
        for (int i = 0; i < 10; i++) aside.execute(done::incrementAndGet);
        aside.close();
        aside.execute(done::incrementAndGet);
        assertEquals(10, done.get());
    }

    private void ask() {
        begun.countDown();
        synchronized (this) {
            away.join();
        }
    }
}
