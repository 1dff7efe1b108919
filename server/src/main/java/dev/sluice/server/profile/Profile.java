package dev.sluice.server.profile;

import dev.sluice.server.engine.Ports;
import dev.sluice.server.metrics.Metrics;

/// The adapters of a Sluice, opened; closing it closes them.
public interface Profile extends AutoCloseable {

    Ports ports();

    /// What there is to watch of the adapters.
    default void register(Metrics metrics) {}

    @Override
    void close();
}
