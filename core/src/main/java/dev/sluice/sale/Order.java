package dev.sluice.sale;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OrderId;
import java.time.Instant;
import java.util.Optional;

/// What a won claim becomes.
///
/// @param lateMoney what became of money that came after the order had ended
public record Order(
        OrderId id,
        Hold hold,
        Money total,
        OrderStatus status,
        Instant placedAt,
        Instant expiresAt,
        Optional<Instant> paidAt,
        Optional<LateMoney> lateMoney) {

    public enum LateMoney {
        REVIVED,
        REFUNDED
    }

    public BuyerId buyer() {
        return hold.buyer();
    }
}
