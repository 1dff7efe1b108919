package dev.sluice.server;

import dev.sluice.cluster.RelayedQueue;
import dev.sluice.port.Unavailable;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.server.web.Health;
import java.util.Optional;
import java.util.function.Supplier;

/// What there is to watch of an engine: whether it can take claims, and its figures.
final class Watch {

    private static final int PARKED_COUNTED_MAX = 1_000;

    private final Engine engine;

    Watch(Engine engine) {
        this.engine = engine;
    }

    /// What this node needs to take a claim, each asked something small, and the loops that must go
    /// on.
    void check(Health health) {
        var ports = engine.ports();
        health.check("orderBook", () -> answers(() -> ports.nodes().findValue("switches")));
        health.check("queue", () -> answers(ports.queue()::depth));
        health.check("ids", this::idTrouble);
        health.check("claims", engine.intake()::trouble);
        health.check("settlement", engine.settlementLoop()::trouble);
        if (ports.queue() instanceof RelayedQueue relayed) {
            health.check("relay", relayed::trouble);
        }
    }

    void measure(Metrics metrics) {
        var queue = engine.ports().queue();
        engine.outcomes().register(metrics);
        metrics.gauge("sluice_queue_depth", "Claims not yet settled.", queue::depth);
        metrics.gauge(
                "sluice_parked_claims",
                "Claims that failed for good and wait for a person; alarm when not 0.",
                () -> queue.parked(PARKED_COUNTED_MAX).size());
        metrics.gauge(
                "sluice_corrections",
                "Differences between hold store and order book that were real.",
                engine.reconciliation()::corrections);
        metrics.gauge(
                "sluice_claims_in_flight",
                "Claims that wait for the hold store.",
                engine.intake()::inFlight);
    }

    /// Without ids there is no pass and no order, whatever else answers.
    private Optional<String> idTrouble() {
        try {
            engine.ids().check();
            return Optional.empty();
        } catch (Unavailable over) {
            return Optional.of(over.getMessage());
        }
    }

    private static Optional<String> answers(Supplier<?> question) {
        question.get();
        return Optional.empty();
    }
}
