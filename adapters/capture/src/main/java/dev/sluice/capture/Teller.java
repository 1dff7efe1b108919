package dev.sluice.capture;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.port.Changes.Change;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;

/// Tells the subscriber, on a thread of its own, so that a slow one never holds up the reading of
/// the log: what waits to be told is a bounded set.
///
/// Everything is told a second time a little later. The log speaks of a commit as soon as it is on
/// disk, and the database shows it to readers only after that, with synchronous replicas even
/// noticeably after that. Who reads at the first word may still read the old row.
final class Teller implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Teller.class.getName());
    private static final Duration AGAIN_AFTER = Duration.ofMillis(500);

    private final Consumer<Change> subscriber;
    private final ScheduledThreadPoolExecutor thread;

    /// Guarded by itself.
    private final Edits waiting = new Edits();

    Teller(String name, Consumer<Change> subscriber) {
        this.subscriber = subscriber;
        this.thread =
                new ScheduledThreadPoolExecutor(
                        1, task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// Returns at once; the subscriber hears of it soon.
    void tell(Collection<Change> changes) {
        synchronized (waiting) {
            boolean idle = waiting.isEmpty();
            waiting.addAll(changes);
            if (!idle || waiting.isEmpty()) return;
        }
        try {
            thread.execute(this::tellWaiting);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "closed before all was told", e);
        }
    }

    private void tellWaiting() {
        List<Change> changes;
        synchronized (waiting) {
            changes = waiting.take();
        }
        tellEach(changes);
        if (thread.isShutdown()) return;
        try {
            thread.schedule(() -> tellEach(changes), AGAIN_AFTER.toMillis(), MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "closed before all was told twice", e);
        }
    }

    private void tellEach(List<Change> changes) {
        for (var change : changes) {
            if (thread.isShutdown()) return;
            try {
                subscriber.accept(change);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "the edit could not be passed on: " + change, e);
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
