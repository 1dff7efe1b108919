package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sluice.port.Supply;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a hold store must do that decides in one line for all buyers, besides [HoldStoreContract].
/// A store that is split by buyer decides in order for each of its parts only, and each part has a
/// share of the backlog. Of a full one each offer has its own part.
public interface HoldStoreLineContract {

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    /// Stores that refuse claims as OVERLOADED when so many are not acknowledged.
    TestStores openWithBacklogOf(int max);

    @Test
    default void a_batch_is_decided_in_order() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(3, 2));
            var ann = claim("ann", 2);
            var bob = claim("bob", 2);
            var cy = claim("cy", 1);
            var dan = claim("dan", 1);

            var answers = store.reserve(List.of(ann, bob, cy, ann, dan));

            assertEquals(ann.id(), assertHeld(false, answers.get(0)).claim());
            assertEquals(Refused.SOLD_OUT, answers.get(1));
            assertEquals(cy.id(), assertHeld(false, answers.get(2)).claim());
            assertEquals(ann.id(), assertHeld(true, answers.get(3)).claim());
            assertEquals(Refused.SOLD_OUT, answers.get(4));
        }
    }

    @Test
    default void a_full_queue_refuses_claims_until_some_are_acknowledged() throws Exception {
        try (var stores = openWithBacklogOf(3)) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var claims = claims(5);

            var answers = store.reserve(claims);
            assertEquals(List.of(Refused.OVERLOADED, Refused.OVERLOADED), answers.subList(3, 5));
            assertEquals(new Store(9, 6, 3, 0), store.balance(OFFER).orElseThrow());
            assertHeld(true, reserve(store, claims.getFirst()));
            stores.queue().acknowledge(take(stores.queue(), 2));

            answers = store.reserve(claims(3));
            assertHeld(false, answers.get(0));
            assertHeld(false, answers.get(1));
            assertEquals(Refused.OVERLOADED, answers.get(2));
        }
    }

    @Test
    default void a_hot_offer_leaves_the_others_their_part_of_a_full_queue() throws Exception {
        for (int units = 1; units <= 2; units++) {
            try (var stores = openWithBacklogOf(40)) {
                var store = stores.holds();
                store.prepare(supply(1_000, 2));
                store.prepare(new Supply(OTHER_OFFER, 1_000, 2, List.of(), Map.of()));
                var hot = new ArrayList<Claim>();
                for (int i = 0; i < 100; i++) hot.add(claim("buyer-" + i, units));
                for (int i = 0; i < 100; i += 20) store.reserve(hot.subList(i, i + 20));
                assertEquals(30, stores.queue().depth());

                for (int i = 0; i < 10; i++) {
                    assertHeld(false, reserve(store, claim(OTHER_OFFER, "buyer-" + i, units)));
                }
                assertEquals(Refused.OVERLOADED, reserve(store, claim(OTHER_OFFER, "late", units)));
                var taken = take(stores.queue(), 40);
                taken.removeIf(delivery -> !delivery.claim().offer().equals(OFFER));
                stores.queue().acknowledge(taken.subList(0, 1));
                assertHeld(false, reserve(store, claim("next", units)));
            }
        }
    }

    private static Held assertHeld(boolean again, Reservation answer) {
        var held = assertInstanceOf(Held.class, answer);
        assertEquals(again, held.again());
        return held;
    }
}
