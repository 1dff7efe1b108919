package dev.sluice.plain;

import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Order;
import dev.sluice.sale.Order.LateMoney;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import java.time.Instant;
import java.util.Optional;

/// Orders and payments as they are after a step.
final class Steps {

    private Steps() {}

    static Order unpaid(NewOrder placed) {
        return new Order(
                placed.order(),
                placed.claim().hold(),
                placed.total(),
                OrderStatus.UNPAID,
                placed.placedAt(),
                placed.expiresAt(),
                Optional.empty(),
                Optional.empty());
    }

    static Order with(Order o, OrderStatus status) {
        return new Order(
                o.id(),
                o.hold(),
                o.total(),
                status,
                o.placedAt(),
                o.expiresAt(),
                o.paidAt(),
                o.lateMoney());
    }

    static Order paidAt(Order o, Instant at) {
        return new Order(
                o.id(),
                o.hold(),
                o.total(),
                OrderStatus.PAID,
                o.placedAt(),
                o.expiresAt(),
                Optional.of(at),
                o.lateMoney());
    }

    static Order late(Order o, LateMoney money) {
        return new Order(
                o.id(),
                o.hold(),
                o.total(),
                o.status(),
                o.placedAt(),
                o.expiresAt(),
                o.paidAt(),
                Optional.of(money));
    }

    static Payment with(Payment p, Payment.Status status) {
        return new Payment(p.id(), p.order(), p.method(), p.amount(), status, p.at());
    }
}
