package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.RefundId;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is done with all money that arrives, and with what has to go back.
public interface RefundsContract extends BookFixture {

    String PROVIDER = "sandbox";

    /// The refunds of the same book, also after a restart.
    Refunds refunds();

    /// Order 1 of two units is unpaid, out of two; payments 1 and 2 for it have been started.
    default void placeOrder() {
        publish(2);
        book().settle(List.of(order(1, 2)));
        book().insertPayment(payment(1, orderId(1)));
        book().insertPayment(payment(2, orderId(1)));
    }

    /// Money for nobody knows what.
    default Deposit stray(int n, Fate fate) {
        return new Deposit(
                PROVIDER,
                "stray-" + n,
                Optional.empty(),
                Optional.empty(),
                new Money(100 + n, "CNY"),
                fate,
                LATER.plusSeconds(n));
    }

    @Test
    default void money_that_pays_is_recorded_and_stays() {
        placeOrder();

        book().pay(paymentId(1), LATER);
        restart();

        var reference = Deposit.referenceOf(paymentId(1), PRICE);
        var deposit = refunds().findDeposit(PROVIDER, reference).orElseThrow();
        assertEquals(Fate.PAID, deposit.fate());
        assertEquals(Optional.of(paymentId(1)), deposit.payment());
        assertEquals(Optional.of(orderId(1)), deposit.order());
        assertEquals(PRICE, deposit.amount());
        assertEquals(LATER, deposit.at());
        assertEquals(new Refunds.Open(0, Optional.empty()), refunds().open());
    }

    @Test
    default void a_second_payment_is_a_refund_in_the_same_step() {
        placeOrder();
        book().pay(paymentId(1), LATER);

        book().pay(paymentId(2), LATER);
        restart();

        var refund = theRefund();
        assertEquals(Fate.SECOND, refund.deposit().fate());
        assertEquals(PRICE, refund.deposit().amount());
        assertEquals(Optional.of(paymentId(2)), refund.deposit().payment());
        assertEquals(State.PENDING, refund.state());
        assertEquals(0, refund.attempts());
        assertEquals(new Refunds.Open(1, Optional.of(LATER)), refunds().open());
        assertEquals(List.of(refund), refunds().findRefunds(List.of(orderId(1), orderId(2))));
        assertEquals(List.of(), refunds().findRefunds(List.of(orderId(2))));
        assertEquals(List.of(), refunds().findRefunds(List.of()));
    }

    @Test
    default void the_same_notice_any_number_of_times_is_one_deposit_and_one_refund()
            throws Exception {
        placeOrder();
        book().pay(paymentId(1), LATER);

        allAtOnce(32, i -> book().pay(paymentId(2), LATER.plusSeconds(i)));
        allAtOnce(32, i -> book().pay(paymentId(1), LATER.plusSeconds(i)));

        assertEquals(1, refunds().open().count());
    }

    @Test
    default void another_reference_for_a_paid_payment_is_other_money() {
        placeOrder();
        book().pay(paymentId(1), "first", LATER);

        assertInstanceOf(Receipt.Paid.class, book().pay(paymentId(1), "first", LATER));
        assertInstanceOf(Receipt.Paid.class, book().pay(paymentId(1), LATER));
        assertInstanceOf(Receipt.Refunded.class, book().pay(paymentId(1), "other", LATER));
        assertInstanceOf(Receipt.Refunded.class, book().pay(paymentId(1), "other", LATER));

        assertEquals("other", theRefund().deposit().reference());
        assertEquals(Fate.PAID, fate("first"));
        assertEquals("2 0 2", counts(OFFER));
    }

    @Test
    default void late_money_is_recorded_before_anybody_decides() {
        placeOrder();
        book().cancel(orderId(1), LATER);

        book().pay(paymentId(1), "late", LATER);
        restart();

        assertEquals(Fate.UNDECIDED, fate("late"));
        assertEquals(List.of(), refunds().undecided(LATER, 10));
        var undecided = refunds().undecided(LATER.plusMillis(1), 10);
        assertEquals(List.of("late"), undecided.stream().map(Deposit::reference).toList());
        assertEquals(0, refunds().open().count());
    }

    @Test
    default void late_money_that_revives_stays() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().pay(paymentId(1), "late", LATER);

        book().revive(paymentId(1), LATER);

        assertEquals(Fate.REVIVED, fate("late"));
        assertEquals(0, refunds().open().count());
        assertEquals(List.of(), refunds().undecided(DEADLINE, 10));
    }

    @Test
    default void late_money_that_cannot_revive_is_a_refund() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().pay(paymentId(1), "late", LATER);

        book().refund(paymentId(1), LATER);
        book().refund(paymentId(1), LATER);

        assertEquals(Fate.LATE, fate("late"));
        assertEquals("late", theRefund().deposit().reference());
    }

    @Test
    default void of_two_late_payments_one_revives_and_the_other_goes_back() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().pay(paymentId(1), "a", LATER);
        book().pay(paymentId(1), "b", LATER);
        book().revive(paymentId(1), LATER);

        assertInstanceOf(Receipt.Refunded.class, book().pay(paymentId(1), "b", LATER));

        assertEquals(Fate.REVIVED, fate("a"));
        assertEquals(Fate.SECOND, fate("b"));
        assertEquals("b", theRefund().deposit().reference());
        assertEquals(List.of(), refunds().undecided(DEADLINE, 10));
    }

    @Test
    default void money_for_nothing_is_recorded_and_goes_back() {
        var stray = stray(1, Fate.UNKNOWN_PAYMENT);

        assertEquals(stray, refunds().sendBack(stray));
        restart();
        assertEquals(stray, refunds().sendBack(stray(1, Fate.WRONG_AMOUNT)));

        assertEquals(Optional.of(stray), refunds().findDeposit(PROVIDER, "stray-1"));
        assertEquals(stray, theRefund().deposit());
        assertThrows(IllegalArgumentException.class, () -> refunds().sendBack(stray(2, Fate.PAID)));
    }

    @Test
    default void money_that_goes_back_does_not_pay_later_on() {
        placeOrder();
        var wrong = stray(1, Fate.WRONG_AMOUNT);
        refunds().sendBack(wrong);

        assertInstanceOf(
                Receipt.Refunded.class, book().pay(paymentId(1), wrong.reference(), LATER));
        assertEquals("2 2 0", counts(OFFER));
        assertEquals(1, refunds().open().count());
    }

    @Test
    default void nothing_is_not_sent_back() {
        var nothing =
                new Deposit(
                        PROVIDER,
                        "nothing",
                        Optional.empty(),
                        Optional.empty(),
                        new Money(0, "CNY"),
                        Fate.UNKNOWN_PAYMENT,
                        LATER);

        refunds().sendBack(nothing);

        assertEquals(Optional.of(nothing), refunds().findDeposit(PROVIDER, "nothing"));
        assertEquals(0, refunds().open().count());
    }

    @Test
    default void a_turn_is_taken_by_one_of_those_who_ask_at_once() throws Exception {
        refunds().sendBack(stray(1, Fate.UNKNOWN_PAYMENT));
        var refund = refunds().due(PROVIDER, DEADLINE, 10).getFirst();

        var turns = allAtOnce(16, _ -> refunds().ask(refund, DEADLINE.plusSeconds(5)));

        assertEquals(1, turns.stream().filter(turn -> turn).count());
        assertEquals(State.ASKED, theRefund().state());
        assertEquals(1, theRefund().attempts());
        assertEquals(List.of(), refunds().due(PROVIDER, DEADLINE.plusSeconds(4), 10));
        assertEquals(1, refunds().due(PROVIDER, DEADLINE.plusSeconds(5), 10).size());
        assertEquals(List.of(), refunds().due("another", DEADLINE.plusSeconds(5), 10));
    }

    @Test
    default void a_clock_that_is_put_back_keeps_no_money_waiting() {
        placeOrder();
        book().cancel(orderId(1), LATER);
        book().pay(paymentId(1), "late", LATER);
        refunds().sendBack(stray(1, Fate.UNKNOWN_PAYMENT));
        var before = LATER.minus(Refund.FAR).minusSeconds(2);

        assertEquals(1, refunds().undecided(before, 10).size());
        assertEquals(1, refunds().due(PROVIDER, before, 10).size());
        assertEquals(List.of(), refunds().due(PROVIDER, before.plusSeconds(10), 10));
    }

    @Test
    default void a_reference_may_be_as_long_as_it_may_in_any_script() {
        var reference = "\uD83D\uDCB0".repeat(Deposit.REFERENCE_MAX);
        placeOrder();

        book().pay(paymentId(1), reference, LATER);
        restart();

        assertEquals(Fate.PAID, fate(reference));
        assertThrows(
                IllegalArgumentException.class,
                () -> book().pay(paymentId(2), reference + "x", LATER));
    }

    /// A provider that gives two payments one reference has told of one sum of money.
    @Test
    default void one_reference_never_pays_two_orders() {
        publish(4);
        book().settle(List.of(order(1, 2), order(2, 2)));
        for (int n = 1; n <= 2; n++) book().insertPayment(payment(n, orderId(n)));
        book().cancel(orderId(1), LATER);
        book().pay(paymentId(1), "same", LATER);

        book().pay(paymentId(2), "same", LATER);
        book().revive(paymentId(1), LATER);
        book().pay(paymentId(2), "same", LATER);

        assertEquals(Fate.REVIVED, fate("same"));
        assertEquals("4 2 2", counts(OFFER));
    }

    @Test
    default void what_came_of_a_turn_is_noted_unless_another_was_taken_since() {
        refunds().sendBack(stray(1, Fate.UNKNOWN_PAYMENT));
        var first = theRefund();
        refunds().ask(first, DEADLINE);
        refunds().note(first, State.FAILED, "nobody answered");

        assertEquals(State.FAILED, theRefund().state());
        assertEquals("nobody answered", theRefund().note());
        var second = theRefund();
        refunds().ask(second, DEADLINE);
        refunds().note(first, State.FAILED, "an old story");
        assertEquals(State.ASKED, theRefund().state());
        assertEquals(2, theRefund().attempts());
    }

    @Test
    default void a_refund_is_confirmed_once() throws Exception {
        refunds().sendBack(stray(1, Fate.UNKNOWN_PAYMENT));
        var refund = theRefund();
        refunds().ask(refund, DEADLINE);

        var confirmed = allAtOnce(16, i -> refunds().confirm(refund.id(), "by " + i, LATER));

        assertEquals(1, confirmed.stream().filter(once -> once).count());
        restart();
        assertEquals(State.DONE, theRefund().state());
        assertEquals(Optional.of(LATER), theRefund().doneAt());
        refunds().note(refund, State.FAILED, "too late");
        assertFalse(refunds().ask(theRefund(), DEADLINE));
        assertFalse(refunds().retry(refund.id(), DEADLINE));
        assertEquals(State.DONE, theRefund().state());
        assertEquals(List.of(), refunds().due(PROVIDER, DEADLINE, 10));
        assertEquals(new Refunds.Open(0, Optional.empty()), refunds().open());
    }

    @Test
    default void a_person_lets_a_refund_be_asked_for_at_once() {
        refunds().sendBack(stray(1, Fate.UNKNOWN_PAYMENT));
        refunds().ask(theRefund(), DEADLINE);

        assertTrue(refunds().retry(theRefund().id(), LATER));

        assertEquals(1, refunds().due(PROVIDER, LATER, 10).size());
        assertEquals(State.PENDING, theRefund().state());
        assertFalse(refunds().retry(new RefundId(99), LATER));
        assertFalse(refunds().confirm(new RefundId(99), "", LATER));
        assertEquals(Optional.empty(), refunds().findRefund(new RefundId(99)));
    }

    @Test
    default void refunds_are_listed_by_state_and_page() {
        for (int n = 1; n <= 5; n++) refunds().sendBack(stray(n, Fate.UNKNOWN_PAYMENT));
        var all = refunds().findRefunds(Optional.empty(), Optional.empty(), 10);
        refunds().confirm(all.get(1).id(), "by hand", LATER);

        assertEquals(List.of(5, 4, 3, 2, 1), numbers(all));
        assertEquals(List.of(5, 3, 2), numbers(page(State.PENDING, Optional.empty(), 3)));
        assertEquals(List.of(2, 1), numbers(page(State.PENDING, Optional.of(all.get(2).id()), 3)));
        assertEquals(List.of(4), numbers(page(State.DONE, Optional.empty(), 3)));
        assertEquals(Optional.of(all.get(0)), refunds().findRefund(all.get(0).id()));
        assertEquals(new Refunds.Open(4, Optional.of(stray(1, Fate.LATE).at())), refunds().open());
    }

    private List<Refund> page(State state, Optional<RefundId> before, int max) {
        return refunds().findRefunds(Optional.of(state), before, max);
    }

    private static List<Integer> numbers(List<Refund> refunds) {
        return refunds.stream().map(r -> (int) r.deposit().amount().amount() - 100).toList();
    }

    private Refund theRefund() {
        var all = refunds().findRefunds(Optional.empty(), Optional.empty(), 10);
        assertEquals(1, all.size(), all::toString);
        return all.getFirst();
    }

    private Fate fate(String reference) {
        return refunds().findDeposit(PROVIDER, reference).orElseThrow().fate();
    }
}
