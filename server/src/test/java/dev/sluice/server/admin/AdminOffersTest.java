package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.Garbage;
import dev.sluice.server.json.Code;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminOffersTest extends AdminTest {

    @Test
    void a_sold_out_offer_that_is_restocked_is_on_sale_again() {
        var offer = openOffer(2);
        sell(offer, 2);
        claim(offer, crowd(1, offer).getFirst()).is(Code.SOLD_OUT);

        var audit = operator().post(path(offer, "restock"), Map.of("quantity", 3)).is(200);

        assertEquals(5, audit.number("stock"));
        assertEquals(3, audit.number("free"));
        assertTrue(audit.json().get("balanced").asBoolean());
        claim(offer, crowd(1, offer).getFirst()).is(202);
    }

    @Test
    void the_audit_shows_both_witnesses_side_by_side() {
        var offer = openOffer(5);
        sell(offer, 2);

        var audit = operator().get(path(offer, "audit")).is(200);

        assertEquals(5, audit.number("book/stock"));
        assertEquals(2, audit.number("book/unpaid"));
        assertEquals(3, audit.number("book/available"));
        assertEquals(3, audit.number("store/free"));
        assertEquals(2, audit.number("store/sold"));
        assertEquals(0, audit.number("queued"));
        assertTrue(audit.json().get("balanced").asBoolean());
        assertFalse(audit.text("book/ledgerHead").startsWith("0000000000"));
    }

    @Test
    void held_units_show_as_held_and_queued() {
        var offer = openOffer(5);
        holdSettlement();
        claim(offer, crowd(1, offer).getFirst()).is(202);

        var audit = operator().get(path(offer, "audit")).is(200);

        assertEquals(1, audit.number("held"));
        assertEquals(1, audit.number("queued"));
        assertEquals(4, audit.number("free"));
        assertTrue(audit.json().get("balanced").asBoolean());
    }

    @Test
    void an_audit_while_the_crowd_is_there_never_shows_a_false_difference() throws Exception {
        var offer = openOffer(3_000);
        var visitors = crowd(3_000, offer);
        var next = new AtomicInteger();
        var done = new AtomicBoolean();
        var looked = new CountDownLatch(6);
        // Whoever looks may lose the processor for longer than a tenth of a second.
        var patient = new Audits(sluice.engine().reconciliation(), () -> System.nanoTime() / 600);
        var sellers = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            sellers.add(
                    Thread.startVirtualThread(() -> {
                        for (int n = next.getAndIncrement();
                                n < 3_000;
                                n = next.getAndIncrement()) {
                            // Half of the crowd stays until there were enough looks.
                            if (n >= 1_500) await(looked);
                            claim(offer, visitors.get(n));
                        }
                    }));
        }
        var watcher =
                Thread.startVirtualThread(() -> {
                    for (var seller : sellers) join(seller);
                    done.set(true);
                });

        int looks = 0;
        while (!done.get()) {
            operator().get(path(offer, "audit")).is(200);
            var balances = patient.look(offerId(offer));
            assertTrue(balances.balanced(), balances::toString);
            looks++;
            looked.countDown();
        }
        watcher.join();
        assertTrue(looks > 5, "looks " + looks);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void the_ledger_tells_every_movement_page_by_page() {
        var offer = openOffer(5);
        sell(offer, 1);
        operator().post(path(offer, "restock"), Map.of("quantity", 3)).is(200);

        var ledger = operator().get(path(offer, "ledger")).is(200);
        var first = operator().get(path(offer, "ledger") + "?limit=1").is(200);
        var rest = operator().get(path(offer, "ledger") + "?after=" + first.text("next")).is(200);

        assertEquals("STOCKED", ledger.text("movements/0/why"));
        assertEquals("OUTSIDE", ledger.text("movements/0/from"));
        assertEquals("SETTLED", ledger.text("movements/1/why"));
        assertEquals(1, ledger.number("movements/1/orders/0/units"));
        assertEquals("RESTOCKED", ledger.text("movements/2/why"));
        assertEquals(ledger.text("movements/1/hash"), rest.text("movements/0/hash"));
        var audit = operator().get(path(offer, "audit"));
        assertEquals(ledger.text("movements/2/hash"), audit.text("book/ledgerHead"));
        operator().get(path(offer, "ledger") + "?limit=1001").isInvalid("limit");
        operator().get(path(offer, "ledger") + "?after=x").isInvalid("after");
    }

    @Test
    void a_restock_with_a_key_adds_once_however_often_it_is_sent() {
        var offer = openOffer(1);
        var keyed = operator().with("Idempotency-Key", "monday-1");

        keyed.post(path(offer, "restock"), Map.of("quantity", 3)).is(200);
        var again = keyed.post(path(offer, "restock"), Map.of("quantity", 3)).is(200);

        assertEquals(4, again.number("stock"));
        keyed.post(path(offer, "restock"), Map.of("quantity", 4)).is(400);
        operator()
                .with("Idempotency-Key", "not a key")
                .post(path(offer, "restock"), Map.of("quantity", 4))
                .is(400);
        assertEquals(4, operator().get(path(offer, "audit")).number("stock"));
    }

    @Test
    void a_repeated_restock_is_answered_again_after_the_close_and_above_the_bound() {
        var sale = published(5);
        var offer = sale.text("offers/0/offerId");
        var keyed = operator().with("Idempotency-Key", "tuesday-1");
        keyed.post(path(offer, "restock"), Map.of("quantity", 9_000_000)).is(200);
        for (int i = 0; i < 99; i++) {
            operator().post(path(offer, "restock"), Map.of("quantity", 10_000_000)).is(200);
        }

        keyed.post(path(offer, "restock"), Map.of("quantity", 9_000_000)).is(200);
        move(sale.text("saleId"), "close").is(200);
        var again = keyed.post(path(offer, "restock"), Map.of("quantity", 9_000_000)).is(200);

        assertEquals(999_000_005, again.number("stock"));
        keyed.post(path(offer, "restock"), Map.of("quantity", 1)).is(400);
        operator()
                .with("Idempotency-Key", "tuesday-2")
                .post(path(offer, "restock"), Map.of("quantity", 1))
                .is(Code.SALE_STATE);
    }

    @Test
    void drafts_and_closed_sales_are_not_restocked() {
        var draft = draft(5).text("offers/0/offerId");
        var sale = published(5);
        move(sale.text("saleId"), "close").is(200);
        var closed = sale.text("offers/0/offerId");

        for (var offer : new String[] {draft, closed}) {
            var answer = operator().post(path(offer, "restock"), Map.of("quantity", 1));
            answer.is(Code.SALE_STATE);
        }
        assertEquals(5, operator().get(path(draft, "audit")).is(200).number("free"));
        assertEquals(
                0, operator().get(path(draft, "ledger")).is(200).json().at("/movements").size());
    }

    @Test
    void a_stock_has_a_bound() {
        var offer = openOffer(5);
        var path = path(offer, "restock");
        operator().post(path, Map.of("quantity", 0)).isInvalid("quantity");
        operator().post(path, Map.of("quantity", 10_000_001)).isInvalid("quantity");
        for (int i = 0; i < 99; i++) operator().post(path, Map.of("quantity", 10_000_000)).is(200);

        operator().post(path, Map.of("quantity", 9_999_996)).isInvalid("quantity");
        var full = operator().post(path, Map.of("quantity", 9_999_995)).is(200);
        assertEquals(1_000_000_000, full.number("stock"));
    }

    @Test
    void unknown_offers_and_strangers_are_refused() {
        for (var call : new String[] {"audit", "ledger"}) {
            operator().get(path("0ns7d2k8v0w1a", call)).is(Code.NO_SUCH_OFFER);
            operator().get(path("nonsense", call)).is(Code.NO_SUCH_OFFER);
            operator().get(path("a.b", call)).isInvalid("offerId");
            api.get(path("nonsense", call)).is(Code.NO_OPERATOR);
        }
        var one = Map.of("quantity", 1);
        operator().post(path("0ns7d2k8v0w1a", "restock"), one).is(Code.NO_SUCH_OFFER);
        api.post(path("0ns7d2k8v0w1a", "restock"), one).is(Code.NO_OPERATOR);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var offer = openOffer(1);
        return Stream.of(
                        Garbage.to(operator(), "POST", path(offer, "restock"))
                                .withBody("{\"quantity\": 1}")
                                .tests(),
                        Garbage.to(operator(), "GET", path(offer, "audit")).tests(),
                        Garbage.to(operator(), "GET", path(offer, "ledger")).tests())
                .flatMap(tests -> tests);
    }

    private static String path(String offer, String call) {
        return "/admin/offers/" + offer + "/" + call;
    }
}
