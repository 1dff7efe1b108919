package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.port.Supply;
import dev.sluice.sale.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a claim queue must do in which offers take turns, besides [ClaimQueueContract].
public interface ClaimQueueTurnsContract {

    TestStores open();

    @Test
    default void a_quiet_offer_does_not_wait_for_the_backlog_of_a_hot_one() throws Exception {
        try (var stores = open()) {
            var hot = prepareAndQueue(stores, 500);
            var quiet = List.of(claim(OTHER_OFFER, "ann", 1), claim(OTHER_OFFER, "ben", 1));
            stores.holds().reserve(quiet);

            var batch = claimsOf(stores.queue().take(10, HoldSamples.SOON));

            assertTrue(batch.containsAll(quiet), batch::toString);
            assertEquals(hot.subList(0, 8), of(OFFER, batch));
            assertEquals(hot.subList(8, 500), claimsOf(take(stores.queue(), 492)));
        }
    }

    @Test
    default void a_quiet_offer_among_the_claims_of_a_hot_one_does_not_wait_either()
            throws Exception {
        try (var stores = open()) {
            prepareAndQueue(stores, 500);
            var mixed = new ArrayList<Claim>();
            var quiet = new ArrayList<Claim>();
            for (int i = 0; i < 40; i++) {
                mixed.add(claim("late-" + i, 1));
                if (i % 10 != 3) continue;
                quiet.add(claim(OTHER_OFFER, "ann-" + i, 1));
                mixed.add(quiet.getLast());
            }
            stores.holds().reserve(mixed);

            var first = stores.queue().take(10, HoldSamples.SOON);
            assertEquals(quiet, of(OTHER_OFFER, claimsOf(first)));
            stores.queue().acknowledge(first);
            var others = take(stores.queue(), 534);

            assertEquals(534, of(OFFER, claimsOf(others)).size());
            assertEquals(List.of(), stores.queue().take(10, HoldSamples.A_MOMENT));
            stores.queue().acknowledge(others);
            assertEquals(0, stores.queue().depth());
        }
    }

    @Test
    default void retries_of_one_offer_do_not_hold_up_another() throws Exception {
        try (var stores = open()) {
            prepareAndQueue(stores, 50);
            for (var delivery : take(stores.queue(), 50)) {
                stores.queue().retry(delivery, stores.now(), "busy");
            }
            var quiet = claim(OTHER_OFFER, "ann", 1);
            stores.holds().reserve(List.of(quiet));

            assertTrue(claimsOf(stores.queue().take(10, HoldSamples.SOON)).contains(quiet));
        }
    }

    private static List<Claim> of(OfferId offer, List<Claim> claims) {
        return claims.stream().filter(claim -> claim.offer().equals(offer)).toList();
    }

    private static List<Claim> prepareAndQueue(TestStores stores, int count) {
        var claims = new ArrayList<>(claims(count));
        stores.holds().prepare(supply(1_000, 2));
        stores.holds().prepare(new Supply(OTHER_OFFER, 1_000, 2, List.of(), Map.of()));
        stores.holds().reserve(claims);
        return claims;
    }
}
