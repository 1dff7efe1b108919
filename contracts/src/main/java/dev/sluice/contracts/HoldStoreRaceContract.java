package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Unavailable;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a hold store must do when many ask it at one moment. Part of [HoldStoreContract].
public interface HoldStoreRaceContract {

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    @Test
    default void of_a_thousand_buyers_racing_for_ten_units_ten_are_served() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(10, 1));
            var claims = claims(1_000);

            var answers = allAtOnce(1_000, i -> reserve(store, claims.get(i)));

            assertEquals(10, answers.stream().filter(Held.class::isInstance).count());
            assertEquals(new Store(10, 0, 10, 0), store.balance(OFFER).orElseThrow());
            assertEquals(10, takeAll(stores.queue()).size());
        }
    }

    @Test
    default void the_same_claim_from_many_threads_takes_its_units_once() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(500, 500));
            var claim = claim("ann", 3);

            var answers = allAtOnce(100, i -> reserve(store, claim));

            var firsts = answers.stream().filter(answer -> !((Held) answer).again()).count();
            assertEquals(1, firsts);
            assertEquals(new Store(500, 497, 3, 0), store.balance(OFFER).orElseThrow());
            assertEquals(1, takeAll(stores.queue()).size());
        }
    }

    @Test
    default void a_buyer_who_claims_from_many_threads_stays_within_the_limit() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(500, 3));

            var answers = allAtOnce(100, i -> reserve(store, claim("ann", 1)));

            assertEquals(3, answers.stream().filter(Held.class::isInstance).count());
            assertEquals(new Store(500, 497, 3, 0), store.balance(OFFER).orElseThrow());
        }
    }

    /// A claim is settled by others while an offer is prepared anew: before the book is asked, or
    /// after, its units are sold in the end.
    @Test
    default void what_is_settled_while_an_offer_is_prepared_anew_is_not_lost() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(10, 2));
            var claim = claim("ann", 2);
            reserve(store, claim);
            var taken = takeAll(stores.queue());

            store.prepare(
                    OFFER,
                    () -> {
                        var before = supply(10, 2);
                        assertThrows(Unavailable.class, () -> store.confirm(holds(claim)));
                        assertThrows(Unavailable.class, () -> store.release(holds(claim)));
                        return before;
                    });
            store.confirm(holds(claim));
            stores.queue().acknowledge(taken);

            assertEquals(new Store(10, 8, 0, 2), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void units_add_up_while_everything_happens_at_once() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(40, 2));

            var served = allAtOnce(24, i -> i % 4 == 0 ? watch(stores) : buy(stores, i));

            var balance = store.balance(OFFER).orElseThrow();
            assertEquals(served.stream().mapToInt(Integer::intValue).sum(), balance.sold());
            assertEquals(0, balance.held());
            assertTrue(balance.adds(), balance::toString);
        }
    }

    @Test
    default void nothing_is_miscounted_when_many_confirm_and_release_at_once() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(2_000, 1));
            var claims = claims(2_000);
            store.reserve(claims);

            allAtOnce(
                    8, i -> confirmAndReleaseHalf(stores, claims.subList(i * 250, i * 250 + 250)));

            var balance = store.balance(OFFER).orElseThrow();
            assertEquals(new Store(2_000, 1_000, 0, 1_000), balance);
        }
    }

    @Test
    default void no_two_claims_have_the_same_place_in_the_queue() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(200, 1));
            var batches = new ArrayList<List<Claim>>();
            var claims = claims(200);
            for (int i = 0; i < 20; i++) batches.add(claims.subList(i * 10, i * 10 + 10));

            var answers = allAtOnce(20, i -> store.reserve(batches.get(i)));

            var sequences = new HashSet<Long>();
            for (var batch : answers) {
                for (Reservation answer : batch) sequences.add(((Held) answer).sequence());
            }
            assertEquals(200, sequences.size());
        }
    }

    /// Claims some units again and again; each third hold is given back, the others are sold.
    private static int buy(TestStores stores, int number) {
        int sold = 0;
        for (int i = 0; i < 10; i++) {
            var claim = claim("buyer-" + number + "-" + i, 1 + i % 2);
            if (reserve(stores.holds(), claim) instanceof Held) {
                if (i % 3 == 0) {
                    stores.holds().release(holds(claim));
                } else {
                    stores.holds().confirm(holds(claim));
                    sold += claim.quantity();
                }
            }
        }
        return sold;
    }

    private static int confirmAndReleaseHalf(TestStores stores, List<Claim> claims) {
        for (int i = 0; i < claims.size(); i++) {
            stores.holds().confirm(holds(claims.get(i)));
            if (i % 2 == 0) stores.holds().release(holds(claims.get(i)));
        }
        return claims.size();
    }

    private static int watch(TestStores stores) {
        for (int i = 0; i < 50; i++) {
            var balance = stores.holds().balance(OFFER).orElseThrow();
            assertTrue(balance.adds(), balance::toString);
        }
        return 0;
    }
}
