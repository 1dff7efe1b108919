package dev.sluice.cluster;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Does one thing after the other, in the order in which they were added, without a lock that could
/// be waited for: whichever thread comes first does them all, also those that others add meanwhile.
final class Sequencer<T> {

    private final Consumer<T> step;
    private final Queue<T> items = new ConcurrentLinkedQueue<>();
    private final AtomicInteger runs = new AtomicInteger();

    /// @param step does not throw
    Sequencer(Consumer<T> step) {
        this.step = step;
    }

    void add(T item) {
        items.add(item);
    }

    /// Does what was added, or leaves it to the thread that is at it.
    void run() {
        if (runs.getAndIncrement() > 0) return;
        boolean done = false;
        try {
            int seen;
            do {
                seen = runs.get();
                for (var item = items.poll(); item != null; item = items.poll()) step.accept(item);
            } while (runs.addAndGet(-seen) > 0);
            done = true;
        } finally {
            // After an error the next thread goes on.
            if (!done) runs.set(0);
        }
    }
}
