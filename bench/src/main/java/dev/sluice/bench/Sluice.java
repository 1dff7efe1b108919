package dev.sluice.bench;

import dev.sluice.bench.Operator.OpenSale;
import dev.sluice.process.ServerProcess;
import java.io.IOException;
import java.time.Duration;

/// A running Sluice and its operator.
record Sluice(ServerProcess server, Operator operator) implements AutoCloseable {
    private static final Duration DRAIN_MAX = Duration.ofSeconds(120);
    private static final Duration POLL_EVERY = Duration.ofMillis(20);

    /// Returns how long it took until no claim of the sale waited to be settled.
    Duration awaitSettled(OpenSale sale) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (operator.stats(sale).queueDepth() > 0) {
            if (System.nanoTime() - start > DRAIN_MAX.toNanos()) {
                throw new BenchFailure(
                        "claims were not settled within " + DRAIN_MAX.toSeconds() + " s");
            }
            server.stayUp(POLL_EVERY);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() {
        operator.close();
        server.close();
    }
}
