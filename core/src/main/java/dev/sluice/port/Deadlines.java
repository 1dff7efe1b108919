package dev.sluice.port;

import java.time.Instant;
import java.util.function.Consumer;

/// Reminds the nodes of orders that become due. A reminder is only that: the order book's index of
/// deadlines decides what has expired, and is looked at now and then in any case. Kept by
/// `DeadlinesContract`.
///
/// - A reminder reaches one node at its time or a little later, also across a restart of the node
///   and of the broker.
/// - A lost or repeated reminder does no harm.
public interface Deadlines {

    /// Reminds of nothing: the order book's index does it all.
    Deadlines NONE =
            new Deadlines() {
                @Override
                public void remind(Instant due) {}

                @Override
                public void subscribe(Consumer<Instant> subscriber) {}
            };

    /// Asks to be reminded then. The broker has it when this returns.
    void remind(Instant due);

    /// The subscriber is called on the adapter's thread with the time that was asked for; it may
    /// block.
    void subscribe(Consumer<Instant> subscriber);
}
