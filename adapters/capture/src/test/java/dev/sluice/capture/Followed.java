package dev.sluice.capture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.port.Changes.Change;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Changes that are followed, with trouble or without.
final class Followed implements AutoCloseable {

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
    void awaitTrouble(String part) {
        Soon.until(
                () -> "trouble with " + part + ", there is " + changes.trouble(),
                () -> changes.trouble().filter(text -> text.contains(part)).isPresent());
    }

    void await(Change change) throws InterruptedException {
        Change next;
        do {
            next = told.poll(Soon.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            assertTrue(next != null, change + " was not told; " + changes.trouble());
        } while (!next.equals(change));
    }

    void awaitNoTrouble() {
        Soon.until(
                () -> "the end of the trouble " + changes.trouble(),
                () -> changes.trouble().isEmpty());
    }

    void drain() {
        told.clear();
    }

    @Override
    public void close() {
        changes.close();
    }
}
