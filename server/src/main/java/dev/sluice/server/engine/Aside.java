package dev.sluice.server.engine;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/// Does at once, on a virtual thread, what somebody who must not block has been asked for. What
/// fails here is done by a duty within a second.
final class Aside implements Executor, AutoCloseable {

    private static final Logger LOG = System.getLogger(Aside.class.getName());

    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Duration closeMax;

    Aside() {
        this(CLOSE_MAX);
    }

    /// @param closeMax how long what is under way may take to finish once it is closed
    Aside(Duration closeMax) {
        this.closeMax = closeMax;
    }

    @Override
    public void execute(Runnable work) {
        try {
            threads.execute(() -> run(work));
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.DEBUG, "closing: nothing more is begun");
        }
    }

    /// Lets what is under way finish, if that is quick. What waits longer is left alone: it is
    /// told to end, holds up nobody, and another node or the next start does it.
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (threads.awaitTermination(closeMax.toMillis(), TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }

    private static void run(Runnable work) {
        try {
            work.run();
        } catch (Unavailable fault) {
            LOG.log(Level.WARNING, "later: {0}", fault.getMessage());
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "Work aside failed; a duty does it again.", bug);
        }
    }
}
