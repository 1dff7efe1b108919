package dev.sluice.server.http;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Runs requests that may block, each on a virtual thread of its own, at most so many at a time.
public final class Workers implements AutoCloseable {

    private final int inFlightMax;
    private final Semaphore free;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("request-", 0).factory());

    public Workers(int inFlightMax) {
        this.inFlightMax = inFlightMax;
        this.free = new Semaphore(inFlightMax);
    }

    /// False when as much is under way as may be, or nothing more is taken; then nothing is run.
    public boolean tryRun(Runnable work) {
        if (!free.tryAcquire()) return false;
        threads.execute(() -> {
            try {
                work.run();
            } finally {
                free.release();
            }
        });
        return true;
    }

    public int inFlight() {
        return inFlightMax - free.availablePermits();
    }

    /// Waits that long for what is under way, then interrupts it. Takes nothing more.
    public void drain(Duration patience) {
        threads.shutdown();
        try {
            if (threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
