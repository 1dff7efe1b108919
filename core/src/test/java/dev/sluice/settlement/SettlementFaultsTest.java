package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ClaimId;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Won;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A fault of the surroundings is nobody's attempt: only what the order book itself says of a claim
/// counts.
class SettlementFaultsTest {

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
    void a_lease_of_ids_that_has_run_out_counts_as_no_attempt() {
        for (int i = 1; i <= 3; i++) shop.claim(i, 10 + i, 1);
        shop.ids.endAt(shop.clock.instant());
        var batch = shop.take();
        for (int minute = 0; minute < 5; minute++) {
            assertThrows(Unavailable.class, () -> shop.settlement.settle(batch));
            shop.clock.advance(Duration.ofMinutes(1));
        }
        assertFalse(shop.fuses.calls().contains("retry"));
        assertFalse(shop.fuses.calls().contains("park"));

        shop.ids.endAt(shop.clock.instant().plusSeconds(60));
        shop.settlement.settle(batch);

        for (int i = 1; i <= 3; i++) assertInstanceOf(Won.class, told(i));
        assertEquals(List.of(), shop.queue.parked(9));
    }

    @Test
    void an_offer_that_this_node_has_not_loaded_is_asked_for() {
        shop.claim(1, 5, 1);
        shop.crash();
        assertTrue(shop.sales.findOffer(OFFER).isEmpty());
        var batch = shop.take();

        shop.fuses.blowBefore("findSaleOf");
        assertThrows(Unavailable.class, () -> shop.settlement.settle(batch));
        assertFalse(shop.fuses.calls().contains("retry"));
        shop.settlement.settle(batch);

        var ended = shop.broadcast.sent().getLast();
        assertInstanceOf(Signal.ClaimsEnded.class, ended);
        assertEquals(39_800 / 2, shop.order(1).total().amount());
        assertEquals(0, shop.queue.depth());
    }

    @Test
    void what_fails_behind_the_book_is_not_the_claims_fault() {
        book.poisoned.add(2L);
        for (int i = 1; i <= 3; i++) shop.claim(i, 10 + i, 1);
        shop.broadcast.breakNext(2);
        var batch = shop.take();

        assertThrows(IllegalStateException.class, () -> shop.settlement.settle(batch));
        assertEquals(1, shop.fuses.calls().stream().filter("retry"::equals).count());
        shop.settlement.settle(batch);

        assertInstanceOf(Won.class, told(1));
        assertInstanceOf(Won.class, told(3));
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void nobody_is_tried_later_before_it_is_known_that_the_surroundings_are_there() {
        shop.queue.put(Samples.claim(7, 6, Integer.MAX_VALUE));
        shop.claim(1, 5, 1);
        shop.ids.endAt(shop.clock.instant());

        assertThrows(Unavailable.class, () -> shop.settlement.settle(shop.take()));

        assertFalse(shop.fuses.calls().contains("retry"));
    }

    private Outcome told(long claim) {
        return shop.board.find(new ClaimId(claim)).orElseThrow().outcome().orElseThrow();
    }
}
