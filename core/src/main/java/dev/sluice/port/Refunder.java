package dev.sluice.port;

import dev.sluice.sale.Refund;
import java.util.Set;

/// Asks providers to send money back. By the refund's key a provider knows that it was asked
/// before: asked any number of times it sends the money back once.
public interface Refunder {

    /// What a provider says.
    sealed interface Answer {

        /// The money, all of it and not more, is on its way to the buyer.
        record Done() implements Answer {}

        /// The provider has taken it on and has not finished.
        record NotYet(String why) implements Answer {}

        /// It was not done, or not as it was asked for.
        record Refused(String why) implements Answer {}
    }

    /// The providers that can be asked; the others' refunds are made by hand.
    Set<String> providers();

    /// Answers within a bounded time, or is [Unavailable]; then nobody knows.
    Answer ask(Refund refund);
}
