package dev.sluice.plain;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Orders in a map, in the order in which they were placed. The book that has it brings the lock.
final class PlainOrders {

    private final Map<OrderId, Order> orders = new LinkedHashMap<>();

    void put(Order order) {
        orders.put(order.id(), order);
    }

    Optional<Order> find(OrderId order) {
        return Optional.ofNullable(orders.get(order));
    }

    List<Order> all() {
        return List.copyOf(orders.values());
    }

    List<Order> of(BuyerId buyer, Optional<OrderId> before, int max) {
        return orders.values().stream()
                .filter(order -> order.buyer().equals(buyer))
                .filter(order -> before.map(b -> order.id().compareTo(b) < 0).orElse(true))
                .sorted(Comparator.comparing(Order::id).reversed())
                .limit(max)
                .toList();
    }

    /// The unpaid ones, the earliest deadline first.
    Stream<Order> unpaid() {
        return orders.values().stream()
                .filter(order -> order.status() == OrderStatus.UNPAID)
                .sorted(Comparator.comparing(Order::expiresAt));
    }

    List<Order> due(Instant now) {
        return unpaid().filter(order -> !order.expiresAt().isAfter(now)).toList();
    }

    /// Those that have units of an offer, unpaid or paid.
    Stream<Order> withUnits(OfferId offer) {
        return orders.values().stream()
                .filter(order -> order.hold().offer().equals(offer))
                .filter(order -> order.status().hasUnits());
    }

    int units(OfferId offer, OrderStatus status) {
        return sum(withUnits(offer).filter(order -> order.status() == status));
    }

    int units(OfferId offer, BuyerId buyer) {
        return sum(withUnits(offer).filter(order -> order.buyer().equals(buyer)));
    }

    private static int sum(Stream<Order> orders) {
        return orders.mapToInt(order -> order.hold().units()).sum();
    }
}
