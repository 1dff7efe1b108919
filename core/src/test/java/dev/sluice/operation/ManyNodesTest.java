package dev.sluice.operation;

import static dev.sluice.plain.Samples.OFFER;
import static dev.sluice.plain.Samples.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.settlement.Reconciliation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a node does that has company: others prepare offers, hold and settle claims and change
/// sales, and the store they share may be restarted.
class ManyNodesTest {

    private final PlainShop shop = PlainShop.open(3);

    @Test
    void an_offer_that_another_node_has_prepared_is_left_as_it_is() {
        shop.claim(1, 5, 1);
        long generation = shop.store.generation(OFFER).orElseThrow();
        shop.live().letGo();

        shop.desk.tick();

        assertEquals(generation, shop.store.generation(OFFER).orElseThrow());
        assertTrue(shop.live().carried());
    }

    @Test
    void an_offer_that_the_store_has_lost_is_prepared_anew() {
        shop.buy(1, 5, 1);
        shop.store.forget(OFFER);

        shop.desk.tick();

        assertEquals(2, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(1, shop.store.balance(OFFER).orElseThrow().sold());
    }

    @Test
    void claims_that_were_acknowledged_and_that_the_store_has_lost_are_put_back() {
        shop.claim(1, 5, 2);
        loseEverything();

        shop.desk.tick();
        shop.settleAll();

        assertTrue(shop.book.findClaim(new ClaimId(1)).isPresent());
        assertEquals(1, shop.store.balance(OFFER).orElseThrow().free());
    }

    @Test
    void a_lost_claim_whose_units_others_got_meanwhile_ends() {
        shop.claim(1, 5, 2);
        loseEverything();
        shop.store.prepare(shop.book.supply(OFFER));
        shop.store.reserve(List.of(Samples.claim(2, 6, 2)));

        shop.desk.tick();

        var state = shop.board.find(new ClaimId(1)).orElseThrow();
        var lost = assertInstanceOf(Lost.class, state.outcome().orElseThrow());
        assertEquals(Reason.SOLD_OUT, lost.reason());
        assertEquals(Optional.of(lost), shop.book.findClaim(new ClaimId(1)).get().outcome());
    }

    @Test
    void what_cannot_be_put_back_yet_is_tried_at_the_next_tick() {
        shop.claim(1, 5, 2);
        loseEverything();
        shop.fuses.blowBefore("reserve");
        assertThrows(Unavailable.class, shop.desk::tick);

        shop.desk.tick();

        assertEquals(1, shop.queue.depth());
    }

    @Test
    void a_sale_that_another_node_has_published_is_found_without_a_signal() {
        var shop = new PlainShop();
        shop.catalogue.insertSale(Samples.sale(Stage.DRAFT, 4));
        shop.catalogue.moveSale(SALE, Stage.DRAFT, Stage.PUBLISHED, shop.clock.instant());

        shop.desk.tick();

        assertTrue(shop.live().carried());
    }

    @Test
    void a_sale_that_another_node_has_published_is_carried_as_soon_as_it_is_heard_of() {
        var shop = new PlainShop();
        shop.catalogue.insertSale(Samples.sale(Stage.DRAFT, 4));
        shop.catalogue.moveSale(SALE, Stage.DRAFT, Stage.PUBLISHED, shop.clock.instant());

        shop.desk.hear(new Signal.SaleChanged(SALE));

        assertTrue(shop.live().carried());
    }

    @Test
    void marks_follow_the_store_without_a_signal() {
        var follower =
                new Reconciliation(
                        shop.queue,
                        shop.book,
                        shop.store,
                        shop.sales,
                        shop.broadcast,
                        shop.clock,
                        () -> false);
        shop.store.reserve(List.of(Samples.claim(1, 5, 2), Samples.claim(2, 6, 1)));
        follower.run();
        assertTrue(shop.live().soldOut());

        shop.store.release(List.of(Samples.claim(2, 6, 1).hold()));
        shop.clock.advance(Duration.ofSeconds(1));
        follower.run();
        assertFalse(shop.live().soldOut());
    }

    @Test
    void a_claim_whose_end_was_not_heard_of_ends_when_signals_were_missed() {
        shop.claim(1, 5, 1);
        shop.broadcast.crash();
        shop.settleAll();
        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isEmpty());

        shop.desk.hear(new Signal.Missed());

        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isPresent());
    }

    @Test
    void units_of_an_ended_order_come_back_when_the_store_is_back() {
        var order = shop.buy(1, 5, 2);
        shop.fuses.blowBefore("release");
        assertThrows(Unavailable.class, () -> shop.orders.cancel(order.id()));
        assertEquals(1, shop.store.balance(OFFER).orElseThrow().free());

        shop.orders.expireDue();

        assertEquals(3, shop.store.balance(OFFER).orElseThrow().free());
    }

    @Test
    void late_money_waits_for_units_that_are_on_their_way_back() {
        var order = shop.buy(1, 5, 2);
        var payment = shop.startPayment(1, order);
        shop.clock.advance(Samples.PAY_WITHIN.plus(Duration.ofSeconds(1)));
        shop.fuses.blowBefore("release");
        assertThrows(Unavailable.class, shop.orders::expireDue);

        shop.orders.pay(payment);
        shop.orders.expireDue();

        assertEquals(1, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(2, shop.book.balance(OFFER).paid());
    }

    /// As when Redis comes back without the last second.
    private void loseEverything() {
        var taken = shop.take();
        shop.queue.acknowledge(taken);
        shop.store.forget(OFFER);
    }
}
