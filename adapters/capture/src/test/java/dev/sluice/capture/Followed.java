package dev.sluice.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Changes.Change;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Changes that are followed, with trouble or without.
final class Followed implements AutoCloseable {

    /// Trying again takes a few seconds.
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final CountDownLatch PAUSE = new CountDownLatch(1);

    private final LoggedChanges changes;
    private final BlockingQueue<Change> told = new LinkedBlockingQueue<>();

    Followed(LoggedChanges changes) {
        this.changes = changes;
        changes.follow(told::add);
    }

    Optional<String> trouble() {
        return changes.trouble();
    }

    /// Waits until this is part of the trouble.
    void awaitTrouble(String part) throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            if (changes.trouble().filter(text -> text.contains(part)).isPresent()) return;
            PAUSE.await(20, TimeUnit.MILLISECONDS);
        }
        throw new AssertionError("no trouble with " + part + " but " + changes.trouble());
    }

    void await(Change change) throws InterruptedException {
        Change next;
        do {
            next = told.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
            assertTrue(next != null, change + " was not told; " + changes.trouble());
        } while (!next.equals(change));
    }

    void awaitNoTrouble() throws InterruptedException {
        for (int i = 0; i < 1_000 && changes.trouble().isPresent(); i++) {
            PAUSE.await(20, TimeUnit.MILLISECONDS);
        }
        assertEquals(Optional.empty(), changes.trouble());
    }

    /// A short while.
    void pause() throws InterruptedException {
        PAUSE.await(1, TimeUnit.MILLISECONDS);
    }

    void drain() {
        told.clear();
    }

    @Override
    public void close() {
        changes.close();
    }
}
