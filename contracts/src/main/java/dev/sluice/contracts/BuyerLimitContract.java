package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sluice.id.OfferId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.sale.Claim;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Outcome.Won;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// That the book guards the limit of two units a buyer by itself, whatever a hold store that has
/// lost its memory lets through.
public interface BuyerLimitContract extends BookFixture {

    @Test
    default void the_book_refuses_a_buyer_more_than_the_limit() {
        publish(10);

        assertEquals(List.of(won(1)), book().settle(List.of(ofAnn(1, 2))));
        assertEquals(List.of(overLimit(2)), book().settle(List.of(ofAnn(2, 1))));
        restart();
        assertEquals(List.of(overLimit(3)), book().settle(List.of(ofAnn(3, 1))));
        assertEquals(List.of(won(4)), book().settle(List.of(order(4, 2))));
        assertEquals("10 4 0", counts(OFFER));
    }

    @Test
    default void the_limit_holds_within_one_batch_and_spares_the_others() {
        publish(10);
        var batch =
                List.of(
                        order(1, 1),
                        ofAnn(2, 1),
                        ofAnn(3, 2),
                        ofAnn(4, 1),
                        ofAnn(5, 1),
                        order(6, 2),
                        ofAnn(7, OTHER_OFFER, 2));

        var outcomes = book().settle(batch);

        assertEquals(
                List.of(won(1), won(2), overLimit(3), won(4), overLimit(5), won(6), won(7)),
                outcomes);
        assertEquals(outcomes, book().settle(batch));
        assertEquals("10 5 0", counts(OFFER));
        assertEquals("10 2 0", counts(OTHER_OFFER));
    }

    @Test
    default void paid_units_count_and_those_that_came_back_do_not() {
        publish(10);
        book().settle(List.of(ofAnn(1, 1), ofAnn(2, 1)));
        book().insertPayment(payment(1, orderId(1)));
        assertInstanceOf(Receipt.Paid.class, book().pay(paymentId(1), LATER));
        book().cancel(orderId(2), LATER);

        assertEquals(List.of(overLimit(3)), book().settle(List.of(ofAnn(3, 2))));
        assertEquals(List.of(won(4)), book().settle(List.of(ofAnn(4, 1))));
        book().expire(DEADLINE, 10);
        assertEquals(List.of(won(5)), book().settle(List.of(ofAnn(5, 1))));
        assertEquals(List.of(overLimit(6)), book().settle(List.of(ofAnn(6, 1))));
        assertEquals("10 1 1", counts(OFFER));
    }

    @Test
    default void late_money_revives_no_order_beyond_the_limit() {
        publish(10);
        endOrders(1, 2);
        book().settle(List.of(ofAnn(5, 2), ofAnn(6, OTHER_OFFER, 1)));

        var late = assertInstanceOf(Receipt.Late.class, book().revive(paymentId(1), LATER));
        assertEquals(OrderStatus.CANCELLED, late.order().status());
        assertEquals(late, book().revive(paymentId(1), LATER), "again");
        assertEquals("10 2 0", counts(OFFER));
        assertInstanceOf(Receipt.Refunded.class, book().refund(paymentId(1), LATER));

        book().cancel(orderId(5), LATER);
        assertInstanceOf(Receipt.Paid.class, book().revive(paymentId(2), LATER));
        assertInstanceOf(Receipt.Refunded.class, book().revive(paymentId(1), LATER));
        assertEquals("10 0 1", counts(OFFER));
    }

    @Test
    default void an_order_that_late_money_revived_counts() {
        publish(10);
        endOrders(1, 4);
        for (int n = 1; n <= 4; n++) book().pay(paymentId(n), LATER);

        assertInstanceOf(Receipt.Paid.class, book().revive(paymentId(1), LATER));
        assertEquals(List.of(overLimit(5)), book().settle(List.of(ofAnn(5, 2))));
        assertInstanceOf(Receipt.Paid.class, book().revive(paymentId(2), LATER));
        assertInstanceOf(Receipt.Paid.class, book().revive(paymentId(2), LATER), "again");
        assertInstanceOf(Receipt.Late.class, book().revive(paymentId(3), LATER));
        assertEquals(List.of(overLimit(6)), book().settle(List.of(ofAnn(6, 1))));
        restart();
        assertEquals(List.of(overLimit(7)), book().settle(List.of(ofAnn(7, 1))));
        assertInstanceOf(Receipt.Late.class, book().revive(paymentId(4), LATER));
        assertEquals("10 0 2", counts(OFFER));
    }

    /// What a book remembers of a buyer may be as little as the truth before the revival.
    @Test
    default void revived_units_count_though_their_buyer_was_looked_up_before() {
        publish(10);
        endOrders(1, 3);
        assertEquals(List.of(won(4)), book().settle(List.of(ofAnn(4, 1))));

        assertInstanceOf(Receipt.Paid.class, book().revive(paymentId(1), LATER));

        assertEquals(List.of(overLimit(5)), book().settle(List.of(ofAnn(5, 1))));
        assertEquals("10 1 1", counts(OFFER));
    }

    @Test
    default void late_money_and_claims_at_the_same_time_do_not_exceed_the_limit_together()
            throws Exception {
        publish(100);
        endOrders(1, 8);

        allAtOnce(
                24,
                i ->
                        i % 3 == 0
                                ? book().settle(List.of(ofAnn(100 + i, 1)))
                                : book().revive(paymentId(1 + i % 8), LATER));

        var balance = book().balance(OFFER);
        assertEquals(2, balance.unpaid() + balance.paid());
    }

    /// Orders of Ann for one unit each, which were cancelled; a payment of each has been started.
    private void endOrders(int from, int to) {
        for (int n = from; n <= to; n++) {
            assertEquals(List.of(won(n)), book().settle(List.of(ofAnn(n, 1))));
            book().insertPayment(payment(n, orderId(n)));
            book().cancel(orderId(n), LATER);
        }
    }

    @Test
    default void settlers_at_the_same_time_do_not_exceed_the_limit_together() throws Exception {
        publish(100);

        var outcomes = allAtOnce(8, i -> book().settle(batchOf(i)));

        var won = outcomes.stream().flatMap(List::stream).filter(Won.class::isInstance).count();
        assertEquals(2 + 8 * 5, won);
        assertEquals("100 42 0", counts(OFFER));
    }

    /// Two claims of Ann among those of five others.
    private static List<NewOrder> batchOf(int settler) {
        int first = 100 * settler;
        var batch = new ArrayList<NewOrder>();
        batch.add(ofAnn(first + 50, 1));
        IntStream.range(first + 51, first + 56).forEach(n -> batch.add(order(n, 1)));
        batch.add(ofAnn(first + 57, 1));
        return batch;
    }

    private static NewOrder ofAnn(int n, int quantity) {
        return ofAnn(n, OFFER, quantity);
    }

    /// The n-th claim, of one and the same buyer.
    private static NewOrder ofAnn(int n, OfferId offer, int quantity) {
        return order(n, new Claim(claim(n, 1).id(), offer, buyer(99_999), quantity, NOW));
    }

    private static Outcome won(int n) {
        return new Won(claim(n, 1).id(), orderId(n));
    }

    private static Outcome overLimit(int n) {
        return new Lost(claim(n, 1).id(), Reason.OVER_LIMIT);
    }
}
