package dev.sluice.settlement;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Unavailable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// The worker that settles for as long as the process runs. It pauses while it is told to hold, or
/// while the order book is not available, and runs reconciliation between two batches, when no
/// settlement is under way.
public final class SettlementLoop implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SettlementLoop.class.getName());
    private static final Duration WAIT = Duration.ofMillis(50);
    private static final Duration PAUSE_FIRST = Duration.ofMillis(20);

    private final Settlement settlement;
    private final SettlementConfig config;
    private final BooleanSupplier held;
    private final Runnable between;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean resting;

    /// @param held whether an operator has told settlement to wait
    /// @param between done between two batches, often; it keeps its own time
    public SettlementLoop(
            Settlement settlement,
            SettlementConfig config,
            BooleanSupplier held,
            Runnable between) {
        this.settlement = settlement;
        this.config = config;
        this.held = held;
        this.between = between;
        this.thread = Thread.ofPlatform().name("sluice-settlement").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Whether it has been told to hold and nothing that it took is left.
    public boolean isResting() {
        return resting;
    }

    /// Finishes the batch that is under way and ends the thread. What is left in the queue is
    /// durable.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed) {
                between();
                resting = held.getAsBoolean();
                if (resting) pause(WAIT);
                else settleAndRest(take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Delivery> take() throws InterruptedException {
        try {
            return settlement.take(WAIT);
        } catch (Unavailable fault) {
            LOG.log(Level.WARNING, "the queue is not there: {0}", fault.getMessage());
            pause(WAIT);
            return List.of();
        }
    }

    /// A full batch means that more is waiting, and there is no rest before all of it is settled.
    private void settleAndRest(List<Delivery> deliveries) throws InterruptedException {
        if (deliveries.isEmpty()) return;
        settleUntilDone(deliveries);
        if (deliveries.size() < config.batchMax()) pause(config.rest());
    }

    private void settleUntilDone(List<Delivery> deliveries) throws InterruptedException {
        var pause = PAUSE_FIRST;
        while (!closed) {
            if (held.getAsBoolean()) {
                pause(WAIT);
                continue;
            }
            try {
                settlement.settle(deliveries);
                return;
            } catch (Unavailable fault) {
                LOG.log(Level.WARNING, "settlement waits: {0}", fault.getMessage());
                pause(pause);
                var longer = pause.multipliedBy(2);
                pause = longer.compareTo(config.pauseMax()) < 0 ? longer : config.pauseMax();
            }
        }
    }

    private void between() {
        try {
            between.run();
        } catch (Unavailable fault) {
            LOG.log(Level.WARNING, "reconciliation waits: {0}", fault.getMessage());
        }
    }

    /// Waits that long, or until the loop is closed.
    private void pause(Duration pause) throws InterruptedException {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !closed) left = closing.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }
}
