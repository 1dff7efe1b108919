package dev.sluice.server;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// What has to be done again and again for as long as the process runs, each duty on a named thread
/// of its own, so that none delays another. A duty that meets a fault is tried again at its next
/// turn.
final class Duties implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Duties.class.getName());
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final List<ScheduledExecutorService> threads = new CopyOnWriteArrayList<>();

    void every(Duration period, String name, Runnable duty) {
        var thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("sluice-" + name).daemon().factory());
        long nanos = period.toNanos();
        thread.scheduleWithFixedDelay(() -> run(name, duty), nanos, nanos, TimeUnit.NANOSECONDS);
        threads.add(thread);
    }

    @Override
    public void close() {
        for (var thread : threads) thread.shutdown();
        try {
            for (var thread : threads) {
                thread.awaitTermination(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(String name, Runnable duty) {
        try {
            duty.run();
        } catch (Unavailable fault) {
            LOG.log(Level.WARNING, "{0} waits: {1}", name, fault.getMessage());
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "The duty " + name + " failed; it is tried again.", bug);
        }
    }
}
