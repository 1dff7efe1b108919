package dev.sluice.sale;

import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import java.time.Instant;

/// A buyer's attempt to pay an order with a provider.
public record Payment(
        PaymentId id, OrderId order, String method, Money amount, Status status, Instant at) {

    public enum Status {
        STARTED,
        PAID,
        REFUSED,
        REFUNDED
    }
}
