package dev.sluice.sale;

import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import java.time.Instant;
import java.util.Optional;

/// Money that a provider says has arrived, and what was done with it.
///
/// @param reference by which the provider knows this money; the same again is the same money
/// @param payment what the money was for, if that is known
/// @param order the order of that payment
public record Deposit(
        String provider,
        String reference,
        Optional<PaymentId> payment,
        Optional<OrderId> order,
        Money amount,
        Fate fate,
        Instant at) {

    /// In characters as people count them; one of them may be two of Java's.
    public static final int REFERENCE_MAX = 128;

    /// What was done with it.
    public enum Fate {
        /// The order had ended, and whether the money revives it is not decided yet.
        UNDECIDED,
        PAID,
        REVIVED,
        /// The order had ended and its units were sold to others.
        LATE,
        /// Other money had paid the order, or this very payment, before.
        SECOND,
        WRONG_AMOUNT,
        WRONG_CURRENCY,
        /// The provider names a payment that was never started with it.
        UNKNOWN_PAYMENT;

        public boolean goesBack() {
            return switch (this) {
                case UNDECIDED, PAID, REVIVED -> false;
                case LATE, SECOND, WRONG_AMOUNT, WRONG_CURRENCY, UNKNOWN_PAYMENT -> true;
            };
        }
    }

    public Deposit {
        int length = reference.codePointCount(0, reference.length());
        if (length < 1 || length > REFERENCE_MAX) {
            throw new IllegalArgumentException("reference of " + length);
        }
    }

    /// The reference of money to which the provider gave none: the same payment with the same
    /// amount is the same money.
    public static String referenceOf(PaymentId payment, Money amount) {
        return payment.value() + ":" + amount.amount() + ":" + amount.currency();
    }

    public Deposit with(Fate decided) {
        return new Deposit(provider, reference, payment, order, amount, decided, at);
    }
}
