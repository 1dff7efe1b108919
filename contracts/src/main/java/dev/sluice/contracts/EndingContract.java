package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// How unpaid orders end, and that their units can be sold again.
public interface EndingContract extends BookFixture {

    @Test
    default void a_cancelled_order_gives_its_units_back_once() {
        publish(2);
        book().settle(List.of(order(1, 2)));

        var cancelled = book().cancel(orderId(1), LATER).orElseThrow();

        assertEquals(OrderStatus.CANCELLED, cancelled.status());
        assertEquals(Optional.of(cancelled), book().findOrder(orderId(1)));
        assertEquals(Optional.empty(), book().cancel(orderId(1), LATER));
        assertEquals(Optional.empty(), book().cancel(orderId(2), LATER));
        assertEquals("2 0 0", counts(OFFER));
        assertEquals(1, won(book().settle(List.of(order(2, 2)))));
    }

    @Test
    default void a_paid_order_neither_cancels_nor_expires() {
        publish(2);
        book().settle(List.of(order(1, 1)));
        book().insertPayment(payment(1, orderId(1)));
        book().pay(paymentId(1), LATER);

        assertEquals(Optional.empty(), book().cancel(orderId(1), LATER));
        assertEquals(List.of(), book().expire(DEADLINE, 10));
        assertEquals("2 0 1", counts(OFFER));
    }

    @Test
    default void an_order_expires_at_its_deadline_and_not_before() {
        publish(2);
        book().settle(List.of(order(1, 1)));

        assertEquals(List.of(), book().expire(DEADLINE.minusMillis(1), 10));
        var expired = book().expire(DEADLINE, 10);

        assertEquals(List.of(book().findOrder(orderId(1)).orElseThrow()), expired);
        assertEquals(OrderStatus.EXPIRED, expired.getFirst().status());
        assertEquals(List.of(), book().expire(DEADLINE, 10));
        assertEquals("2 0 0", counts(OFFER));
    }

    @Test
    default void the_earliest_deadlines_expire_first_and_no_more_than_asked_for() {
        publish(10);
        book().settle(List.of(due(1, 3), due(2, 1), due(3, 2), due(4, 4)));

        assertEquals(Set.of(2, 3), numbers(book().expire(DEADLINE.plusSeconds(9), 2)));
        assertEquals(Set.of(1), numbers(book().expire(DEADLINE.plusSeconds(3), 10)));
        assertEquals("10 1 0", counts(OFFER));
    }

    @Test
    default void expiry_serves_several_offers_at_once() {
        publish(10);
        book().settle(List.of(order(1, 2), order(2, claim(2, OTHER_OFFER, 1)), order(3, 1)));

        assertEquals(3, book().expire(DEADLINE, 10).size());
        assertEquals("10 0 0", counts(OFFER));
        assertEquals("10 0 0", counts(OTHER_OFFER));
    }

    @Test
    default void the_next_deadline_is_that_of_an_unpaid_order() {
        publish(10);
        assertEquals(Optional.empty(), book().nextDeadline());
        book().settle(List.of(due(1, 1), due(2, 2)));

        assertEquals(Optional.of(DEADLINE.plusSeconds(1)), book().nextDeadline());
        book().cancel(orderId(1), LATER);
        assertEquals(Optional.of(DEADLINE.plusSeconds(2)), book().nextDeadline());
        restart();
        assertEquals(Optional.of(DEADLINE.plusSeconds(2)), book().nextDeadline());
        book().expire(DEADLINE.plusSeconds(2), 10);
        assertEquals(Optional.empty(), book().nextDeadline());
    }

    @Test
    default void of_paying_cancelling_and_expiring_at_once_exactly_one_wins() throws Exception {
        publish(20);
        for (int n = 1; n <= 20; n++) {
            int order = n;
            book().settle(List.of(order(n, 1)));
            book().insertPayment(payment(n, orderId(n)));

            var wins = allAtOnce(12, i -> end(order, i % 3)).stream().mapToInt(w -> w).sum();

            // Paying again is answered with the same receipt, so four payers win together.
            var status = book().findOrder(orderId(n)).orElseThrow().status();
            assertEquals(status == OrderStatus.PAID ? 4 : 1, wins);
        }
        var balance = book().balance(OFFER);
        assertEquals(0, balance.unpaid());
        assertEquals(20, balance.available() + balance.paid());
    }

    /// Tries one of three ends of the order; answers 1 if it came about.
    private int end(int n, int way) {
        return switch (way) {
            case 0 -> book().pay(paymentId(n), LATER) instanceof Receipt.Paid ? 1 : 0;
            case 1 -> book().cancel(orderId(n), LATER).isPresent() ? 1 : 0;
            default -> book().expire(DEADLINE, 100).size();
        };
    }

    private static NewOrder due(int n, int seconds) {
        Instant due = DEADLINE.plusSeconds(seconds);
        return new NewOrder(claim(n, 1), orderId(n), PRICE, NOW, due);
    }

    private static Set<Integer> numbers(List<Order> orders) {
        return orders.stream()
                .map(order -> (int) (order.id().value() - orderId(0).value()))
                .collect(Collectors.toSet());
    }

    private static long won(List<Outcome> outcomes) {
        return outcomes.stream().filter(Outcome.Won.class::isInstance).count();
    }
}
