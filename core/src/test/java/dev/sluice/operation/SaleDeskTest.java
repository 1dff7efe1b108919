package dev.sluice.operation;

import static dev.sluice.plain.Samples.CLOSES_AT;
import static dev.sluice.plain.Samples.OFFER;
import static dev.sluice.plain.Samples.OPENS_AT;
import static dev.sluice.plain.Samples.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.OrderBook.Restock.Added;
import dev.sluice.port.OrderBook.Restock.KeyUsed;
import dev.sluice.port.OrderBook.Restock.NotRunning;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.sale.Sale.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SaleDeskTest {

    private final PlainShop shop = new PlainShop();

    @Test
    void publishing_puts_the_sale_on_the_board_and_its_stock_into_the_store() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));

        assertEquals(State.OPEN, state());
        assertTrue(shop.live().carried());
        assertEquals(4, shop.store.balance(OFFER).orElseThrow().free());
        assertTrue(shop.broadcast.sent().contains(new Signal.SaleChanged(SALE)));
    }

    @Test
    void a_sale_is_paused_resumed_and_closed() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        assertTrue(shop.desk.move(SALE, Stage.PAUSED));
        assertEquals(State.PAUSED, state());
        assertTrue(shop.desk.move(SALE, Stage.PUBLISHED));
        assertTrue(shop.desk.move(SALE, Stage.PUBLISHED));
        assertEquals(State.OPEN, state());
        assertTrue(shop.desk.move(SALE, Stage.CLOSED));
        assertEquals(State.CLOSED, state());
        assertFalse(shop.desk.move(SALE, Stage.PUBLISHED));
    }

    @Test
    void a_draft_can_only_be_published() {
        shop.catalogue.insertSale(Samples.sale(Stage.DRAFT, 4));
        assertFalse(shop.desk.move(SALE, Stage.PAUSED));
        assertFalse(shop.desk.move(SALE, Stage.CLOSED));
        assertEquals(Optional.empty(), shop.sales.find(SALE));
    }

    @Test
    void a_fault_at_any_step_of_publishing_is_healed_by_publishing_again() {
        for (var step : List.of("moveSale", "supply", "prepare", "findClaims", "send")) {
            var fresh = new PlainShop();
            fresh.catalogue.insertSale(Samples.sale(Stage.DRAFT, 4));
            fresh.fuses.blowAfter(step);
            assertThrows(Unavailable.class, () -> fresh.desk.move(SALE, Stage.PUBLISHED), step);
            assertTrue(fresh.desk.move(SALE, Stage.PUBLISHED), step);
            assertTrue(fresh.live().carried(), step);
            assertInstanceOf(Held.class, fresh.claim(1, 5, 1), step);
        }
    }

    @Test
    void what_publishing_left_undone_is_done_with_time() {
        shop.catalogue.insertSale(Samples.sale(Stage.DRAFT, 4));
        shop.fuses.blowBefore("prepare");
        assertThrows(Unavailable.class, () -> shop.desk.move(SALE, Stage.PUBLISHED));
        assertEquals(Refused.UNAVAILABLE, shop.claim(1, 5, 1));
        shop.desk.tick();
        assertInstanceOf(Held.class, shop.claim(1, 5, 1));
    }

    @Test
    void a_change_whose_signal_was_lost_is_seen_with_time() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.catalogue.moveSale(SALE, Stage.PUBLISHED, Stage.PAUSED, shop.clock.instant());
        assertEquals(State.OPEN, state());
        shop.desk.tick();
        assertEquals(State.PAUSED, state());

        var heard = new ArrayList<Sale>();
        shop.sales.listen(heard::add);
        shop.desk.tick();
        assertEquals(List.of(), heard);
    }

    @Test
    void restocked_units_are_on_sale_and_the_mark_lifts() {
        shop.publish(Samples.sale(Stage.DRAFT, 2));
        shop.buy(1, 5, 2);
        shop.claim(2, 6, 1);
        assertTrue(shop.live().soldOut());
        shop.desk.restock(OFFER, 3, Optional.empty());

        assertFalse(shop.live().soldOut());
        assertEquals(5, shop.live().offer().stock());
        assertEquals(3, shop.store.balance(OFFER).orElseThrow().free());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void a_draft_and_a_closed_sale_are_not_restocked() {
        shop.catalogue.insertSale(Samples.sale(Stage.DRAFT, 2));
        assertEquals(new NotRunning(State.DRAFT), shop.desk.restock(OFFER, 3, Optional.empty()));

        shop.desk.move(SALE, Stage.PUBLISHED);
        shop.desk.move(SALE, Stage.CLOSED);
        assertEquals(new NotRunning(State.CLOSED), shop.desk.restock(OFFER, 3, Optional.empty()));
        assertEquals(2, shop.book.balance(OFFER).stock());
    }

    @Test
    void a_restock_that_is_asked_for_again_gets_its_first_answer_also_after_the_close() {
        shop.publish(Samples.sale(Stage.DRAFT, 2));
        var monday = Optional.of("monday");
        assertEquals(new Added(5), shop.desk.restock(OFFER, 3, monday));
        shop.desk.move(SALE, Stage.CLOSED);

        assertEquals(new Added(5), shop.desk.restock(OFFER, 3, monday));
        assertEquals(new KeyUsed("monday"), shop.desk.restock(OFFER, 4, monday));
        assertEquals(5, shop.book.balance(OFFER).stock());
    }

    @Test
    void a_restart_carries_open_sales_with_what_is_queued_sold_and_ended() {
        shop.publish(Samples.sale(Stage.DRAFT, 5));
        var sold = shop.buy(1, 5, 2);
        shop.buy(2, 6, 1);
        shop.orders.cancel(shop.order(2).id());
        shop.claim(3, 7, 2);
        shop.crash();
        assertEquals(Refused.UNAVAILABLE, shop.claim(4, 8, 1));
        shop.desk.load();

        var balance = shop.store.balance(OFFER).orElseThrow();
        assertEquals(List.of(1, 2, 2), List.of(balance.free(), balance.held(), balance.sold()));
        var won = shop.board.find(new ClaimId(1)).orElseThrow().outcome();
        assertEquals(shop.book.findClaim(sold.hold().claim()).orElseThrow().outcome(), won);
        assertEquals(Refused.SOLD_OUT, shop.claim(2, 6, 1));
        shop.settleAll();
        assertEquals(2, shop.order(3).hold().units());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void a_restart_marks_an_offer_that_is_sold_out() {
        shop.publish(Samples.sale(Stage.DRAFT, 2));
        shop.buy(1, 5, 2);
        shop.crash();
        shop.desk.load();
        assertTrue(shop.live().soldOut());
    }

    @Test
    void a_draft_and_a_sale_long_over_are_not_carried_after_a_restart() {
        shop.publish(Samples.sale(Stage.DRAFT, 2));
        shop.clock.set(CLOSES_AT.plusSeconds(3_600));
        shop.crash();
        shop.desk.load();
        assertEquals(State.CLOSED, state());
        assertFalse(shop.live().carried());
    }

    @Test
    void a_sale_is_let_go_of_a_minute_after_it_closed_once_nothing_is_left_to_do() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.clock.set(CLOSES_AT.minusSeconds(1));
        shop.claim(1, 5, 1);
        shop.clock.set(CLOSES_AT.plusSeconds(59));
        shop.desk.tick();
        assertTrue(shop.live().carried());
        shop.clock.set(CLOSES_AT.plusSeconds(60));
        shop.desk.tick();
        assertTrue(shop.live().carried());
        shop.settleAll();
        shop.desk.tick();
        assertTrue(shop.live().carried());
        shop.orders.cancel(shop.order(1).id());
        shop.desk.tick();

        assertFalse(shop.live().carried());
        assertEquals(Optional.empty(), shop.store.balance(OFFER));
        assertEquals(0, shop.board.size());
    }

    @Test
    void a_sale_is_let_go_of_wholly_although_the_store_is_away_just_then() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.orders.cancel(shop.buy(1, 5, 1).id());
        shop.clock.set(CLOSES_AT.plusSeconds(60));
        shop.fuses.blowBefore("forget");
        assertThrows(Unavailable.class, shop.desk::tick);

        shop.desk.tick();

        assertFalse(shop.live().carried());
        assertEquals(List.of(), shop.store.offers());
        assertEquals(0, shop.board.size());
    }

    @Test
    void a_sale_that_an_operator_closed_is_let_go_of_at_once() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.desk.move(SALE, Stage.CLOSED);
        shop.desk.tick();
        assertFalse(shop.live().carried());
    }

    @Test
    void a_sale_that_cannot_go_on_keeps_no_other_from_it() {
        var other = new OfferId(12);
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.publish(second(other));
        shop.clock.set(CLOSES_AT.plusSeconds(60));

        shop.fuses.blowBefore("balance");
        assertThrows(Unavailable.class, shop.desk::tick);
        assertEquals(1, shop.sales.offers().stream().filter(BoardOffer::carried).count());
        shop.desk.tick();
        assertEquals(0, shop.sales.offers().stream().filter(BoardOffer::carried).count());
    }

    @Test
    void a_sale_that_is_extended_after_it_was_let_go_of_is_carried_again() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.clock.set(CLOSES_AT.plusSeconds(60));
        shop.desk.tick();
        assertFalse(shop.live().carried());
        var sale = shop.catalogue.findSale(SALE).orElseThrow();
        shop.catalogue.updateSale(closing(sale, CLOSES_AT.plusSeconds(3_600)));
        shop.desk.changed(SALE);
        shop.desk.tick();
        assertInstanceOf(Held.class, shop.claim(1, 5, 1));
    }

    @Test
    void a_daily_sale_has_one_successor_with_full_stock_once_it_opens() {
        shop.clock.set(OPENS_AT.minusSeconds(60));
        publishDaily();
        shop.desk.tick();
        assertEquals(1, shop.sales.sales().size());
        shop.clock.set(OPENS_AT);
        for (int i = 0; i < 3; i++) shop.desk.tick();

        assertEquals(2, shop.catalogue.findSales(Optional.empty(), 9).size());
        var next = successor();
        assertEquals(OPENS_AT.plus(Duration.ofDays(1)), next.opensAt());
        assertEquals(CLOSES_AT.plus(Duration.ofDays(1)), next.closesAt());
        assertEquals(Stage.PUBLISHED, next.stage());
        var offer = next.offers().getFirst();
        assertEquals(4, shop.store.balance(offer.id()).orElseThrow().free());
    }

    @Test
    void a_daily_sale_skips_the_days_that_were_missed() {
        publishDaily();
        shop.clock.set(OPENS_AT.plus(Duration.ofDays(3)).plusSeconds(5));
        shop.desk.tick();
        assertEquals(OPENS_AT.plus(Duration.ofDays(4)), successor().opensAt());
    }

    @Test
    void a_closed_daily_sale_has_no_successor() {
        publishDaily();
        shop.desk.move(SALE, Stage.CLOSED);
        shop.desk.tick();
        assertEquals(1, shop.catalogue.findSales(Optional.empty(), 9).size());
    }

    @Test
    void a_successor_whose_answer_was_lost_is_carried_in_time() {
        for (var step : List.of("insertSale", "supply", "prepare", "send")) {
            var fresh = new PlainShop();
            fresh.publish(daily());
            fresh.fuses.blowAfter(step);
            assertThrows(Unavailable.class, () -> fresh.desk.tick(), step);
            fresh.desk.tick();
            fresh.desk.tick();
            assertEquals(2, fresh.catalogue.findSales(Optional.empty(), 9).size(), step);
            assertEquals(2, fresh.sales.sales().size(), step);
            assertTrue(fresh.sales.offers().stream().allMatch(o -> o.carried()), step);
        }
    }

    @Test
    void signals_reach_the_boards() {
        shop.publish(Samples.sale(Stage.DRAFT, 4));
        shop.broadcast.send(new Signal.SoldOut(OFFER));
        assertTrue(shop.live().soldOut());
        shop.broadcast.send(new Signal.Freed(OFFER));
        assertFalse(shop.live().soldOut());
        shop.broadcast.send(new Signal.SaleChanged(new SaleId(404)));
        shop.broadcast.send(new Signal.SwitchesChanged());
    }

    private static Sale daily() {
        return Samples.sale(Stage.DRAFT, Repeat.DAILY, List.of(Samples.offer(OFFER, 4, 2)));
    }

    private static Sale second(OfferId id) {
        var first = Samples.sale(Stage.DRAFT, 4);
        var sold = first.offers().getFirst();
        var sale = new SaleId(2);
        var offer =
                new Offer(
                        id,
                        sale,
                        sold.product(),
                        sold.price(),
                        sold.listPrice(),
                        4,
                        sold.perBuyer());
        return new Sale(
                sale,
                "Another sale",
                first.opensAt(),
                first.closesAt(),
                first.stage(),
                first.challenge(),
                first.gateFactor(),
                first.payWithin(),
                first.repeat(),
                first.previous(),
                first.opensAt(),
                List.of(offer));
    }

    private void publishDaily() {
        shop.publish(daily());
    }

    private Sale successor() {
        return shop.sales.sales().stream()
                .filter(sale -> sale.previous().equals(Optional.of(SALE)))
                .findFirst()
                .orElseThrow();
    }

    private State state() {
        return shop.sales.find(SALE).orElseThrow().stateAt(shop.clock.instant());
    }

    private static Sale closing(Sale sale, Instant closesAt) {
        return new Sale(
                sale.id(),
                sale.title(),
                sale.opensAt(),
                closesAt,
                sale.stage(),
                sale.challenge(),
                sale.gateFactor(),
                sale.payWithin(),
                sale.repeat(),
                sale.previous(),
                sale.createdAt(),
                sale.offers());
    }
}
