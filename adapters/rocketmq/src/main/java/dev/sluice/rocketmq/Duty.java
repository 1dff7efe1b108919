package dev.sluice.rocketmq;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A daemon thread that does one thing again and again until it is closed. A fault makes it pause.
final class Duty implements AutoCloseable {

    interface Step {
        void run() throws InterruptedException;
    }

    private static final System.Logger LOG = System.getLogger(Duty.class.getName());
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    Duty(String name, Step step) {
        thread = Thread.ofPlatform().name(name).daemon().start(() -> run(step));
    }

    private void run(Step step) {
        try {
            while (closing.getCount() > 0) {
                try {
                    step.run();
                } catch (Unavailable e) {
                    closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                } catch (RuntimeException | Error e) {
                    LOG.log(Level.ERROR, Thread.currentThread().getName() + " failed", e);
                    closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "told to end", e);
        }
    }

    /// Returns when the step that runs has ended, or after a while. The step itself may call this.
    @Override
    public void close() {
        closing.countDown();
        if (Thread.currentThread() == thread) return;
        try {
            thread.join(CLOSE_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
