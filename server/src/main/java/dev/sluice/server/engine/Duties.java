package dev.sluice.server.engine;

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
/// of its own, so that none delays another. A duty that meets a fault or a bug is tried again at
/// its next turn; the log says so when that begins and when it is over.
public final class Duties implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Duties.class.getName());
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final List<ScheduledExecutorService> threads = new CopyOnWriteArrayList<>();

    public void every(Duration period, String name, Runnable duty) {
        var thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("sluice-" + name).daemon().factory());
        long nanos = period.toNanos();
        var turns = new Turns(name, duty);
        thread.scheduleWithFixedDelay(turns, nanos, nanos, TimeUnit.NANOSECONDS);
        threads.add(thread);
    }

    /// Waits for the duties that have a turn, all together no longer than for one.
    @Override
    public void close() {
        for (var thread : threads) thread.shutdown();
        try {
            Thread.ofVirtual().start(this::awaitEnds).join(CLOSE_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnds() {
        for (var thread : threads) thread.close();
    }

    /// The turns of one duty, on its thread. Nothing gets past it: an executor takes whatever is
    /// thrown for the end of the duty, and says nothing.
    private static final class Turns implements Runnable {
        private final String name;
        private final Runnable duty;
        private String wrong = "";

        Turns(String name, Runnable duty) {
            this.name = name;
            this.duty = duty;
        }

        @Override
        public void run() {
            try {
                duty.run();
                if (!wrong.isEmpty()) LOG.log(Level.INFO, "{0} works again", name);
                wrong = "";
            } catch (Unavailable fault) {
                if (isNew("waits")) {
                    LOG.log(Level.WARNING, "{0} waits: {1}", name, fault.getMessage());
                }
            } catch (Throwable bug) {
                if (isNew(bug.toString())) {
                    LOG.log(Level.ERROR, "The duty " + name + " failed; it is tried again.", bug);
                }
            }
        }

        private boolean isNew(String what) {
            boolean isNew = !what.equals(wrong);
            wrong = what;
            return isNew;
        }
    }
}
