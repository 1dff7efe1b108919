package dev.sluice.rehearsal;

import dev.sluice.rehearsal.scenario.RehearsalFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/// What goes on beside the crowd, each on a thread of its own. A duty that fails ends the rehearsal
/// soon; closing ends all of them.
final class Duties implements AutoCloseable {

    /// Something to do until its end or until its thread is interrupted.
    interface Duty {
        void run() throws InterruptedException;
    }

    private final Runnable onFailure;
    private final List<Thread> threads = new ArrayList<>();

    Duties(Runnable onFailure) {
        this.onFailure = onFailure;
    }

    Future<?> start(String name, Duty duty) {
        Callable<Void> work =
                () -> {
                    try {
                        duty.run();
                    } catch (RuntimeException e) {
                        onFailure.run();
                        throw e;
                    }
                    return null;
                };
        var task = new FutureTask<>(work);
        threads.add(Thread.ofPlatform().daemon().name(name).start(task));
        return task;
    }

    /// Waits for the end of a duty, and fails as it did.
    static void await(Future<?> duty) throws InterruptedException {
        try {
            duty.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RehearsalFailure failure) throw failure;
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        for (var thread : threads) thread.interrupt();
    }
}
