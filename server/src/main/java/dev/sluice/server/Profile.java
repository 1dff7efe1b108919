package dev.sluice.server;

/// The adapters of a Sluice, opened; closing it closes them.
interface Profile extends AutoCloseable {

    Ports ports();

    @Override
    void close();
}
