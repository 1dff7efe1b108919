package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Why;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconciliationTest {

    private final PlainShop shop = PlainShop.open(5);

    @Test
    void a_sale_that_adds_up_is_left_alone() {
        shop.claim(1, 5, 1);
        look(5);
        shop.settleAll();
        look(5);
        assertEquals(0, shop.reconciliation.corrections());
        assertEquals(List.of(), corrections());
    }

    @Test
    void a_difference_that_passes_is_ignored() {
        var order = shop.buy(1, 5, 2);
        shop.book.cancel(order.id(), shop.clock.instant());
        look(2);
        shop.store.release(List.of(order.hold()));
        look(3);
        assertEquals(0, shop.reconciliation.corrections());
    }

    @Test
    void a_difference_that_stands_is_corrected_towards_the_book_and_noted() {
        shop.sellBehindTheBook(1, 5, 2);
        look(3);

        assertEquals(1, shop.reconciliation.corrections());
        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(List.of(2), corrections().stream().map(Movement::units).toList());
        assertTrue(shop.balances().balanced());
        look(5);
        assertEquals(1, shop.reconciliation.corrections());
    }

    @Test
    void the_sales_of_another_offer_do_not_hide_a_difference() {
        shop.sellBehindTheBook(1, 5, 2);
        var other = Samples.offer(new OfferId(77), 9, 1);
        for (int i = 0; i < 3; i++) {
            shop.book.stock(other, shop.clock.instant());
            shop.book.restock(other.id(), 1, shop.clock.instant());
            look(1);
        }
        assertEquals(1, shop.reconciliation.corrections());
    }

    @Test
    void claims_that_come_and_go_do_not_hide_a_difference() {
        shop.sellBehindTheBook(1, 5, 2);
        for (int i = 0; i < 3; i++) {
            shop.claim(10 + i, 20 + i, 1);
            look(1);
            shop.settleAll();
        }
        assertEquals(1, shop.reconciliation.corrections());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void a_hold_that_no_queued_claim_backs_comes_back() {
        shop.claim(1, 5, 2);
        shop.queue.acknowledge(shop.queue.all());
        look(3);

        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(List.of(2), corrections().stream().map(Movement::units).toList());
    }

    @Test
    void queued_claims_stay_held_through_a_correction() {
        shop.sellBehindTheBook(1, 5, 2);
        shop.claim(2, 6, 1);
        look(3);

        var balance = shop.store.balance(OFFER).orElseThrow();
        assertEquals(1, balance.held());
        assertEquals(4, balance.free());
    }

    @Test
    void a_correction_that_moves_nothing_free_is_not_in_the_ledger() {
        shop.claim(1, 5, 2);
        var taken = shop.take();
        shop.fuses.blowBefore("confirm");
        assertThrows(Unavailable.class, () -> shop.settlement.settle(taken));
        shop.queue.acknowledge(taken);
        look(3);

        assertEquals(1, shop.reconciliation.corrections());
        assertEquals(2, shop.store.balance(OFFER).orElseThrow().sold());
        assertEquals(List.of(), corrections());
    }

    @Test
    void a_fault_during_a_correction_does_not_end_it() {
        shop.sellBehindTheBook(1, 5, 2);
        look(2);
        shop.fuses.blowBefore("prepare");
        assertThrows(Unavailable.class, () -> look(1));
        look(1);
        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
    }

    @Test
    void an_offer_that_is_not_carried_is_not_looked_at() {
        shop.live().letGo();
        var before = shop.fuses.calls().size();
        look(5);
        assertEquals(before, shop.fuses.calls().size());
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            shop.clock.advance(Duration.ofSeconds(1));
            shop.reconciliation.run();
        }
    }

    private List<Movement> corrections() {
        return shop.book.movements(OFFER, 0, 1_000).stream()
                .filter(movement -> movement.why() == Why.CORRECTED)
                .toList();
    }
}
