package dev.sluice.operation;

import static dev.sluice.plain.Samples.OFFER;
import static dev.sluice.plain.Samples.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.plain.PlainHoldStore;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Catalogue;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Sale.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
        shop.fuses.blowBefore("putBack");
        assertThrows(Unavailable.class, shop.desk::tick);

        shop.desk.tick();

        assertEquals(1, shop.queue.depth());
    }

    @Test
    void claims_are_put_back_also_while_the_database_is_away() {
        shop.claim(1, 5, 2);
        loseEverything();
        shop.store.prepare(shop.book.supply(OFFER));
        shop.fuses.cut(Catalogue.class);
        shop.fuses.cut(OrderBook.class);

        assertThrows(Unavailable.class, shop.desk::tick);

        assertEquals(1, shop.queue.depth());
        assertTrue(shop.fuses.calls().contains("allBack"), "the others wait no longer");
        shop.fuses.mend(Catalogue.class);
        shop.fuses.mend(OrderBook.class);
        shop.desk.tick();
        assertTrue(shop.live().carries(shop.store.generation(OFFER)));
    }

    /// The answer may come from a store that is about to be rebuilt, or was meanwhile.
    @Test
    void a_store_that_is_closed_for_rebuilding_makes_no_acknowledged_claim_lost() {
        shop.claim(1, 5, 2);
        loseEverything();
        shop.store.prepare(shop.book.supply(OFFER));
        shop.store.reserve(List.of(Samples.claim(2, 6, 2)));
        var closing =
                new PlainHoldStore(shop.queue) {
                    @Override
                    public List<Reservation> putBack(List<Claim> claims) {
                        var answers = shop.store.putBack(claims);
                        shop.store.forget(OFFER);
                        return answers;
                    }

                    @Override
                    public OptionalLong generation(OfferId offer) {
                        return shop.store.generation(offer);
                    }
                };
        var desk =
                new SaleDesk(
                        shop.catalogue,
                        shop.book,
                        closing,
                        shop.sales,
                        shop.board,
                        shop.claims::catchUp,
                        shop.broadcast,
                        shop.ids,
                        shop.clock,
                        Runnable::run);

        assertThrows(Unavailable.class, desk::tick);

        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isEmpty());
        assertTrue(shop.book.findClaim(new ClaimId(1)).isEmpty());
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
        shop.store.reserve(List.of(Samples.claim(1, 5, 2), Samples.claim(2, 6, 1)));
        shop.marks.run();
        assertTrue(shop.live().soldOut());

        shop.store.release(List.of(Samples.claim(2, 6, 1).hold()));
        shop.marks.run();
        assertFalse(shop.live().soldOut());
    }

    @Test
    void a_claim_whose_end_was_not_heard_of_ends_when_signals_were_missed() {
        shop.claim(1, 5, 1);
        shop.broadcast.crash();
        shop.settleAll();
        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isEmpty());

        shop.claims.hear(new Signal.Missed());

        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isPresent());
    }

    /// Another node took it and told its end while this one did not listen; then the buyer repeats
    /// it here.
    @Test
    void a_repeated_claim_whose_end_was_told_before_it_was_heard_of_here_ends() {
        shop.store.reserve(List.of(Samples.claim(1, 5, 1), Samples.claim(2, 6, 1)));
        shop.broadcast.crash();
        var first = shop.take().getFirst();
        shop.settlement.settle(List.of(first));
        shop.claim(1, 5, 1);
        shop.claim(2, 6, 1);
        shop.fuses.blowBefore("findClaims");
        assertThrows(Unavailable.class, shop.claims::catchUp);

        shop.claims.catchUp();

        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isPresent());
        assertTrue(shop.board.find(new ClaimId(2)).orElseThrow().outcome().isEmpty());
        assertEquals(List.of(), shop.board.findUnsure());
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

    @Test
    void what_a_store_loses_of_a_sale_that_has_just_closed_is_put_back_and_settled() {
        shop.claim(1, 5, 2);
        shop.clock.set(Samples.CLOSES_AT.plusSeconds(1));
        loseEverything();

        shop.desk.tick();
        shop.settleAll();

        assertEquals(2, shop.order(1).hold().units());
        assertEquals(2, shop.store.balance(OFFER).orElseThrow().sold());
    }

    @Test
    void a_claim_is_not_forgotten_with_its_sale_while_a_store_that_has_lost_it_is_away() {
        shop.claim(1, 5, 2);
        loseEverything();
        shop.clock.set(Samples.CLOSES_AT.plusSeconds(600));
        shop.fuses.blowBefore("prepare");
        assertThrows(Unavailable.class, shop.desk::tick);
        assertTrue(shop.board.find(new ClaimId(1)).isPresent());

        shop.desk.tick();
        shop.settleAll();

        assertEquals(2, shop.order(1).hold().units());
    }

    @Test
    void a_sale_that_is_over_and_that_another_node_has_let_go_of_is_not_carried_again() {
        shop.clock.set(Samples.CLOSES_AT.plusSeconds(600));
        shop.store.forget(OFFER);
        shop.fuses.blowBefore("prepare");

        shop.desk.tick();

        assertFalse(shop.live().carried());
    }

    @Test
    void what_a_store_has_of_a_sale_that_is_over_is_let_go_of_by_whoever_starts_next() {
        shop.live().letGo();
        shop.clock.set(Samples.CLOSES_AT.plusSeconds(600));
        assertEquals(List.of(OFFER), shop.store.offers());

        shop.desk.load();
        shop.desk.tick();

        assertEquals(List.of(), shop.store.offers());
        assertFalse(shop.live().carried());
    }

    /// As when Redis comes back without the last second.
    private void loseEverything() {
        var taken = shop.take();
        shop.queue.acknowledge(taken);
        shop.store.forget(OFFER);
    }
}
