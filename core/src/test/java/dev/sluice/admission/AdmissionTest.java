package dev.sluice.admission;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.admission.Admission.Pass;
import dev.sluice.id.BuyerId;
import dev.sluice.plain.PlainShop;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private final PlainShop shop = PlainShop.open(2);
    private final Passes passes = new Passes(new byte[] {1});
    private final Admission admission =
            new Admission(shop.store, shop.gates, passes, shop.ids, PlainShop.PASS_LIFETIME);

    @Test
    void a_pass_is_authentic_and_says_when_it_expires() {
        shop.clock.advance(Duration.ofMillis(700));
        var pass = admit(1).orElseThrow();

        var parts = Passes.parse(pass.text()).orElseThrow();
        assertTrue(passes.isAuthentic(parts, OFFER, new BuyerId(1)));
        assertEquals(
                pass.expiresAt().getEpochSecond(),
                Passes.parse(pass.text()).orElseThrow().expirySecond());
        assertEquals(0, pass.expiresAt().getNano());
    }

    @Test
    void passes_and_taken_units_together_are_bounded_by_the_stock() {
        for (int buyer = 1; buyer <= 10; buyer++) assertTrue(admit(buyer).isPresent());
        assertEquals(Optional.empty(), admit(11));

        use(1, admit(1).orElseThrow());
        assertEquals(Optional.empty(), admit(11));
    }

    @Test
    void units_that_come_back_make_room() {
        for (int buyer = 1; buyer <= 10; buyer++) admit(buyer);
        var claim = use(1, admit(1).orElseThrow());
        shop.settleAll();
        assertEquals(Optional.empty(), admit(11));

        shop.orders.cancel(shop.order(claim.id().value()).id());
        assertTrue(admit(11).isPresent());
    }

    @Test
    void a_rehearsal_gets_passes_that_nobody_counts() {
        shop.clock.advance(Duration.ofMillis(700));
        for (int i = 0; i < 20; i++) {
            var pass = admission.mintUncounted(shop.live(), new BuyerId(1), shop.clock.instant());
            assertEquals(
                    pass.expiresAt().getEpochSecond(),
                    Passes.parse(pass.text()).orElseThrow().expirySecond());
            assertEquals(0, pass.expiresAt().getNano());
        }
        assertEquals(0, shop.gates.count(OFFER, shop.clock.instant()));
    }

    private Optional<Pass> admit(long buyer) {
        return admission.admit(shop.live(), new BuyerId(buyer), shop.clock.instant());
    }

    private Claim use(long buyer, Pass pass) {
        var id = Passes.parse(pass.text()).orElseThrow().claim();
        var claim = new Claim(id, OFFER, new BuyerId(buyer), 1, shop.clock.instant());
        shop.claim(claim);
        shop.gates.use(OFFER, claim.buyer(), id);
        return claim;
    }
}
