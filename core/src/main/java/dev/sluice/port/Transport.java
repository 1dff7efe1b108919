package dev.sluice.port;

import dev.sluice.port.Broadcast.Signal;
import java.util.function.Consumer;

/// Carries signals between nodes, in envelopes by which a loss is noticed. Kept by
/// `TransportContract`; `NumberedBroadcast` makes a [Broadcast] of it.
///
/// - An envelope reaches each subscriber of each node, the sender included; the envelopes of one
///   node arrive in order.
/// - Envelopes may be lost, doubled or late while nodes or servers come and go.
public interface Transport {

    sealed interface Envelope {

        /// A signal with its sender and its number, by which others see that they missed one.
        record Numbered(String node, long number, Signal signal) implements Envelope {}

        /// How many signals that node has sent so far, said about once a second.
        record Beat(String node, long sent) implements Envelope {}

        /// A signal as it is. It is told to the subscribers whoever sent it.
        record Bare(Signal signal) implements Envelope {}
    }

    /// May wait for a server; [Unavailable] when it is known that the envelope did not go out.
    void send(Envelope envelope);

    /// The subscriber is called on the adapter's thread and must not block.
    void subscribe(Consumer<Envelope> subscriber);
}
