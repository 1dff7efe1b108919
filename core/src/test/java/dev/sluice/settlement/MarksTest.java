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
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
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
    void a_mark_that_is_set_or_lifted_during_the_look_stays() {
        marksOf(() -> shop.sales.mark(OFFER, true)).run();
        assertTrue(shop.live().soldOut());
        shop.marks.run();
        assertFalse(shop.live().soldOut());

        for (int i = 1; i <= 5; i++) shop.claim(i, i, 1);
        marksOf(() -> shop.sales.mark(OFFER, false)).run();
        assertFalse(shop.live().soldOut());
        shop.marks.run();
        assertTrue(shop.live().soldOut());
    }

    /// Those of a node on which something happens between looking and marking.
    private Marks marksOf(Runnable between) {
        InvocationHandler slow =
                (_, method, arguments) -> {
                    var answer = method.invoke(shop.store, arguments);
                    between.run();
                    return answer;
                };
        var loader = HoldStore.class.getClassLoader();
        var store = Proxy.newProxyInstance(loader, new Class<?>[] {HoldStore.class}, slow);
        return new Marks((HoldStore) store, shop.sales);
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
