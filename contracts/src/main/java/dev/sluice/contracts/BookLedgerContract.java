package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.port.OrderBook.Restock;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Line;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Outcome.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/// That each change of units stands in the ledger.
public interface BookLedgerContract extends BookFixture {

    @Test
    default void each_step_of_an_order_is_a_movement() {
        publish(3);
        book().settle(List.of(order(1, 1), order(2, 2), order(3, 1)));
        book().insertPayment(payment(1, orderId(1)));
        book().insertPayment(payment(2, orderId(2)));
        book().pay(paymentId(1), LATER);
        book().cancel(orderId(2), LATER);
        book().revive(paymentId(2), LATER);

        var moved = ledger(OFFER);

        assertEquals(
                List.of(Why.STOCKED, Why.SETTLED, Why.LOST, Why.PAID, Why.CANCELLED, Why.REVIVED),
                moved.stream().map(Movement::why).toList());
        assertEquals(List.of(3, 3, 1, 1, 2, 2), moved.stream().map(Movement::units).toList());
        assertEquals(List.of(line(1, 1), line(2, 2)), moved.get(1).orders());
        assertEquals(List.of(), moved.get(2).orders());
        assertEquals(List.of(line(1, 1)), moved.get(3).orders());
        assertEquals(List.of(line(2, 2)), moved.get(4).orders());
        assertEquals(List.of(line(2, 2)), moved.get(5).orders());
        assertEquals(NOW, moved.get(1).at());
        assertEquals(LATER, moved.get(3).at());
    }

    @Test
    default void the_orders_that_expire_together_are_one_movement_of_each_offer() {
        publish(10);
        book().settle(List.of(order(1, 1), order(2, claim(2, OTHER_OFFER, 1)), order(3, 2)));
        book().expire(DEADLINE, 10);

        var here = ledger(OFFER).getLast();
        var there = ledger(OTHER_OFFER).getLast();

        assertEquals(Why.EXPIRED, here.why());
        assertEquals(3, here.units());
        assertEquals(2, here.orders().size());
        assertEquals(Why.EXPIRED, there.why());
        assertEquals(List.of(line(2, 1)), there.orders());
    }

    @Test
    default void restocking_adds_units_and_a_movement() {
        publish(1);

        assertEquals(new Restock.Added(6), book().restock(OFFER, 5, LATER));
        assertEquals(new Restock.Added(8), book().restock(OFFER, 2, LATER));

        assertEquals("8 0 0", counts(OFFER));
        assertEquals(
                List.of(Why.STOCKED, Why.RESTOCKED, Why.RESTOCKED),
                ledger(OFFER).stream().map(Movement::why).toList());
        assertEquals(8, catalogue().findSale(SALE).orElseThrow().offers().getFirst().stock());
        assertThrows(IllegalStateException.class, () -> book().restock(new OfferId(999), 1, LATER));
        assertThrows(IllegalArgumentException.class, () -> book().restock(OFFER, 0, LATER));
    }

    @Test
    default void a_restock_with_a_key_counts_once() throws Exception {
        publish(1);

        var stocks = allAtOnce(8, i -> book().restock(OFFER, 5, "monday", LATER));
        restart();

        assertEquals(List.of(new Restock.Added(6)), stocks.stream().distinct().toList());
        assertEquals(
                new Restock.Added(6), book().restock(OFFER, 5, "monday", LATER.plusSeconds(9)));
        assertEquals(new Restock.Added(8), book().restock(OFFER, 2, "周二 🧧", LATER));
        assertEquals(new Restock.Added(8), book().restock(OFFER, 2, "周二 🧧", LATER));
        var used = new Restock.KeyUsed("monday");
        assertEquals(used, book().restock(OFFER, 6, "monday", LATER));
        assertEquals(used, book().restock(OTHER_OFFER, 5, "monday", LATER));
        assertEquals("8 0 0", counts(OFFER));
        assertEquals(3, ledger(OFFER).size());
    }

    @Test
    default void restocks_at_the_same_time_do_not_exceed_what_an_offer_may_have() throws Exception {
        publish(Offer.STOCK_MAX - 10);

        var answers = allAtOnce(8, i -> book().restock(OFFER, 4, "key " + i, LATER));

        var added = answers.stream().filter(Restock.Added.class::isInstance).count();
        assertEquals(2, added);
        assertEquals(new Restock.TooMany(Offer.STOCK_MAX - 2), book().restock(OFFER, 3, LATER));
        assertEquals(new Restock.Added(Offer.STOCK_MAX), book().restock(OFFER, 2, LATER));
        assertEquals(4, ledger(OFFER).size());
    }

    @Test
    default void a_repeated_key_is_answered_with_the_stock_of_now_when_the_offer_is_full() {
        publish(Offer.STOCK_MAX - 5);
        assertEquals(
                new Restock.TooMany(Offer.STOCK_MAX - 5), book().restock(OFFER, 6, "big", LATER));
        book().restock(OFFER, 3, "first", LATER);
        book().restock(OFFER, 2, LATER);

        assertEquals(
                new Restock.Added(Offer.STOCK_MAX), book().restock(OFFER, 3, "first", DEADLINE));
        assertTrue(book().hasRestock("first"));
        assertFalse(book().hasRestock("big"));
        assertEquals("1000000000 0 0", counts(OFFER));
    }

    @Test
    default void a_key_of_a_restock_that_failed_is_still_good() {
        publish(1);

        assertThrows(
                IllegalStateException.class,
                () -> book().restock(new OfferId(999), 5, "monday", LATER));
        assertEquals(new Restock.Added(6), book().restock(OFFER, 5, "monday", LATER));
    }

    @Test
    default void a_correction_is_noted_and_moves_nothing_in_the_book() {
        publish(5);

        book().noteCorrection(OFFER, 2, LATER);

        assertEquals(Why.CORRECTED, ledger(OFFER).getLast().why());
        assertEquals(2, ledger(OFFER).getLast().units());
        assertEquals("5 0 0", counts(OFFER));
    }

    @Test
    default void what_changes_nothing_leaves_no_movement() {
        publish(1);
        book().settle(orders(1, 3));
        book().cancel(orderId(1), LATER);
        book().lose(claim(5, 1), Reason.DROPPED, LATER);
        var before = ledger(OFFER);

        book().settle(orders(1, 3));
        book().cancel(orderId(1), LATER);
        book().expire(DEADLINE, 10);
        book().lose(claim(5, 1), Reason.DROPPED, LATER);

        assertEquals(before, ledger(OFFER));
    }

    @Test
    default void the_ledger_is_read_in_pages() {
        publish(10);
        for (int n = 1; n <= 5; n++) book().settle(List.of(order(n, 1)));
        var all = ledger(OFFER);

        var first = book().movements(OFFER, 0, 4);
        var second = book().movements(OFFER, first.getLast().sequence(), 4);

        assertEquals(all.subList(0, 4), first);
        assertEquals(all.subList(4, 6), second);
    }

    @Test
    default void movements_are_counted_without_a_gap_over_all_offers() {
        publish(10);
        book().settle(List.of(order(1, 1), order(2, claim(2, OTHER_OFFER, 1))));
        restart();
        book().settle(List.of(order(3, 1)));

        var sequences =
                List.of(ledger(OFFER), ledger(OTHER_OFFER)).stream()
                        .flatMap(List::stream)
                        .map(Movement::sequence)
                        .sorted()
                        .toList();

        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), sequences);
    }

    @Test
    default void the_head_of_the_ledger_changes_with_each_movement() {
        publish(10);
        var before = book().balance(OFFER).ledgerHead();
        book().settle(List.of(order(1, 1)));
        var after = book().balance(OFFER).ledgerHead();

        assertNotEquals(Hash.ZERO, before);
        assertNotEquals(before, after);
        assertEquals(ledger(OFFER).getLast().hash(), after);
        restart();
        assertEquals(after, book().balance(OFFER).ledgerHead());
    }

    private List<Movement> ledger(OfferId offer) {
        return book().movements(offer, 0, 1_000);
    }

    private static Line line(int n, int units) {
        return new Line(orderId(n), units);
    }
}
