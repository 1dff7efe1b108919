package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sluice.id.OfferId;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What an order book does with money.
public interface PayingContract extends BookFixture {

    /// Order 1 of two units is unpaid, out of two; payments 1 and 2 for it have been started.
    default void placeOrder() {
        publish(2);
        book().settle(List.of(order(1, 2)));
        book().insertPayment(payment(1, orderId(1)));
        book().insertPayment(payment(2, orderId(1)));
    }

    @Test
    default void a_payment_is_found_as_it_was_started() {
        placeOrder();
        restart();

        assertEquals(Optional.of(payment(1, orderId(1))), book().findPayment(paymentId(1)));
        assertEquals(Optional.empty(), book().findPayment(paymentId(3)));
    }

    @Test
    default void the_newest_payment_that_is_neither_paid_nor_refused_is_open() {
        placeOrder();
        var method = payment(1, orderId(1)).method();

        assertEquals(
                Optional.of(payment(2, orderId(1))), book().findOpenPayment(orderId(1), method));
        book().refusePayment(paymentId(2));
        restart();
        assertEquals(
                Optional.of(payment(1, orderId(1))), book().findOpenPayment(orderId(1), method));
        assertEquals(Optional.empty(), book().findOpenPayment(orderId(1), "another"));
        assertEquals(Optional.empty(), book().findOpenPayment(orderId(2), method));
        book().pay(paymentId(1), LATER);
        assertEquals(Optional.empty(), book().findOpenPayment(orderId(1), method));
    }

    @Test
    default void a_payment_started_again_is_as_it_was() {
        placeOrder();
        book().pay(paymentId(1), LATER);

        book().insertPayment(payment(1, orderId(1)));

        assertEquals(Payment.Status.PAID, status(1));
    }

    @Test
    default void money_for_an_unpaid_order_pays_it() {
        placeOrder();

        var receipt = book().pay(paymentId(1), LATER);

        var order = assertInstanceOf(Receipt.Paid.class, receipt).order();
        assertEquals(OrderStatus.PAID, order.status());
        assertEquals(Optional.of(LATER), order.paidAt());
        assertEquals(Optional.empty(), order.lateMoney());
        assertEquals(Optional.of(order), book().findOrder(orderId(1)));
        assertEquals(Payment.Status.PAID, status(1));
        assertEquals("2 0 2", counts(OFFER));
    }

    @Test
    default void the_same_payment_again_gets_the_same_receipt() {
        placeOrder();
        var first = book().pay(paymentId(1), LATER);

        assertEquals(first, book().pay(paymentId(1), LATER.plusSeconds(5)));
        restart();
        assertEquals(first, book().pay(paymentId(1), LATER.plusSeconds(9)));
        assertEquals(first, book().revive(paymentId(1), LATER));
        assertEquals(first, book().refund(paymentId(1), LATER));
        assertEquals("2 0 2", counts(OFFER));
    }

    @Test
    default void a_second_payment_for_a_paid_order_is_refunded() {
        placeOrder();
        book().pay(paymentId(1), LATER);

        var receipt = book().pay(paymentId(2), LATER);

        var order = assertInstanceOf(Receipt.Refunded.class, receipt).order();
        assertEquals(OrderStatus.PAID, order.status());
        assertEquals(Payment.Status.PAID, status(1));
        assertEquals(Payment.Status.REFUNDED, status(2));
        assertEquals(receipt, book().pay(paymentId(2), LATER));
        assertEquals("2 0 2", counts(OFFER));
    }

    @Test
    default void a_refused_payment_leaves_the_order_as_it_is() {
        placeOrder();

        book().refusePayment(paymentId(1));

        assertEquals(Payment.Status.REFUSED, status(1));
        assertEquals(OrderStatus.UNPAID, theOrder().status());
        assertInstanceOf(Receipt.Paid.class, book().pay(paymentId(2), LATER));
    }

    @Test
    default void a_payment_that_has_ended_cannot_be_refused() {
        placeOrder();
        book().pay(paymentId(1), LATER);

        book().refusePayment(paymentId(1));

        assertEquals(Payment.Status.PAID, status(1));
    }

    @Test
    default void money_that_comes_after_a_refusal_counts() {
        placeOrder();
        book().refusePayment(paymentId(1));

        assertInstanceOf(Receipt.Paid.class, book().pay(paymentId(1), LATER));
        assertEquals(Payment.Status.PAID, status(1));
    }

    @Test
    default void money_for_an_ended_order_is_late_until_somebody_decides() {
        placeOrder();
        book().cancel(orderId(1), LATER);

        var receipt = book().pay(paymentId(1), LATER);

        assertEquals(new Receipt.Late(theOrder()), receipt);
        assertEquals(receipt, book().pay(paymentId(1), LATER));
        assertEquals(OrderStatus.CANCELLED, theOrder().status());
        assertEquals("2 0 0", counts(OFFER));
    }

    @Test
    default void a_claim_whose_late_money_is_undecided_is_found_until_somebody_decides() {
        placeOrder();
        var hold = book().findOrder(orderId(1)).orElseThrow().hold();
        assertEquals(Set.of(), book().findUndecided(hold.offer()));
        book().cancel(orderId(1), LATER);
        book().pay(paymentId(1), LATER);
        book().pay(paymentId(2), LATER);
        restart();

        assertEquals(Set.of(hold.claim()), book().findUndecided(hold.offer()));
        assertEquals(Set.of(), book().findUndecided(new OfferId(99)));
        book().revive(paymentId(1), LATER);
        book().refund(paymentId(2), LATER);
        assertEquals(Set.of(), book().findUndecided(hold.offer()));
    }

    @Test
    default void late_money_revives_an_order_whose_units_are_there() {
        placeOrder();
        book().expire(DEADLINE, 10);
        book().pay(paymentId(1), DEADLINE);

        var receipt = book().revive(paymentId(1), DEADLINE);

        var order = assertInstanceOf(Receipt.Paid.class, receipt).order();
        assertEquals(OrderStatus.PAID, order.status());
        assertEquals(Optional.of(DEADLINE), order.paidAt());
        assertEquals(Optional.of(Order.LateMoney.REVIVED), order.lateMoney());
        assertEquals(Payment.Status.PAID, status(1));
        assertEquals(receipt, book().revive(paymentId(1), DEADLINE));
        assertEquals(receipt, book().pay(paymentId(1), DEADLINE));
        assertEquals("2 0 2", counts(OFFER));
    }

    @Test
    default void late_money_revives_nothing_when_the_units_are_sold() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().settle(List.of(order(2, 1)));

        assertInstanceOf(Receipt.Late.class, book().revive(paymentId(1), LATER));
        assertEquals(OrderStatus.CANCELLED, theOrder().status());
        assertEquals(Payment.Status.STARTED, status(1));
        assertEquals("2 1 0", counts(OFFER));
    }

    @Test
    default void late_money_that_goes_back_is_told_in_the_order() {
        placeOrder();
        book().cancel(orderId(1), LATER);

        var receipt = book().refund(paymentId(1), LATER);

        var order = assertInstanceOf(Receipt.Refunded.class, receipt).order();
        assertEquals(OrderStatus.REFUNDED, order.status());
        assertEquals(Optional.of(Order.LateMoney.REFUNDED), order.lateMoney());
        assertEquals(Payment.Status.REFUNDED, status(1));
        assertEquals(receipt, book().refund(paymentId(1), LATER));
        assertEquals(receipt, book().revive(paymentId(1), LATER));
        assertEquals(receipt, book().pay(paymentId(1), LATER));
        assertEquals("2 0 0", counts(OFFER));
    }

    @Test
    default void money_for_a_refunded_order_goes_back() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().refund(paymentId(1), LATER);

        assertInstanceOf(Receipt.Refunded.class, book().pay(paymentId(2), LATER));
        assertEquals(Payment.Status.REFUNDED, status(2));
    }

    @Test
    default void an_order_revived_by_one_payment_refunds_the_other() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().revive(paymentId(1), LATER);

        assertInstanceOf(Receipt.Refunded.class, book().revive(paymentId(2), LATER));
        assertEquals(OrderStatus.PAID, theOrder().status());
        assertEquals("2 0 2", counts(OFFER));
    }

    @Test
    default void payments_at_once_pay_an_order_once() throws Exception {
        publish(2);
        book().settle(List.of(order(1, 2)));
        for (int n = 1; n <= 16; n++) book().insertPayment(payment(n, orderId(1)));

        var receipts = allAtOnce(64, i -> book().pay(paymentId(1 + i % 16), LATER));

        long paid = receipts.stream().filter(Receipt.Paid.class::isInstance).count();
        assertEquals(4, paid);
        assertEquals("2 0 2", counts(OFFER));
    }

    private Order theOrder() {
        return book().findOrder(orderId(1)).orElseThrow();
    }

    private Payment.Status status(int payment) {
        return book().findPayment(paymentId(payment)).orElseThrow().status();
    }
}
