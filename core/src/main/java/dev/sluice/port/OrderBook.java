package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Money;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Order;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import dev.sluice.sale.Sale;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Orders, payments and the stock ledger: the last word on every unit.
///
/// Every adapter passes `OrderBookContract`, which checks these promises:
///
/// - **Never oversold.** Unpaid and paid units of an offer never exceed its stock, whatever is
///   asked.
/// - **Never more than a buyer may have.** A claim that would give its buyer more unpaid and paid
///   units of an offer than the offer's limit is lost as OVER_LIMIT, whatever a hold store let
///   through. Nor does late money revive an order beyond the limit, and one that it has revived
///   counts like any other.
/// - **Once.** A claim is settled once; settled again it gets the outcome it had. The same holds
///   for each transition of an order and for each payment.
/// - **Guarded.** An order moves only along the ways of `OrderStatus`.
/// - **In the ledger.** Each change of units stands in the ledger in the same transaction, chained
///   by hashes, so that the ledger alone gives every balance. The hashes also cover what an order
///   says, the payment that paid it, and a lost claim.
/// - **Found in the ledger's order.** A claim that is settled is found once by whoever follows the
///   ledger, and never left out because another was recorded at the same moment.
/// - **Durable** when the call returns.
/// - After [Unavailable] the outcome is unknown; the same call again finds it out or does it.
public interface OrderBook {

    /// A claim with what its order will say if it wins.
    record NewOrder(Claim claim, OrderId order, Money total, Instant placedAt, Instant expiresAt) {}

    /// @param upTo the sequence of the last movement that was looked at
    record Settled(long upTo, List<ClaimState> claims) {}

    /// What became of money that a provider reported.
    sealed interface Receipt {

        /// The order is paid, by this call or by an earlier one with the same payment.
        record Paid(Order order) implements Receipt {}

        /// The order had ended before: [#revive] or [#refund] decides what becomes of the money.
        record Late(Order order) implements Receipt {}

        /// This payment's money went back, now or earlier.
        record Refunded(Order order) implements Receipt {}
    }

    /// What became of a restock.
    sealed interface Restock {

        /// The units are there, by this call or by an earlier one with the same key.
        ///
        /// @param stock what the offer was given in all
        record Added(int stock) implements Restock {}

        /// Nothing was added: the offer would have more than it may.
        record TooMany(int stock) implements Restock {}

        /// Nothing was added: no sale that is to come or goes on has the offer. The book does not
        /// look at the clock; this is the answer of the desk, which asks it.
        record NotRunning(Sale.State state) implements Restock {}

        /// Nothing was added: the key was used for another offer or quantity.
        record KeyUsed(String key) implements Restock {}
    }

    /// Settles a batch in order and in one transaction: first the offers' rows, then which claims
    /// are new, then the orders. The outcomes stand in the order of the claims. An empty batch
    /// changes nothing and answers whether the book takes changes at all.
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
    /// has paid is refunded. Whatever becomes of the money, it is a deposit, and money that goes
    /// back is an open refund in the same transaction, see [Refunds].
    Receipt pay(PaymentId payment, Instant at);

    /// The same for money to which the provider has given a reference: another reference than
    /// that of the payment's first money is other money, which goes back.
    Receipt pay(PaymentId payment, String reference, Instant at);

    /// The provider says the buyer refused; the order stays as it is.
    void refusePayment(PaymentId payment);

    /// Late money: makes the ended order PAID if the book has the units and its buyer may have
    /// them, guarded like a settlement; else it stays late.
    Receipt revive(PaymentId payment, Instant at);

    /// Late money: sends it back and says so in the order.
    Receipt refund(PaymentId payment, Instant at);

    /// The claims of the offer whose orders have ended and of whose late money nobody has decided
    /// yet: whoever is about to may have taken their units in the hold store already.
    Set<ClaimId> findUndecided(OfferId offer);

    /// Adds units to an offer, unless it would then have more than [Offer#STOCK_MAX], whoever else
    /// adds some at the same moment.
    Restock restock(OfferId offer, int quantity, Instant at);

    /// The same, once for each key: asked again it adds nothing and answers with the stock as it
    /// is, however much that is. A key whose restock was refused is still good.
    Restock restock(OfferId offer, int quantity, String key, Instant at);

    /// Whether a restock with this key was done.
    boolean hasRestock(String key);

    /// Notes in the ledger that reconciliation gave units back that no claim held.
    void noteCorrection(OfferId offer, int units, Instant at);

    Balances.Book balance(OfferId offer);

    /// The end of the ledger, which is one for all offers.
    LedgerHead head();

    Supply supply(OfferId offer);

    /// All settled claims of an offer, won and lost. Their places in the queue are not known here.
    List<ClaimState> findClaims(OfferId offer);

    /// Those of these claims that are settled, in any order. Their places in the queue are not
    /// known here.
    List<ClaimState> findClaims(List<ClaimId> claims);

    /// The claims that were settled, won and lost, from after that sequence of the ledger on, in
    /// its order: those of at most `max` movements. Going on from where the last answer ended, each
    /// claim is met once, whoever settles meanwhile; so the ledger is also the outbox of results.
    Settled findSettled(long after, int max);

    /// The sequence of the last movement in the ledger, 0 when there is none.
    long lastSequence();

    /// The ledger of an offer in order, from after that sequence on.
    List<Movement> movements(OfferId offer, long after, int max);
}
