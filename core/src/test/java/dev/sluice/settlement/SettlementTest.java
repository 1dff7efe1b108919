package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Won;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettlementTest {

    /// An order book that cannot settle some claims.
    private static final class ChokingBook extends PlainOrderBook {
        final Set<Long> poisoned = new HashSet<>();

        @Override
        public synchronized List<Outcome> settle(List<NewOrder> batch) {
            for (var order : batch) {
                if (poisoned.contains(order.claim().id().value())) {
                    throw new IllegalStateException("cannot settle " + order.claim().id());
                }
            }
            return super.settle(batch);
        }
    }

    private final ChokingBook book = new ChokingBook();
    private final PlainShop shop = PlainShop.open(5, book);

    @Test
    void queued_claims_become_orders_and_everybody_hears() {
        shop.claim(1, 5, 2);
        shop.claim(2, 6, 1);
        shop.settleAll();

        var order = shop.order(1);
        assertEquals(OrderStatus.UNPAID, order.status());
        assertEquals(39_800, order.total().amount());
        assertEquals(shop.clock.instant().plus(Samples.PAY_WITHIN), order.expiresAt());
        assertInstanceOf(Won.class, told(1));
        assertInstanceOf(Won.class, told(2));
        assertEquals(0, shop.queue.depth());
        assertEquals(3, shop.store.balance(OFFER).orElseThrow().sold());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void a_lost_claim_gives_its_units_back_after_the_book_has_recorded_it() {
        shop.claim(1, 5, 2);
        book.lose(Samples.claim(1, 5, 2), Outcome.Reason.CLOSED, shop.clock.instant());
        shop.sales.mark(OFFER, true);
        shop.settleAll();

        assertEquals(new Lost(new ClaimId(1), Outcome.Reason.CLOSED), told(1));
        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
        assertFalse(shop.live().soldOut());
    }

    @Test
    void a_redelivered_claim_is_settled_once() {
        shop.claim(1, 5, 2);
        var batch = shop.take();
        shop.settlement.settle(batch);
        shop.settlement.settle(batch);
        assertEquals(1, book.orders().size());

        var order = shop.order(1);
        shop.orders.cancel(order.id());
        shop.settlement.settle(batch);
        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(1, book.orders().size());
        assertTrue(shop.balances().balanced());
    }

    @Test
    void a_poisoned_claim_holds_up_nobody_else() {
        book.poisoned.add(2L);
        for (int i = 1; i <= 3; i++) shop.claim(i, 10 + i, 1);
        shop.settleAll();

        assertInstanceOf(Won.class, told(1));
        assertInstanceOf(Won.class, told(3));
        assertTrue(shop.board.find(new ClaimId(2)).orElseThrow().outcome().isEmpty());
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void a_failing_claim_comes_back_after_5_10_and_30_seconds_and_is_then_parked() {
        book.poisoned.add(1L);
        shop.claim(1, 5, 1);
        shop.settlement.settle(shop.take());
        for (int seconds : new int[] {5, 10, 30}) {
            shop.clock.advance(Duration.ofSeconds(seconds).minusMillis(1));
            assertEquals(List.of(), shop.take());
            shop.clock.advance(Duration.ofMillis(1));
            assertEquals(List.of(), shop.queue.parked(9));
            shop.settlement.settle(shop.take());
        }

        var parked = shop.queue.parked(9).getFirst();
        assertEquals(4, parked.attempts());
        assertTrue(parked.cause().startsWith("cannot settle"), parked.cause());
        assertEquals(1, shop.store.balance(OFFER).orElseThrow().held());
    }

    @Test
    void a_parked_claim_is_retried_by_a_person() {
        park();
        book.poisoned.clear();
        shop.queue.unpark(new ClaimId(1));
        shop.settleAll();
        assertInstanceOf(Won.class, told(1));
    }

    @Test
    void a_parked_claim_that_a_person_drops_is_lost_and_its_units_are_free() {
        park();
        assertTrue(shop.settlement.drop(new ClaimId(1)));
        assertFalse(shop.settlement.drop(new ClaimId(1)));

        assertEquals(new Lost(new ClaimId(1), Outcome.Reason.DROPPED), told(1));
        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
        assertEquals(0, shop.queue.depth());
    }

    @Test
    void a_drop_that_failed_half_way_is_finished_by_the_next() {
        park();
        shop.fuses.blowBefore("release");
        assertThrows(Unavailable.class, () -> shop.settlement.drop(new ClaimId(1)));
        assertTrue(shop.settlement.drop(new ClaimId(1)));
        assertEquals(5, shop.store.balance(OFFER).orElseThrow().free());
    }

    @Test
    void an_unavailable_book_counts_as_no_attempt() {
        shop.claim(1, 5, 1);
        var batch = shop.take();
        for (int i = 0; i < 10; i++) {
            shop.fuses.blowBefore("settle");
            assertThrows(Unavailable.class, () -> shop.settlement.settle(batch));
        }
        assertFalse(shop.fuses.calls().contains("retry"));
        shop.settlement.settle(batch);
        assertInstanceOf(Won.class, told(1));
    }

    @Test
    void a_fault_at_any_step_is_healed_by_settling_again() {
        for (var step : List.of("settle", "confirm", "send", "acknowledge")) {
            var fresh = PlainShop.open(5);
            fresh.claim(1, 5, 1);
            var batch = fresh.take();
            fresh.fuses.blowAfter(step);
            assertThrows(Unavailable.class, () -> fresh.settlement.settle(batch), step);
            fresh.settlement.settle(batch);
            assertEquals(1, fresh.book.orders().size(), step);
            assertEquals(0, fresh.queue.depth(), step);
            assertTrue(fresh.balances().balanced(), step);
        }
    }

    @Test
    void a_claim_for_an_unknown_offer_is_tried_later_and_holds_up_nobody() {
        shop.claim(1, 5, 1);
        var stray =
                new Claim(new ClaimId(2), new OfferId(99), new BuyerId(6), 1, ManualClock.START);
        shop.queue.put(stray);
        shop.settleAll();

        assertInstanceOf(Won.class, told(1));
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void a_claim_whose_price_does_not_fit_is_tried_later_and_holds_up_nobody() {
        shop.claim(1, 5, 1);
        shop.queue.put(Samples.claim(2, 6, Integer.MAX_VALUE));
        var dear = shop.live().offer();
        var price = new Money(Long.MAX_VALUE / 2, "CNY");
        var offer =
                new Offer(dear.id(), dear.sale(), dear.product(), price, dear.listPrice(), 5, 2);
        shop.sales.put(shop.live().sale().withOffers(List.of(offer)));
        shop.settleAll();

        assertInstanceOf(Won.class, told(1));
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void freed_units_are_announced_after_the_store_has_them() {
        shop.claim(1, 5, 1);
        book.lose(Samples.claim(1, 5, 1), Outcome.Reason.CLOSED, shop.clock.instant());
        shop.settleAll();
        assertEquals(new Signal.Freed(OFFER), shop.broadcast.sent().getLast());
    }

    @Test
    void settings_that_make_no_sense_are_refused() {
        var second = Duration.ofSeconds(1);
        var none = List.<Duration>of();
        var zero = Duration.ZERO;
        assertInvalid(() -> new SettlementConfig(0, none, second, second));
        assertInvalid(() -> new SettlementConfig(1, List.of(zero), second, second));
        assertInvalid(() -> new SettlementConfig(1, none, zero, second));
        assertInvalid(() -> new SettlementConfig(1, none, second, second.negated()));
    }

    private static void assertInvalid(Runnable maker) {
        assertThrows(IllegalArgumentException.class, maker::run);
    }

    private void park() {
        book.poisoned.add(1L);
        shop.claim(1, 5, 1);
        for (int i = 0; i < 4; i++) {
            shop.settlement.settle(shop.take());
            shop.clock.advance(Duration.ofSeconds(30));
        }
        assertEquals(1, shop.queue.parked(9).size());
    }

    private Outcome told(long claim) {
        return shop.board.find(new ClaimId(claim)).orElseThrow().outcome().orElseThrow();
    }
}
