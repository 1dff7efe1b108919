package dev.sluice.contracts;

import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import java.time.Duration;
import java.time.Instant;

/// A hold store and the queue it fills, opened for one test over nothing. After [#restart] and
/// [#crash] the store and the queue are other objects, which have to be asked for anew.
public interface TestStores extends AutoCloseable {

    HoldStore holds();

    ClaimQueue queue();

    /// What time the stores have.
    Instant now();

    /// Lets time go by: at once where the stores read a clock of the test, else by waiting.
    void pass(Duration duration) throws InterruptedException;

    /// Ends the process in good order and starts it anew. No offer is prepared afterwards.
    void restart();

    /// Ends the process without a warning and starts it anew. No offer is prepared afterwards.
    void crash();

    @Override
    void close();
}
