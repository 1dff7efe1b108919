package dev.sluice.bench;

import dev.sluice.bench.Operator.OpenSale;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Looks at the backlog of a sale a few times a second, on a thread of its own, until it is closed.
final class BacklogWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(200);

    private final Operator operator;
    private final OpenSale sale;
    private final Backlog backlog;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    BacklogWatch(Operator operator, OpenSale sale, Backlog backlog) {
        this.operator = operator;
        this.sale = sale;
        this.backlog = backlog;
        this.thread = Thread.ofPlatform().name("bench-backlog").daemon().start(this::watch);
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A look that fails is left out; the figure is invalid when too few succeed.
    private void watch() {
        long start = System.nanoTime();
        try {
            while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                look(start);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(long start) throws InterruptedException {
        try {
            long depth = operator.stats(sale).queueDepth();
            backlog.add((System.nanoTime() - start) / 1e9, depth);
        } catch (IOException | BenchFailure e) {
            System.err.println("bench: no look at the backlog: " + e.getMessage());
        }
    }
}
