package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarksTest {

    private final PlainShop shop = PlainShop.open(5);

    @Test
    void marks_are_healed_both_ways() {
        shop.sales.mark(OFFER, true);
        shop.marks.run();
        assertFalse(shop.live().soldOut());

        for (int i = 1; i <= 5; i++) shop.claim(i, i, 1);
        assertFalse(shop.live().soldOut());
        shop.marks.run();
        assertTrue(shop.live().soldOut());
    }

    @Test
    void an_offer_that_is_not_carried_is_not_looked_at() {
        shop.live().letGo();
        shop.sales.mark(OFFER, true);
        shop.marks.run();
        assertTrue(shop.live().soldOut());
    }

    @Test
    void marks_are_healed_while_a_batch_cannot_be_settled() {
        shop.claim(1, 5, 2);
        shop.sales.mark(OFFER, true);
        var batch = shop.take();
        shop.fuses.cut(OrderBook.class);
        assertThrows(Unavailable.class, () -> shop.settlement.settle(batch));
        shop.marks.run();
        assertFalse(shop.live().soldOut());
    }

    @Test
    void an_offer_that_cannot_be_looked_at_does_not_keep_the_others_waiting() {
        var two = new PlainShop();
        var other = new OfferId(12);
        var offers = List.of(Samples.offer(OFFER, 5, 2), Samples.offer(other, 5, 2));
        two.publish(Samples.sale(Stage.DRAFT, Repeat.NONE, offers));
        for (var offer : List.of(OFFER, other)) two.sales.mark(offer, true);
        two.fuses.blowBefore("balance");
        assertThrows(Unavailable.class, two.marks::run);
        long marked = two.sales.offers().stream().filter(live -> live.soldOut()).count();
        assertTrue(marked == 1, "marked: " + marked);
        two.fuses.cut(HoldStore.class);
        assertThrows(Unavailable.class, two.marks::run);
        two.fuses.mend(HoldStore.class);
        two.marks.run();
        assertFalse(two.sales.findOffer(OFFER).orElseThrow().soldOut());
    }
}
