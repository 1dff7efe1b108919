package dev.sluice.port;

import dev.sluice.id.OrderId;
import dev.sluice.id.RefundId;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Refund;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All money that arrived, and the outbox of what has to go back.
///
/// Every adapter passes `RefundsContract`, which checks these promises:
///
/// - **Recorded.** Money that [OrderBook#pay] was told of and money that [#sendBack] was given is a
///   deposit from then on, once for each reference of a provider.
/// - **Never lost.** The decision that money goes back and its refund are one transaction; a refund
///   is open until it is confirmed.
/// - **Never twice.** There is one refund for one deposit. Of those who ask at the same time one
///   gets the turn, and a refund is confirmed once.
/// - **Durable** when the call returns.
/// - After [Unavailable] the outcome is unknown; the same call again finds it out or does it.
public interface Refunds {

    /// What is not done.
    ///
    /// @param oldest when the oldest of its money arrived
    record Open(int count, Optional<Instant> oldest) {}

    /// Records money that no order can have, and its refund; answers the deposit of this provider
    /// and reference as it stands, which is the earlier one if there is one.
    Deposit sendBack(Deposit deposit);

    Optional<Deposit> findDeposit(String provider, String reference);

    /// Late money that arrived before then and of which nobody has decided; also what arrived later
    /// by more than [Refund#FAR], which only a clock that was put back since can have said.
    List<Deposit> undecided(Instant before, int max);

    /// What has to be asked of this provider now, the oldest first. A time further off than
    /// [Refund#FAR] is not waited for.
    List<Refund> due(String provider, Instant now, int max);

    /// Takes the turn to ask, as it is to be noted before asking; not again before `nextAt`. False
    /// when it is done or when somebody has had the turn since the refund was read.
    boolean ask(Refund refund, Instant nextAt);

    /// What came of the turn that was taken with this refund, unless another has been taken since.
    void note(Refund refund, Refund.State state, String note);

    /// The money is back. Whether it was open until now.
    boolean confirm(RefundId refund, String note, Instant at);

    /// Lets an open one be asked for at once; false when it is done or unknown.
    boolean retry(RefundId refund, Instant at);

    Optional<Refund> findRefund(RefundId refund);

    /// The newest first, from before that one on; those in one state, or all.
    List<Refund> findRefunds(Optional<Refund.State> state, Optional<RefundId> before, int max);

    /// What goes back or went back of the money for these orders, the oldest first.
    List<Refund> findRefunds(List<OrderId> orders);

    Open open();
}
