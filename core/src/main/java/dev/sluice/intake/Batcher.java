package dev.sluice.intake;

import dev.sluice.port.Unavailable;
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
/// One named platform thread runs the step and completes the stages. Callers may be any threads;
/// they hold the lock only to append. A step that fails fails its batch and no other. An answer
/// that does not come within the timeout fails as [Unavailable], which means unknown: its step goes
/// on. When the thread dies of an error, everyone who waits is told and nothing more is taken.
public final class Batcher<T, R> implements AutoCloseable {

    private record Entry<T, R>(T item, long since, CompletableFuture<R> answer) {}

    private final int batchMax;
    private final int pendingMax;
    private final LongSupplier nanos;
    private final Function<List<T>, List<R>> step;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Thread thread;

    // Guarded by the lock.
    private ArrayList<Entry<T, R>> pending = new ArrayList<>();
    private List<Entry<T, R>> underWay = List.of();
    private boolean waiting;
    private boolean closed;

    /// @param batchMax items in one step
    /// @param pendingMax items that wait for their step or are in it; one more is not taken
    public Batcher(
            String name,
            int batchMax,
            int pendingMax,
            LongSupplier nanos,
            Function<List<T>, List<R>> step) {
        this.batchMax = batchMax;
        this.pendingMax = pendingMax;
        this.nanos = nanos;
        this.step = step;
        this.thread = Thread.ofPlatform().name(name).start(this::run);
    }

    /// The answer to come, or nothing when too many wait or the batcher is closed.
    public Optional<CompletionStage<R>> submit(T item) {
        var entry = new Entry<T, R>(item, nanos.getAsLong(), new CompletableFuture<>());
        lock.lock();
        try {
            if (closed || pending.size() + underWay.size() >= pendingMax) return Optional.empty();
            pending.add(entry);
            if (waiting) {
                waiting = false;
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
            return pending.size() + underWay.size();
        } finally {
            lock.unlock();
        }
    }

    /// Takes nothing more, finishes what is there, and ends the thread.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signal();
        } finally {
            lock.unlock();
        }
        joinThread();
    }

    private void joinThread() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Entry<T, R>> overdue(long olderThanNanos) {
        long now = nanos.getAsLong();
        lock.lock();
        try {
            var overdue = new ArrayList<Entry<T, R>>();
            for (var entry : underWay) if (now - entry.since() > olderThanNanos) overdue.add(entry);
            for (var entry : pending) if (now - entry.since() > olderThanNanos) overdue.add(entry);
            return overdue;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            for (var batch = next(); !batch.isEmpty(); batch = next()) {
                var items = new ArrayList<T>(batch.size());
                for (var entry : batch) items.add(entry.item());
                answer(batch, items);
            }
        } finally {
            abandon();
        }
    }

    /// After an orderly end nobody waits any more.
    private void abandon() {
        List<Entry<T, R>> left;
        lock.lock();
        try {
            closed = true;
            left = new ArrayList<>(underWay);
            left.addAll(pending);
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
        }
    }

    /// What has arrived; empty only when the batcher is closed and done.
    private List<Entry<T, R>> next() {
        lock.lock();
        try {
            underWay = List.of();
            while (pending.isEmpty() && !closed) {
                waiting = true;
                arrived.awaitUninterruptibly();
            }
            waiting = false;
            underWay = takeFromPending();
            return underWay;
        } finally {
            lock.unlock();
        }
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
