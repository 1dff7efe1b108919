package dev.sluice.server;

/// The adapters of a Sluice, opened; closing it closes them.
interface Profile extends AutoCloseable {

    Ports ports();

    /// What there is to watch of the adapters.
    default void register(Metrics metrics) {}

    @Override
    void close();
}
