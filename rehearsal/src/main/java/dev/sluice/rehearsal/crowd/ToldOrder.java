package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import java.util.Optional;

/// An order that a buyer was told of or has afterwards. Belongs to the event loop's thread.
final class ToldOrder {
    private final Buyer buyer;
    private final String orderId;
    private String claimId;
    private String offerId;
    private int quantity;
    private OrderStatus told = OrderStatus.NONE;
    private OrderStatus recorded = OrderStatus.NONE;

    /// @param claimId the claim as its buyer was told, else empty
    ToldOrder(Buyer buyer, String orderId, String claimId) {
        this.buyer = buyer;
        this.orderId = orderId;
        this.claimId = claimId;
        this.offerId = buyer.offer().offerId();
    }

    Buyer buyer() {
        return buyer;
    }

    String orderId() {
        return orderId;
    }

    OrderStatus told() {
        return told;
    }

    void quantity(int units) {
        quantity = units;
    }

    /// Hears how the order stands.
    ///
    /// @param known what was told before the question was asked
    /// @return what is wrong with it, if anything is
    Optional<String> hear(OrderStatus status, OrderStatus known) {
        boolean isLater = rank(status) > rank(told) || told == OrderStatus.NONE;
        boolean wentBack = rank(status) < rank(known);
        boolean isOther = rank(status) == rank(known) && status != known;
        if (isLater) told = status;
        if (wentBack || isOther) {
            return Optional.of("order " + orderId + " was " + known + " and then " + status);
        }
        return Optional.empty();
    }

    /// What the server says of it afterwards.
    ///
    /// @param claim the claim it names; it may be another than the buyer was told
    void record(OrderStatus status, String claim, String offer, int units) {
        recorded = status;
        if (!claim.isEmpty()) claimId = claim;
        offerId = offer;
        quantity = units;
    }

    Run.OrderSeen seen() {
        return new Run.OrderSeen(
                buyer.number(), offerId, orderId, claimId, quantity, told, recorded);
    }

    static OrderStatus status(String text) {
        for (var status : OrderStatus.values()) if (status.name().equals(text)) return status;
        return OrderStatus.NONE;
    }

    /// An order never goes back to a smaller number, and never changes within the same. Late money
    /// makes an ended order PAID or REFUNDED.
    private static int rank(OrderStatus status) {
        return switch (status) {
            case NONE -> 0;
            case UNPAID -> 1;
            case CANCELLED, EXPIRED -> 2;
            case PAID, REFUNDED -> 3;
        };
    }
}
