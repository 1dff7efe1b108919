package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.Funnel.Step;
import dev.sluice.id.PaymentId;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Order;
import dev.sluice.sale.Order.LateMoney;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import dev.sluice.sale.Reservation.Held;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrdersTest {

    private final PlainShop shop = PlainShop.open(2);

    @Test
    void money_in_time_pays_the_order_once() {
        var order = shop.buy(1, 5, 1);
        var payment = shop.startPayment(50, order);

        assertEquals(OrderStatus.PAID, shop.orders.pay(payment).status());
        assertEquals(OrderStatus.PAID, shop.orders.pay(payment).status());
        assertEquals(1, count(Step.PAID));
        assertTrue(shop.balances().balanced());
        assertEquals(Optional.empty(), shop.orders.cancel(order.id()));
    }

    @Test
    void a_second_payment_of_a_paid_order_goes_back() {
        var order = shop.buy(1, 5, 1);
        shop.orders.pay(shop.startPayment(50, order));
        var second = shop.startPayment(51, order);

        assertEquals(OrderStatus.PAID, shop.orders.pay(second).status());
        assertEquals(Payment.Status.REFUNDED, status(second));
    }

    @Test
    void a_cancelled_order_puts_its_units_on_sale_again() {
        var order = sellOut();
        assertEquals(OrderStatus.CANCELLED, shop.orders.cancel(order.id()).orElseThrow().status());

        assertFalse(shop.live().soldOut());
        assertEquals(2, free());
        assertEquals(Optional.empty(), shop.orders.cancel(order.id()));
        assertEquals(1, count(Step.CANCELLED));
    }

    @Test
    void an_unpaid_order_expires_at_its_deadline_and_lifts_the_mark() {
        var order = sellOut();
        shop.clock.set(order.expiresAt().minusNanos(1));
        assertEquals(0, shop.orders.expireDue());
        shop.clock.set(order.expiresAt());

        assertEquals(1, shop.orders.expireDue());
        assertEquals(0, shop.orders.expireDue());
        assertEquals(OrderStatus.EXPIRED, shop.order(1).status());
        assertFalse(shop.live().soldOut());
        assertEquals(2, free());
        assertTrue(shop.claim(7, 8, 2) instanceof Held);
    }

    @Test
    void a_node_that_is_cut_off_from_the_hold_store_leaves_the_end_of_orders_to_others() {
        var order = shop.buy(1, 5, 1);
        var others = new Orders(shop.book, shop.store, shop.sales, shop.broadcast, shop.clock);
        shop.fuses.cut(HoldStore.class);
        assertThrows(Unavailable.class, () -> shop.orders.cancel(order.id()));
        shop.clock.set(order.expiresAt());
        assertThrows(Unavailable.class, shop.orders::expireDue);
        assertEquals(OrderStatus.UNPAID, shop.order(1).status());

        assertEquals(1, others.expireDue());
        assertEquals(2, shop.store.balance(OFFER).orElseThrow().free());
    }

    /// Reconciliation on another node was faster, and then late money revived the order there.
    @Test
    void units_that_could_not_be_given_back_are_kept_when_their_order_has_them_again() {
        var order = shop.buy(1, 5, 2);
        var payment = shop.startPayment(50, order);
        var others = new Orders(shop.book, shop.store, shop.sales, shop.broadcast, shop.clock);
        shop.clock.set(order.expiresAt());
        shop.fuses.blowBefore("release");
        assertThrows(Unavailable.class, shop.orders::expireDue);
        shop.store.release(List.of(order.hold()));
        assertEquals(OrderStatus.PAID, others.pay(payment).status());

        assertEquals(0, shop.orders.expireDue());

        assertEquals(0, free());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void units_that_could_not_be_given_back_are_given_back_before_the_next_order_ends() {
        var order = shop.buy(1, 5, 1);
        var next = shop.buy(2, 6, 1);
        shop.fuses.blowBefore("release");
        assertThrows(Unavailable.class, () -> shop.orders.cancel(order.id()));
        assertEquals(0, free());

        shop.orders.cancel(next.id());

        assertEquals(2, free());
        assertFalse(shop.live().soldOut());
    }

    @Test
    void more_orders_than_one_batch_expire_in_one_call() {
        var crowd = PlainShop.open(2_500);
        for (int i = 1; i <= 1_250; i++) crowd.claim(i, i, 2);
        crowd.settleAll();
        crowd.clock.advance(Samples.PAY_WITHIN);

        assertEquals(1_250, crowd.orders.expireDue());
        assertEquals(2_500, crowd.store.balance(OFFER).orElseThrow().free());
    }

    @Test
    void late_money_revives_an_order_whose_units_are_free() {
        var payment = shop.startPayment(50, expired());
        var order = shop.orders.pay(payment);

        assertEquals(OrderStatus.PAID, order.status());
        assertEquals(Optional.of(LateMoney.REVIVED), order.lateMoney());
        assertEquals(0, free());
        assertEquals(order, shop.orders.pay(payment));
        assertEquals(1, count(Step.PAID));
        assertTrue(shop.balances().balanced());
    }

    @Test
    void late_money_goes_back_when_the_units_are_taken() {
        var payment = shop.startPayment(50, expired());
        shop.claim(2, 6, 1);
        var order = shop.orders.pay(payment);

        assertEquals(OrderStatus.REFUNDED, order.status());
        assertEquals(Optional.of(LateMoney.REFUNDED), order.lateMoney());
        assertEquals(Payment.Status.REFUNDED, status(payment));
        assertEquals(order, shop.orders.pay(payment));
        assertEquals(1, count(Step.REFUNDED));
        shop.settleAll();
        assertTrue(shop.balances().balanced());
    }

    @Test
    void late_money_beyond_the_limit_goes_back() {
        var big = PlainShop.open(9);
        var late = List.of(lateOrder(big, 1), lateOrder(big, 2), lateOrder(big, 3));
        var statuses = late.stream().map(big.orders::pay).map(Order::status).toList();

        assertEquals(List.of(OrderStatus.PAID, OrderStatus.PAID, OrderStatus.REFUNDED), statuses);
        assertEquals(OrderStatus.REFUNDED, big.orders.pay(late.getLast()).status());
        assertEquals(7, big.store.balance(OFFER).orElseThrow().free());
        assertTrue(big.balances().balanced());
    }

    @Test
    void late_money_beyond_the_limit_goes_back_though_the_store_has_forgotten_the_buyer() {
        var big = PlainShop.open(9);
        var late = lateOrder(big, 1);
        var bought = big.buy(2, 5, 2);
        big.store.release(List.of(bought.hold()));

        var order = big.orders.pay(late);

        assertEquals(Optional.of(LateMoney.REFUNDED), order.lateMoney());
        assertEquals(9, big.store.balance(OFFER).orElseThrow().free(), "its unit is free again");
    }

    /// A payment of an order for one unit of one and the same buyer, which has expired.
    private static PaymentId lateOrder(PlainShop shop, int n) {
        var order = shop.buy(n, 5, 1);
        var payment = shop.startPayment(50 + n, order);
        shop.clock.set(order.expiresAt());
        shop.orders.expireDue();
        return payment;
    }

    @Test
    void money_that_races_with_expiry_has_one_end() {
        var order = shop.buy(1, 5, 2);
        var payment = shop.startPayment(50, order);
        shop.clock.set(order.expiresAt());
        shop.orders.pay(payment);
        assertEquals(0, shop.orders.expireDue());
        assertEquals(OrderStatus.PAID, shop.order(1).status());
    }

    @Test
    void late_money_after_the_sale_is_let_go_of_is_decided_by_the_book() {
        var payment = shop.startPayment(50, expired());
        shop.live().letGo();
        shop.store.forget(OFFER);
        assertEquals(OrderStatus.PAID, shop.orders.pay(payment).status());
    }

    /// A store that was restarted has lost the offer, and with it who holds which units.
    @Test
    void late_money_takes_no_held_units_while_the_store_has_lost_the_offer() {
        var payment = shop.startPayment(50, expired());
        shop.claim(2, 6, 2);
        shop.store.forget(OFFER);
        assertThrows(Unavailable.class, () -> shop.orders.pay(payment));

        shop.desk.tick();
        assertEquals(OrderStatus.REFUNDED, shop.orders.pay(payment).status());
        shop.settleAll();

        assertEquals(OrderStatus.UNPAID, shop.order(2).status());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void late_money_that_met_a_fault_is_decided_when_it_is_reported_again() {
        for (var step : new String[] {"pay", "revive", "balance"}) {
            var fresh = PlainShop.open(2);
            var order = fresh.buy(1, 5, 2);
            fresh.clock.set(order.expiresAt());
            fresh.orders.expireDue();
            var payment = fresh.startPayment(50, order);
            fresh.fuses.blowAfter(step);
            assertThrows(Unavailable.class, () -> fresh.orders.pay(payment), step);
            assertEquals(OrderStatus.PAID, fresh.orders.pay(payment).status(), step);
            assertTrue(fresh.balances().balanced(), step);
        }
    }

    @Test
    void two_late_payments_at_once_leave_the_units_to_the_one_that_revived() {
        var book = new RacingBook();
        var race = PlainShop.open(2, book);
        var order = race.buy(1, 5, 2);
        race.clock.set(order.expiresAt());
        race.orders.expireDue();
        var first = race.startPayment(50, order);
        var second = race.startPayment(51, order);
        book.rival = Optional.of(first);
        race.orders.pay(second);

        assertEquals(OrderStatus.PAID, race.order(1).status());
        assertEquals(Payment.Status.REFUNDED, race.book.findPayment(second).orElseThrow().status());
        assertEquals(0, race.store.balance(OFFER).orElseThrow().free());
        assertTrue(race.balances().balanced());
    }

    @Test
    void late_money_does_not_come_between_an_expiry_and_the_return_of_its_units() {
        var book = new PausingBook();
        var race = PlainShop.open(2, book);
        var order = race.buy(1, 5, 2);
        var payment = race.startPayment(50, order);
        race.clock.set(order.expiresAt());
        var payer = Thread.ofPlatform().unstarted(() -> race.orders.pay(payment));
        book.afterExpiry =
                () -> {
                    payer.start();
                    while (payer.getState() != Thread.State.WAITING && payer.isAlive())
                        Thread.onSpinWait();
                };
        race.orders.expireDue();
        assertDoesNotThrow(() -> payer.join());

        assertEquals(OrderStatus.PAID, race.order(1).status());
        assertEquals(0, race.store.balance(OFFER).orElseThrow().free());
        assertTrue(race.balances().balanced());
    }

    /// Something happens just after orders have expired in the book.
    private static final class PausingBook extends PlainOrderBook {
        private Runnable afterExpiry = () -> {};

        @Override
        public List<Order> expire(Instant now, int max) {
            var expired = super.expire(now, max);
            if (!expired.isEmpty()) afterExpiry.run();
            return expired;
        }
    }

    /// While one late payment is decided, a rival is faster by a moment.
    private static final class RacingBook extends PlainOrderBook {
        private Optional<PaymentId> rival = Optional.empty();

        @Override
        public synchronized Receipt revive(PaymentId payment, Instant at) {
            rival.ifPresent(faster -> super.revive(faster, at));
            return super.revive(payment, at);
        }
    }

    private Order sellOut() {
        var order = shop.buy(1, 5, 2);
        shop.claim(9, 9, 1);
        assertTrue(shop.live().soldOut());
        return order;
    }

    private Order expired() {
        var order = shop.buy(1, 5, 2);
        shop.clock.set(order.expiresAt());
        shop.orders.expireDue();
        return order;
    }

    private int free() {
        return shop.store.balance(OFFER).orElseThrow().free();
    }

    private Payment.Status status(PaymentId payment) {
        return shop.book.findPayment(payment).orElseThrow().status();
    }

    private long count(Step step) {
        return shop.live().funnel().totals(shop.clock.instant()).steps().get(step);
    }
}
