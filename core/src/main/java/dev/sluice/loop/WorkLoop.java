package dev.sluice.loop;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A named thread that does one turn after the other for as long as the process runs, whatever
/// happens in a turn. After a turn that failed it pauses, longer each time, and the first turn that
/// goes well ends that.
///
/// A fault of the surroundings is waited out. Anything else is a bug: it is said once in the log
/// with its cause, the loop goes on, and [#trouble] tells whoever asks whether this node should get
/// requests. Both are logged when they begin and when they are over, not at each turn.
///
/// The turn runs on the loop's own thread; all other methods may be called from any.
public final class WorkLoop implements AutoCloseable {

    /// What is done again and again. [Unavailable] means that something is not there now.
    public interface Turn {
        void run() throws InterruptedException;
    }

    private static final Logger LOG = System.getLogger(WorkLoop.class.getName());

    /// So many turns in a row may fail before the loop counts as broken.
    static final int FAILURES_MAX = 3;

    private final String name;
    private final Duration pauseFirst;
    private final Duration pauseMax;
    private final Turn turn;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private final Thread thread;
    private volatile boolean started;
    private volatile boolean closed;
    // Written by the loop's thread only.
    private volatile int failures;
    private volatile String cause = "";
    private boolean waiting;

    /// @param name of the work, as people read it in the log and in the list of threads
    /// @param pauseFirst after a turn that failed; then twice as long each time, up to `pauseMax`
    public WorkLoop(String name, Duration pauseFirst, Duration pauseMax, Turn turn) {
        this.name = name;
        this.pauseFirst = pauseFirst;
        this.pauseMax = pauseMax;
        this.turn = turn;
        this.thread = Thread.ofPlatform().name("sluice-" + name).unstarted(this::run);
    }

    public void start() {
        started = true;
        thread.start();
    }

    public boolean isClosed() {
        return closed;
    }

    /// What is wrong with the loop itself, if it has ended or fails turn after turn.
    public Optional<String> trouble() {
        if (closed || !started) return Optional.empty();
        if (!thread.isAlive()) return Optional.of("its thread has ended");
        int failed = failures;
        return failed < FAILURES_MAX
                ? Optional.empty()
                : Optional.of("it failed " + failed + " times in a row, at last by " + cause);
    }

    /// Waits that long, or until the loop is closed.
    public void pause(Duration pause) throws InterruptedException {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !closed) left = closing.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }

    /// Ends after the turn that is under way.
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
        var pause = pauseFirst;
        while (!closed) {
            if (wentWell()) {
                pause = pauseFirst;
            } else {
                rest(pause);
                pause = longer(pause);
            }
        }
    }

    public Duration longer(Duration pause) {
        var longer = pause.multipliedBy(2);
        return longer.compareTo(pauseMax) < 0 ? longer : pauseMax;
    }

    private boolean wentWell() {
        try {
            turn.run();
            goesOn();
            return true;
        } catch (Unavailable fault) {
            waits(fault);
        } catch (Throwable bug) {
            failed(bug);
        }
        return false;
    }

    /// Says once that something is away. The turn may say so too while it waits by itself.
    public void waits(Unavailable fault) {
        failures = 0;
        if (waiting) return;
        waiting = true;
        LOG.log(Level.WARNING, "{0} waits: {1}", name, fault.getMessage());
    }

    /// Nobody interrupts the thread on purpose, so an interrupt is a bug like any other.
    private void failed(Throwable bug) {
        cause = bug.toString();
        if (failures++ > 0) return;
        LOG.log(Level.ERROR, "A turn of " + name + " failed; it goes on.", bug);
    }

    private void goesOn() {
        if (failures == 0 && !waiting) return;
        failures = 0;
        waiting = false;
        LOG.log(Level.INFO, "{0} works again", name);
    }

    private void rest(Duration pause) {
        try {
            pause(pause);
        } catch (InterruptedException e) {
            failed(e);
        }
    }
}
