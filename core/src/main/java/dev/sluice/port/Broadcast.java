package dev.sluice.port;

import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hash;
import java.util.List;
import java.util.function.Consumer;

/// Tells every node, this one included, what has changed. Kept by `BroadcastContract`. How signals
/// travel between nodes is the business of [Transport].
///
/// - A signal reaches each subscriber of each node; signals of one node arrive in order.
/// - A lost signal may happen: whoever acts on signals also looks for itself within two seconds.
public interface Broadcast {

    /// What happened.
    sealed interface Signal {
        record SoldOut(OfferId offer) implements Signal {}

        /// Units of the offer are free again, or it was restocked.
        record Freed(OfferId offer) implements Signal {}

        record SaleChanged(SaleId sale) implements Signal {}

        record ClaimsEnded(List<ClaimState> claims) implements Signal {}

        record SessionEnded(Hash token) implements Signal {}

        record SwitchesChanged() implements Signal {}

        /// Signals have been lost: whoever acts on signals looks for itself. Made by the node that
        /// missed them and never sent.
        record Missed() implements Signal {}
    }

    void send(Signal signal);

    /// The subscriber is called on the sender's or the adapter's thread and must not block.
    void subscribe(Consumer<Signal> subscriber);
}
