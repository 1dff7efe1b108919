package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Outcome.Won;
import dev.sluice.sale.Sale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// How an order book settles claims and what it then knows of them.
public interface SettlingContract extends BookFixture {

    @Test
    default void a_won_claim_becomes_an_unpaid_order() {
        publish(10);
        var placed = order(1, 2);

        assertEquals(List.of(won(placed)), book().settle(List.of(placed)));

        var expected =
                new Order(
                        placed.order(),
                        placed.claim().hold(),
                        PRICE.times(2),
                        OrderStatus.UNPAID,
                        NOW,
                        DEADLINE,
                        Optional.empty(),
                        Optional.empty());
        assertEquals(Optional.of(expected), book().findOrder(placed.order()));
        assertEquals("10 2 0", counts(OFFER));
    }

    @Test
    default void an_empty_batch_settles_nothing() {
        publish(10);

        assertEquals(List.of(), book().settle(List.of()));
        assertEquals(1, book().movements(OFFER, 0, 10).size());
    }

    @Test
    default void a_batch_is_settled_in_order_until_the_offer_is_full() {
        publish(5);
        var batch = List.of(order(1, 2), order(2, 2), order(3, 2), order(4, 1), order(5, 1));

        assertEquals(
                List.of(
                        won(batch.get(0)),
                        won(batch.get(1)),
                        soldOut(batch.get(2)),
                        won(batch.get(3)),
                        soldOut(batch.get(4))),
                book().settle(batch));
        assertEquals("5 5 0", counts(OFFER));
    }

    @Test
    default void offers_in_one_batch_do_not_take_from_each_other() {
        publish(1);
        var here = order(1, claim(1, OFFER, 1));
        var there = order(2, claim(2, OTHER_OFFER, 1));
        var late = order(3, claim(3, OFFER, 1));

        assertEquals(
                List.of(won(here), won(there), soldOut(late)),
                book().settle(List.of(here, there, late)));
        assertEquals("1 1 0", counts(OFFER));
        assertEquals("1 1 0", counts(OTHER_OFFER));
    }

    @Test
    default void a_claim_settled_again_has_the_outcome_it_had() {
        publish(1);
        var batch = List.of(order(1, 1), order(2, 1));
        var first = book().settle(batch);
        var renumbered = List.of(order(11, claim(1, 1)), order(12, claim(2, 1)));

        assertEquals(first, book().settle(batch));
        assertEquals(first, book().settle(renumbered));
        restart();
        assertEquals(first, book().settle(batch));
        assertEquals("1 1 0", counts(OFFER));
        assertEquals(Optional.empty(), book().findOrder(orderId(11)));
    }

    @Test
    default void a_claim_that_lost_stays_lost_when_there_are_units_again() {
        publish(1);
        var batch = List.of(order(1, 1), order(2, 1));
        var first = book().settle(batch);
        book().restock(OFFER, 5, LATER);

        assertEquals(first, book().settle(batch));
    }

    @Test
    default void a_claim_twice_in_one_batch_is_settled_once() {
        publish(3);
        var twice = order(1, 2);
        var again = order(9, claim(1, 2));

        assertEquals(
                List.of(won(twice), won(twice), won(order(2, 1))),
                book().settle(List.of(twice, again, order(2, 1))));
        assertEquals("3 3 0", counts(OFFER));
    }

    @Test
    default void old_claims_in_a_batch_leave_room_for_the_new_ones() {
        publish(3);
        book().settle(orders(1, 3));

        var outcomes = book().settle(orders(1, 5));

        assertEquals(
                List.of(won(order(1, 1)), won(order(2, 1)), won(order(3, 1)), soldOut(order(4, 1))),
                outcomes);
        assertEquals("3 3 0", counts(OFFER));
    }

    @Test
    default void a_claim_for_an_unknown_offer_spoils_its_batch_and_leaves_nothing_behind() {
        publish(10);
        var poison = order(2, claim(2, new OfferId(999), 1));
        var before = book().balance(OFFER);

        assertThrows(
                IllegalStateException.class,
                () -> book().settle(List.of(order(1, 1), poison, order(3, 1))));

        assertEquals(before, book().balance(OFFER));
        assertEquals(Optional.empty(), book().findOrder(orderId(1)));
        assertEquals(Optional.empty(), book().findClaim(claim(1, 1).id()));
        assertEquals(List.of(won(order(1, 1))), book().settle(List.of(order(1, 1))));
    }

    @Test
    default void an_order_id_in_use_spoils_its_batch_and_leaves_nothing_behind() {
        publish(10);
        book().settle(List.of(order(1, 1)));
        var before = book().balance(OFFER);

        assertThrows(
                IllegalStateException.class,
                () -> book().settle(List.of(order(2, 1), order(1, claim(3, 1)))));

        assertEquals(before, book().balance(OFFER));
        assertEquals(Optional.empty(), book().findOrder(orderId(2)));
    }

    @Test
    default void a_draft_has_no_units_to_settle() {
        catalogue().insertProduct(product(1));
        catalogue().insertSale(sale(Sale.Stage.DRAFT, 10));

        assertThrows(IllegalStateException.class, () -> book().settle(List.of(order(1, 1))));
        assertThrows(IllegalStateException.class, () -> book().restock(OFFER, 1, NOW));
    }

    @Test
    default void a_lost_claim_takes_no_units_ever() {
        publish(10);
        var claim = claim(1, 2);
        var lost = new Lost(claim.id(), Reason.DROPPED);

        assertEquals(lost, book().lose(claim, Reason.DROPPED, NOW));
        assertEquals(lost, book().lose(claim, Reason.CLOSED, LATER));
        assertEquals(List.of(lost), book().settle(List.of(order(1, claim))));
        assertEquals("10 0 0", counts(OFFER));
    }

    @Test
    default void a_won_claim_cannot_be_lost() {
        publish(10);
        book().settle(List.of(order(1, 1)));

        assertEquals(won(order(1, 1)), book().lose(claim(1, 1), Reason.DROPPED, NOW));
        assertEquals("10 1 0", counts(OFFER));
    }

    @Test
    default void a_claim_for_an_unknown_offer_can_be_lost() {
        var claim = claim(1, new OfferId(999), 1);

        assertEquals(new Lost(claim.id(), Reason.DROPPED), book().lose(claim, Reason.DROPPED, NOW));
        assertTrue(book().findClaim(claim.id()).isPresent());
    }

    @Test
    default void a_settled_claim_is_found_with_its_hold_and_outcome() {
        publish(1);
        book().settle(List.of(order(1, 1), order(2, 1)));
        restart();

        assertEquals(state(order(1, 1), won(order(1, 1))), book().findClaim(claim(1, 1).id()));
        assertEquals(state(order(2, 1), soldOut(order(2, 1))), book().findClaim(claim(2, 1).id()));
        assertEquals(Optional.empty(), book().findClaim(claim(3, 1).id()));
    }

    @Test
    default void a_buyers_orders_come_newest_first_and_in_pages() {
        publish(100, 5);
        var placed = new ArrayList<NewOrder>();
        for (int n = 1; n <= 5; n++) placed.add(ofBuyer(7, n));
        placed.add(order(6, 1));
        book().settle(placed);

        assertEquals(List.of(5, 4), numbers(7, Optional.empty(), 2));
        assertEquals(List.of(3, 2, 1), numbers(7, Optional.of(orderId(4)), 10));
        assertEquals(List.of(6), numbers(6, Optional.empty(), 10));
        restart();
        assertEquals(List.of(5, 4, 3, 2, 1), numbers(7, Optional.empty(), 10));
    }

    @Test
    default void supply_tells_what_is_sold_and_which_claims_have_ended() {
        publish(4);
        book().settle(List.of(order(1, 1), order(2, 1), order(3, 2), order(4, 1)));
        book().settle(List.of(order(6, claim(6, OTHER_OFFER, 1))));
        book().insertPayment(payment(1, orderId(1)));
        book().pay(paymentId(1), LATER);
        book().cancel(orderId(2), LATER);
        book().lose(claim(5, 1), Reason.CLOSED, LATER);
        restart();

        var supply = book().supply(OFFER);

        assertEquals(OFFER, supply.offer());
        assertEquals(4, supply.stock());
        assertEquals(2, supply.perBuyer());
        assertEquals(Set.of(claim(1, 1).hold(), claim(3, 2).hold()), Set.copyOf(supply.sold()));
        assertEquals(2, supply.sold().size());
        Map<ClaimId, BuyerId> ended = new HashMap<>();
        for (int n : new int[] {2, 4, 5}) ended.put(claim(n, 1).id(), claim(n, 1).buyer());
        assertEquals(ended, supply.ended());
    }

    @Test
    default void settlers_at_once_never_sell_more_than_there_is() throws Exception {
        publish(100);

        var outcomes = allAtOnce(20, n -> book().settle(orders(n * 10, n * 10 + 20)));

        var won =
                outcomes.stream()
                        .flatMap(List::stream)
                        .filter(Won.class::isInstance)
                        .map(Outcome::claim)
                        .collect(Collectors.toSet());
        assertEquals(100, won.size());
        assertEquals("100 100 0", counts(OFFER));
    }

    private NewOrder ofBuyer(int buyer, int n) {
        var claim = claim(n, 1);
        return order(n, new Claim(claim.id(), OFFER, buyer(buyer), 1, claim.at()));
    }

    private List<Integer> numbers(int buyer, Optional<OrderId> before, int max) {
        return book().findOrders(buyer(buyer), before, max).stream()
                .map(order -> (int) (order.id().value() - orderId(0).value()))
                .toList();
    }

    private static Outcome won(NewOrder order) {
        return new Won(order.claim().id(), order.order());
    }

    private static Outcome soldOut(NewOrder order) {
        return new Lost(order.claim().id(), Reason.SOLD_OUT);
    }

    private static Optional<ClaimState> state(NewOrder order, Outcome outcome) {
        return Optional.of(new ClaimState(order.claim().hold(), 0, Optional.of(outcome)));
    }
}
