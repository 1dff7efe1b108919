package dev.sluice.server;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/// Does at once, on a virtual thread, what somebody who must not block has been asked for. What
/// fails here is done by a duty within a second.
final class Aside implements Executor, AutoCloseable {

    private static final Logger LOG = System.getLogger(Aside.class.getName());

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Override
    public void execute(Runnable work) {
        try {
            threads.execute(() -> run(work));
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.DEBUG, "closing: nothing more is begun");
        }
    }

    @Override
    public void close() {
        threads.close();
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
