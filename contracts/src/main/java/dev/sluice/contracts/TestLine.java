package dev.sluice.contracts;

import dev.sluice.port.Courier;

/// A queue of claims on a real broker that no other test uses, opened for one test. Closing it
/// closes its couriers too.
public interface TestLine extends AutoCloseable {

    /// One more courier on this queue, as on one more node. A test may close it itself.
    Courier courier();

    @Override
    void close();
}
