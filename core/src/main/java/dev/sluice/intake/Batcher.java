package dev.sluice.intake;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Smart batching: takes whatever has arrived, does it in one step, answers everyone in it, and
/// never waits for a batch to fill. Load makes batches larger by itself.
///
/// One or a few named platform threads run the step, a batch each, and complete the stages. Callers
/// may be any threads; they hold the lock only to append. A step that fails fails its batch and no
/// other; an error in it means that nobody knows what it did. An answer that does not come within
/// the timeout fails as [Unavailable], which means unknown: its step goes on. Should a thread die
/// all the same, everyone who waits is told and nothing more is taken.
public final class Batcher<T, R> implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Batcher.class.getName());

    private record Entry<T, R>(T item, long since, CompletableFuture<R> answer) {}

    private final int batchMax;
    private final int pendingMax;
    private final LongSupplier nanos;
    private final Function<List<T>, List<R>> step;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final List<Thread> threads = new ArrayList<>();

    // Guarded by the lock.
    private ArrayList<Entry<T, R>> pending = new ArrayList<>();
    private final List<List<Entry<T, R>>> underWay = new ArrayList<>();
    private int busy;
    private int waiting;
    private boolean closed;
    private boolean died;

    /// @param stepsMax steps that may be under way at a time
    /// @param batchMax items in one step
    /// @param pendingMax items that wait for their step or are in it; one more is not taken
    public Batcher(
            String name,
            int stepsMax,
            int batchMax,
            int pendingMax,
            LongSupplier nanos,
            Function<List<T>, List<R>> step) {
        this.batchMax = batchMax;
        this.pendingMax = pendingMax;
        this.nanos = nanos;
        this.step = step;
        for (int i = 0; i < stepsMax; i++) underWay.add(List.of());
        for (int i = 0; i < stepsMax; i++) {
            int slot = i;
            var numbered = stepsMax == 1 ? name : name + "-" + (i + 1);
            threads.add(Thread.ofPlatform().name(numbered).start(() -> run(slot)));
        }
    }

    /// The answer to come, or nothing when too many wait or the batcher is closed.
    public Optional<CompletionStage<R>> submit(T item) {
        var entry = new Entry<T, R>(item, nanos.getAsLong(), new CompletableFuture<>());
        lock.lock();
        try {
            if (closed || items() >= pendingMax) return Optional.empty();
            pending.add(entry);
            if (waiting > 0 && isWorthAStep()) {
                waiting--;
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
        return Optional.of(entry.answer());
    }

    /// Answers everyone who has waited longer than this with [Unavailable].
    public void giveUpOn(long olderThanNanos) {
        for (var entry : overdue(olderThanNanos)) {
            entry.answer().completeExceptionally(new Unavailable("no answer in time", null));
        }
    }

    public int waitingItems() {
        lock.lock();
        try {
            return items();
        } finally {
            lock.unlock();
        }
    }

    /// What is wrong, if a thread has died.
    public Optional<String> trouble() {
        lock.lock();
        try {
            return died ? Optional.of("a thread that decides claims has died") : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private int items() {
        int items = pending.size();
        for (var batch : underWay) items += batch.size();
        return items;
    }

    /// Takes nothing more, finishes what is there, and ends the threads.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        joinThreads();
    }

    private void joinThreads() {
        try {
            for (var thread : threads) thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Entry<T, R>> overdue(long olderThanNanos) {
        long now = nanos.getAsLong();
        lock.lock();
        try {
            var overdue = all();
            overdue.removeIf(entry -> now - entry.since() <= olderThanNanos);
            return overdue;
        } finally {
            lock.unlock();
        }
    }

    private List<Entry<T, R>> all() {
        var all = new ArrayList<Entry<T, R>>();
        underWay.forEach(all::addAll);
        all.addAll(pending);
        return all;
    }

    private void run(int slot) {
        boolean orderly = false;
        try {
            for (var batch = next(slot); !batch.isEmpty(); batch = next(slot)) {
                var items = new ArrayList<T>(batch.size());
                for (var entry : batch) items.add(entry.item());
                answer(batch, items);
            }
            orderly = true;
        } finally {
            if (!orderly) abandon();
        }
    }

    private void abandon() {
        List<Entry<T, R>> left;
        lock.lock();
        try {
            closed = true;
            died = true;
            left = all();
            pending = new ArrayList<>();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        for (var entry : left) {
            entry.answer().completeExceptionally(new Unavailable("the batcher has died", null));
        }
    }

    private void answer(List<Entry<T, R>> batch, List<T> items) {
        try {
            var answers = step.apply(items);
            assert answers.size() == batch.size() : answers.size() + " for " + batch.size();
            for (int i = 0; i < batch.size(); i++) batch.get(i).answer().complete(answers.get(i));
        } catch (RuntimeException failure) {
            for (var entry : batch) entry.answer().completeExceptionally(failure);
        } catch (Error error) {
            LOG.log(Level.ERROR, "A step failed; the next one is tried.", error);
            var unknown = new Unavailable("the step failed: " + error, error);
            for (var entry : batch) entry.answer().completeExceptionally(unknown);
        }
    }

    /// What has arrived; empty only when the batcher is closed and done.
    private List<Entry<T, R>> next(int slot) {
        lock.lock();
        try {
            if (!underWay.set(slot, List.of()).isEmpty()) busy--;
            while (!isWorthAStep() && !closed) {
                waiting++;
                arrived.awaitUninterruptibly();
            }
            var taken = takeFromPending();
            underWay.set(slot, taken);
            if (!taken.isEmpty()) busy++;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /// While a step is under way, another beside it pays only if it is large: what is there goes
    /// with the next one, soon and for less.
    private boolean isWorthAStep() {
        if (pending.isEmpty()) return false;
        return busy == 0 || 2 * pending.size() >= batchMax;
    }

    private List<Entry<T, R>> takeFromPending() {
        if (pending.size() <= batchMax) {
            var all = pending;
            pending = new ArrayList<>(batchMax);
            return all;
        }
        var first = pending.subList(0, batchMax);
        var taken = new ArrayList<>(first);
        first.clear();
        return taken;
    }
}
