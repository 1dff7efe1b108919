package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.plain.PlainHoldStore;
import dev.sluice.plain.PlainShop;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Balances;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a step that is under way looks like from outside is no difference, however long it takes.
class ReconciliationUnderWayTest {

    private static final int THREE_MINUTES = 180;

    private final PlainShop shop = PlainShop.open(50);
    private final AtomicInteger asked = new AtomicInteger();

    /// The embedded store counts a claim as held before its commit, and nobody else knows of it.
    @Test
    void units_that_are_held_before_their_commit_are_no_difference() {
        var writing = reconciliation(withUnitsBeforeTheirCommit(7));
        shop.claim(1, 5, 2);
        look(writing, 30);
        assertEquals(0, writing.corrections());
    }

    @Test
    void a_real_difference_is_found_behind_units_before_their_commit() {
        var writing = reconciliation(withUnitsBeforeTheirCommit(7));
        shop.sellBehindTheBook(1, 5, 2);
        look(writing, 3);
        assertEquals(1, writing.corrections());
        assertEquals(50, shop.store.balance(OFFER).orElseThrow().free());
    }

    /// Its sums never stand still, so none of them is the same twice.
    @Test
    void a_hold_that_nothing_backs_is_found_however_busy_the_offer_is() {
        var busy = new AtomicInteger();
        var writing = reconciliation(withUnitsBeforeTheirCommit(busy));
        shop.claim(1, 5, 2);
        shop.queue.acknowledge(shop.queue.all());
        for (int i = 0; i < 60; i++) {
            busy.set(1 + i % 7);
            look(writing, 1);
        }
        assertEquals(1, writing.corrections());
        assertEquals(0, shop.store.balance(OFFER).orElseThrow().held());
    }

    @Test
    void a_claim_that_is_confirmed_and_not_acknowledged_is_no_difference() {
        shop.claim(1, 5, 2);
        stopBefore("acknowledge");
        look(shop.reconciliation, THREE_MINUTES);
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void a_claim_that_is_settled_and_not_confirmed_is_no_difference_while_it_is_queued() {
        shop.claim(1, 5, 2);
        stopBefore("confirm");
        look(shop.reconciliation, THREE_MINUTES);
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void a_claim_that_is_lost_and_not_released_is_no_difference_while_it_is_queued() {
        shop.claim(1, 5, 2);
        var claim = shop.queue.all().getFirst().claim();
        shop.book.lose(claim, Outcome.Reason.CLOSED, shop.clock.instant());
        look(shop.reconciliation, THREE_MINUTES);
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void a_parked_claim_is_no_difference() {
        shop.claim(1, 5, 2);
        shop.queue.park(shop.take().getFirst(), "broken");
        look(shop.reconciliation, THREE_MINUTES);
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void a_restock_that_only_the_book_knows_is_finished_and_corrects_nothing() {
        shop.book.restock(OFFER, 10, shop.clock.instant());
        look(shop.reconciliation, 3);
        assertEquals(60, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(0, shop.reconciliation.corrections());
    }

    /// Whoever cancelled it was cut off from the hold store, or died, before it gave them back.
    @Test
    void units_of_an_ended_order_that_nobody_gives_back_are_given_back_and_correct_nothing() {
        var order = shop.buy(1, 5, 2);
        shop.buy(2, 6, 1);
        shop.book.cancel(order.id(), shop.clock.instant());
        look(shop.reconciliation, 3);

        assertEquals(49, shop.store.balance(OFFER).orElseThrow().free());
        assertTrue(shop.balances().balanced(), () -> shop.balances().toString());
        assertEquals(0, shop.reconciliation.corrections());
        shop.store.release(List.of(order.hold()));
        look(shop.reconciliation, 5);
        assertEquals(49, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(0, shop.reconciliation.corrections());
    }

    /// It was ended when the claims were read, and has its units again before they are released.
    @Test
    void units_of_an_order_that_late_money_revives_meanwhile_are_not_given_back() {
        var order = shop.buy(1, 5, 2);
        var payment = shop.startPayment(50, order);
        shop.book.cancel(order.id(), shop.clock.instant());
        var soldRead = new AtomicInteger();
        var reviving =
                (HoldStore)
                        Proxy.newProxyInstance(
                                PlainHoldStore.class.getClassLoader(),
                                new Class<?>[] {HoldStore.class},
                                (_, method, arguments) -> {
                                    var answer = method.invoke(shop.store, arguments);
                                    boolean reads = method.getName().equals("findSold");
                                    if (reads && soldRead.incrementAndGet() == 3) {
                                        shop.book.pay(payment, shop.clock.instant());
                                        shop.store.revive(order.hold());
                                        shop.book.revive(payment, shop.clock.instant());
                                    }
                                    return answer;
                                });

        look(reconciliation(reviving), 3);

        assertEquals(OrderStatus.PAID, shop.order(1).status());
        assertEquals(48, shop.store.balance(OFFER).orElseThrow().free());
    }

    /// Late money takes the units in the store and then asks the book, whose commits may be slow.
    @Test
    void units_that_late_money_has_taken_are_not_given_back_before_the_book_has_decided() {
        var order = shop.buy(1, 5, 2);
        var payment = shop.startPayment(50, order);
        shop.orders.cancel(order.id());
        shop.book.pay(payment, shop.clock.instant());
        shop.store.revive(order.hold());
        look(shop.reconciliation, THREE_MINUTES);

        assertEquals(48, shop.store.balance(OFFER).orElseThrow().free());
        shop.book.revive(payment, shop.clock.instant());
        look(shop.reconciliation, THREE_MINUTES);
        assertTrue(shop.balances().balanced(), () -> shop.balances().toString());
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void units_that_late_money_has_taken_are_given_back_when_it_goes_back_and_nobody_does_it() {
        var order = shop.buy(1, 5, 2);
        var payment = shop.startPayment(50, order);
        shop.orders.cancel(order.id());
        shop.book.pay(payment, shop.clock.instant());
        shop.store.revive(order.hold());
        look(shop.reconciliation, 3);
        shop.book.refund(payment, shop.clock.instant());
        look(shop.reconciliation, THREE_MINUTES);

        assertEquals(50, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void looks_with_a_fault_in_between_are_not_in_a_row() {
        shop.sellBehindTheBook(1, 5, 2);
        for (int i = 0; i < 10; i++) {
            look(shop.reconciliation, 2);
            shop.fuses.cut(HoldStore.class);
            assertThrows(Unavailable.class, () -> look(shop.reconciliation, 1));
            shop.fuses.mend(HoldStore.class);
        }
        assertEquals(0, shop.reconciliation.corrections());
        look(shop.reconciliation, 3);
        assertEquals(1, shop.reconciliation.corrections());
    }

    @Test
    void who_cannot_look_does_not_lead() {
        var reconciliation = reconciliation(shop.fusedStore);
        look(reconciliation, 2);
        assertEquals(2, asked.get());
        for (var part : new Class<?>[] {HoldStore.class, ClaimQueue.class}) {
            shop.fuses.cut(part);
            // The one under way may have begun before; from the next on nobody is asked to lead.
            assertThrows(Unavailable.class, () -> look(reconciliation, 1));
            int before = asked.get();
            for (int i = 0; i < 10; i++) {
                assertThrows(Unavailable.class, () -> look(reconciliation, 1));
            }
            assertEquals(before, asked.get());
            shop.fuses.mend(part);
            look(reconciliation, 1);
            assertTrue(asked.get() > before);
        }
    }

    @Test
    void a_leader_whose_look_fails_half_way_leads_again_only_after_a_look_there() {
        var reconciliation = reconciliation(shop.fusedStore);
        shop.fuses.cut(OrderBook.class);
        assertThrows(Unavailable.class, () -> look(reconciliation, 1));
        int before = asked.get();
        assertThrows(Unavailable.class, () -> look(reconciliation, 1));
        assertEquals(before, asked.get());
    }

    @Test
    void a_clock_that_steps_back_does_not_stop_it() {
        look(shop.reconciliation, 1);
        shop.clock.advance(Duration.ofHours(-1));
        shop.sellBehindTheBook(1, 5, 2);
        look(shop.reconciliation, 3);
        assertEquals(1, shop.reconciliation.corrections());
    }

    private void stopBefore(String step) {
        var taken = shop.take();
        shop.fuses.blowBefore(step);
        assertThrows(Unavailable.class, () -> shop.settlement.settle(taken));
    }

    private void look(Reconciliation reconciliation, int times) {
        for (int i = 0; i < times; i++) {
            shop.clock.advance(Duration.ofSeconds(1));
            reconciliation.run();
        }
    }

    private HoldStore withUnitsBeforeTheirCommit(int units) {
        return withUnitsBeforeTheirCommit(new AtomicInteger(units));
    }

    private HoldStore withUnitsBeforeTheirCommit(AtomicInteger units) {
        var store = shop.store;
        return (HoldStore)
                Proxy.newProxyInstance(
                        PlainHoldStore.class.getClassLoader(),
                        new Class<?>[] {HoldStore.class},
                        (_, method, arguments) -> {
                            if (!method.getName().equals("balance")) {
                                return method.invoke(store, arguments);
                            }
                            return beforeCommit((OfferId) arguments[0], units.get());
                        });
    }

    private Optional<Balances.Store> beforeCommit(OfferId offer, int units) {
        return shop.store
                .balance(offer)
                .map(b ->
                        new Balances.Store(
                                b.stock(), b.free() - units, b.held() + units, b.sold()));
    }

    private Reconciliation reconciliation(HoldStore store) {
        return new Reconciliation(
                shop.fuses.around(ClaimQueue.class, shop.queue),
                shop.fuses.around(OrderBook.class, shop.book),
                store,
                shop.sales,
                shop.broadcast,
                shop.clock,
                () -> asked.incrementAndGet() > 0);
    }
}
