package dev.sluice.contracts;

/// A broker of its own for tests that take it away, with a queue on it.
public interface TestBroker extends AutoCloseable {

    /// A new queue, whose couriers give up after [CourierFaultContract#TIMEOUT].
    TestLine line();

    /// Ends the broker in good order and returns when it has ended.
    void stop();

    /// Ends the broker without a warning (kill -9) and returns when it has ended.
    void kill();

    /// Starts it again on what it kept, and returns when it accepts connections.
    void start();

    @Override
    void close();
}
