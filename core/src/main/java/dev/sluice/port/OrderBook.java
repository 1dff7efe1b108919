package dev.sluice.port;

import dev.sluice.sale.Balances;
import dev.sluice.sale.BuyerId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Money;
import dev.sluice.sale.Movement;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderId;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import dev.sluice.sale.PaymentId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Orders, payments and the stock ledger: the last word on every unit.
///
/// Every adapter passes `OrderBookContract`, which checks these promises:
///
/// - **Never oversold.** Unpaid and paid units of an offer never exceed its stock, whatever is
///   asked.
/// - **Once.** A claim is settled once; settled again it gets the outcome it had. The same holds
///   for each transition of an order and for each payment.
/// - **Guarded.** An order moves only along the ways of `OrderStatus`.
/// - **In the ledger.** Each change of units stands in the ledger in the same transaction, chained
///   by hashes, so that the ledger alone gives every balance.
/// - **Durable** when the call returns.
/// - After [Unavailable] the outcome is unknown; the same call again finds it out or does it.
public interface OrderBook {

    /// A claim with what its order will say if it wins.
    record NewOrder(Claim claim, OrderId order, Money total, Instant placedAt, Instant expiresAt) {}

    /// What became of money that a provider reported.
    sealed interface Receipt {

        /// The order is paid, by this call or by an earlier one with the same payment.
        record Paid(Order order) implements Receipt {}

        /// The order had ended before: [#revive] or [#refund] decides what becomes of the money.
        record Late(Order order) implements Receipt {}

        /// This payment's money went back, now or earlier.
        record Refunded(Order order) implements Receipt {}
    }

    /// Settles a batch in order and in one transaction: first the offers' rows, then which claims
    /// are new, then the orders. The outcomes stand in the order of the claims.
    List<Outcome> settle(List<NewOrder> orders);

    /// Records that the claim is lost, unless it is settled already; answers what it is.
    Outcome lose(Claim claim, Outcome.Reason reason, Instant at);

    /// A settled claim, or nothing.
    Optional<ClaimState> findClaim(ClaimId claim);

    Optional<Order> findOrder(OrderId order);

    /// A buyer's orders, newest first, from before that order on.
    List<Order> findOrders(BuyerId buyer, Optional<OrderId> before, int max);

    /// Whether the order went from UNPAID to CANCELLED now; nothing when there was no such step.
    Optional<Order> cancel(OrderId order, Instant at);

    /// Expires unpaid orders whose deadline has passed, at most `max`; answers those it expired.
    List<Order> expire(Instant now, int max);

    /// When the next unpaid order expires.
    Optional<Instant> nextDeadline();

    void insertPayment(Payment payment);

    Optional<Payment> findPayment(PaymentId payment);

    /// The newest payment of the order by this method that is neither paid nor refused.
    Optional<Payment> findOpenPayment(OrderId order, String method);

    /// The provider says the money is there. A second payment for an order that another payment
    /// has paid is refunded.
    Receipt pay(PaymentId payment, Instant at);

    /// The provider says the buyer refused; the order stays as it is.
    void refusePayment(PaymentId payment);

    /// Late money: makes the ended order PAID if the book has the units, guarded like a settlement.
    Receipt revive(PaymentId payment, Instant at);

    /// Late money: sends it back and says so in the order.
    Receipt refund(PaymentId payment, Instant at);

    /// Adds units to an offer; answers its stock afterwards.
    int restock(OfferId offer, int quantity, Instant at);

    /// The same, once for each key: asked again it adds nothing and answers the stock as it is. A
    /// key that was used for another offer or quantity is an [IllegalArgumentException].
    int restock(OfferId offer, int quantity, String key, Instant at);

    /// Notes in the ledger that reconciliation gave units back that no claim held.
    void noteCorrection(OfferId offer, int units, Instant at);

    Balances.Book balance(OfferId offer);

    Supply supply(OfferId offer);

    /// All settled claims of an offer, won and lost. Their places in the queue are not known here.
    List<ClaimState> findClaims(OfferId offer);

    /// The ledger of an offer in order, from after that sequence on.
    List<Movement> movements(OfferId offer, long after, int max);
}
