package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a hold store must know when it starts anew. Part of [HoldStoreContract].
public interface HoldStoreRestartContract {

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    @Test
    default void held_claims_are_held_and_queued_after_a_crash() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(5, 2));
            var ann = claim("ann", 2);
            var bob = claim("bob", 1);
            var sequence = ((Held) reserve(stores.holds(), ann)).sequence();
            reserve(stores.holds(), bob);

            stores.crash();
            stores.holds().prepare(supply(5, 2));

            var store = stores.holds();
            assertEquals(new Store(5, 2, 3, 0), store.balance(OFFER).orElseThrow());
            assertEquals(new Held(ann.id(), sequence, true), reserve(store, ann));
            assertEquals(sequence, store.find(ann.id()).orElseThrow().sequence());
            var held = store.findHeld(OFFER).stream().map(state -> state.hold()).toList();
            assertEquals(Set.of(ann.hold(), bob.hold()), Set.copyOf(held));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertEquals(Set.of(ann, bob), Set.copyOf(claimsOf(take(stores.queue(), 2))));
        }
    }

    @Test
    default void what_the_book_has_sold_is_sold_and_counts_for_the_limit() {
        try (var stores = open()) {
            var sold = claim("ann", 2);

            stores.holds().prepare(supply(5, List.of(sold), List.of()));

            var store = stores.holds();
            assertEquals(new Store(5, 3, 0, 2), store.balance(OFFER).orElseThrow());
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertTrue(((Held) reserve(store, sold)).again());
            assertEquals(sold.hold(), store.find(sold.id()).orElseThrow().hold());
        }
    }

    @Test
    default void a_claim_that_the_book_has_settled_is_not_held_for_ever() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(5, 2));
            var won = claim("ann", 2);
            var lost = claim("bob", 1);
            var open = claim("cy", 1);
            stores.holds().reserve(List.of(won, lost, open));

            stores.crash();
            stores.holds().prepare(supply(5, List.of(won), List.of(lost)));
            assertEquals(new Store(5, 2, 1, 2), stores.holds().balance(OFFER).orElseThrow());

            var taken = take(stores.queue(), 3);
            stores.holds().confirm(holds(won, open));
            stores.holds().release(holds(lost));
            stores.queue().acknowledge(taken);
            assertEquals(new Store(5, 2, 0, 3), stores.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void a_claim_that_ended_before_a_restart_takes_no_units_again() {
        try (var stores = open()) {
            var ended = claim("ann", 2);

            stores.holds().prepare(supply(5, List.of(), List.of(ended)));

            assertEquals(Refused.SOLD_OUT, reserve(stores.holds(), ended));
            assertEquals(new Store(5, 5, 0, 0), stores.holds().balance(OFFER).orElseThrow());
            assertTrue(stores.holds().revive(ended.hold()));
            assertEquals(new Store(5, 3, 0, 2), stores.holds().balance(OFFER).orElseThrow());
            assertEquals(Refused.OVER_LIMIT, reserve(stores.holds(), claim("ann", 1)));
        }
    }

    @Test
    default void delayed_and_parked_claims_are_held_after_a_crash() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(9, 2));
            var claims = List.of(claim("ann", 2), claim("bob", 1), claim("cy", 2));
            stores.holds().reserve(claims);
            var taken = new ArrayList<>(take(stores.queue(), 3));
            taken.sort(Comparator.comparing(delivery -> delivery.claim().at()));
            stores.queue().park(taken.get(0), "no such offer");
            stores.queue().retry(taken.get(1), stores.now().plus(Duration.ofHours(1)), "busy");
            stores.queue().acknowledge(taken.subList(2, 3));

            stores.crash();
            stores.holds().prepare(supply(9, claims.subList(2, 3), List.of()));

            assertEquals(new Store(9, 4, 3, 2), stores.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void an_offer_prepared_anew_is_counted_from_the_book() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(5, 2));
            var sold = claim("ann", 2);
            var ended = claim("bob", 2);
            var open = claim("cy", 1);
            store.reserve(List.of(sold, ended, open));

            store.prepare(supply(6, List.of(sold), List.of(ended)));

            assertEquals(new Store(6, 3, 1, 2), store.balance(OFFER).orElseThrow());
            assertEquals(3, takeAll(stores.queue()).size());
        }
    }

    @Test
    default void a_sale_goes_on_over_many_restarts_without_losing_or_adding_a_unit()
            throws Exception {
        try (var stores = open()) {
            var claims = claims(40);
            var sold = new ArrayList<Claim>();
            for (int i = 0; i < 8; i++) {
                stores.holds().prepare(supply(40, sold, List.of()));
                var answers = stores.holds().reserve(claims.subList(i * 5, i * 5 + 5));
                for (var answer : answers) assertInstanceOf(Held.class, answer);
                settleNextFour(stores, sold);
                var balance = stores.holds().balance(OFFER).orElseThrow();
                assertEquals(new Store(40, 35 - i * 5, 1 + i, 4 + i * 4), balance);
                if (i % 2 == 0) stores.restart();
                else stores.crash();
            }
        }
    }

    /// Settles the next four that were not settled before the last restart.
    private static void settleNextFour(TestStores stores, List<Claim> sold)
            throws InterruptedException {
        int settled = 0;
        while (settled < 4) {
            var next = take(stores.queue(), 1);
            var claim = next.getFirst().claim();
            stores.holds().confirm(holds(claim));
            stores.queue().acknowledge(next);
            if (sold.contains(claim)) continue;
            sold.add(claim);
            settled++;
        }
    }
}
