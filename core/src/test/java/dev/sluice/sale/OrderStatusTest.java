package dev.sluice.sale;

import static dev.sluice.sale.OrderStatus.CANCELLED;
import static dev.sluice.sale.OrderStatus.EXPIRED;
import static dev.sluice.sale.OrderStatus.PAID;
import static dev.sluice.sale.OrderStatus.REFUNDED;
import static dev.sluice.sale.OrderStatus.UNPAID;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderStatusTest {

    private static final Map<OrderStatus, Set<OrderStatus>> WAYS =
            Map.of(
                    UNPAID, EnumSet.of(PAID, CANCELLED, EXPIRED),
                    PAID, EnumSet.noneOf(OrderStatus.class),
                    CANCELLED, EnumSet.of(PAID, REFUNDED),
                    EXPIRED, EnumSet.of(PAID, REFUNDED),
                    REFUNDED, EnumSet.noneOf(OrderStatus.class));

    @ParameterizedTest
    @EnumSource
    void an_order_moves_only_along_its_ways(OrderStatus from) {
        for (var to : OrderStatus.values()) {
            assertEquals(WAYS.get(from).contains(to), from.canBecome(to), from + " to " + to);
        }
    }

    @ParameterizedTest
    @EnumSource
    void only_unpaid_and_paid_orders_have_units(OrderStatus status) {
        assertEquals(status == UNPAID || status == PAID, status.hasUnits());
    }
}
