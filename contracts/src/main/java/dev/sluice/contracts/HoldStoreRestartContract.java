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

    /// A new engine over nothing, with no offer prepared.
    TestEngine open();

    @Test
    default void held_claims_are_held_and_queued_after_a_crash() throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(5, 2));
            var ann = claim("ann", 2);
            var bob = claim("bob", 1);
            var sequence = ((Held) reserve(engine.holds(), ann)).sequence();
            reserve(engine.holds(), bob);

            engine.crash();
            engine.holds().prepare(supply(5, 2));

            var store = engine.holds();
            assertEquals(new Store(5, 2, 3, 0), store.balance(OFFER).orElseThrow());
            assertEquals(new Held(ann.id(), sequence, true), reserve(store, ann));
            assertEquals(sequence, store.find(ann.id()).orElseThrow().sequence());
            var held = store.findHeld(OFFER).stream().map(state -> state.hold()).toList();
            assertEquals(Set.of(ann.hold(), bob.hold()), Set.copyOf(held));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertEquals(Set.of(ann, bob), Set.copyOf(claimsOf(take(engine.queue(), 2))));
        }
    }

    @Test
    default void what_the_book_has_sold_is_sold_and_counts_for_the_limit() {
        try (var engine = open()) {
            var sold = claim("ann", 2);

            engine.holds().prepare(supply(5, List.of(sold), List.of()));

            var store = engine.holds();
            assertEquals(new Store(5, 3, 0, 2), store.balance(OFFER).orElseThrow());
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertTrue(((Held) reserve(store, sold)).again());
            assertEquals(sold.hold(), store.find(sold.id()).orElseThrow().hold());
        }
    }

    @Test
    default void a_claim_that_the_book_has_settled_is_not_held_for_ever() throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(5, 2));
            var won = claim("ann", 2);
            var lost = claim("bob", 1);
            var open = claim("cy", 1);
            engine.holds().reserve(List.of(won, lost, open));

            engine.crash();
            engine.holds().prepare(supply(5, List.of(won), List.of(lost)));
            assertEquals(new Store(5, 2, 1, 2), engine.holds().balance(OFFER).orElseThrow());

            var taken = take(engine.queue(), 3);
            engine.holds().confirm(holds(won, open));
            engine.holds().release(holds(lost));
            engine.queue().acknowledge(taken);
            assertEquals(new Store(5, 2, 0, 3), engine.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void a_claim_that_ended_before_a_restart_takes_no_units_again() {
        try (var engine = open()) {
            var ended = claim("ann", 2);

            engine.holds().prepare(supply(5, List.of(), List.of(ended)));

            assertEquals(Refused.SOLD_OUT, reserve(engine.holds(), ended));
            assertEquals(new Store(5, 5, 0, 0), engine.holds().balance(OFFER).orElseThrow());
            assertTrue(engine.holds().revive(ended.hold()));
            assertEquals(new Store(5, 3, 0, 2), engine.holds().balance(OFFER).orElseThrow());
            assertEquals(Refused.OVER_LIMIT, reserve(engine.holds(), claim("ann", 1)));
        }
    }

    @Test
    default void delayed_and_parked_claims_are_held_after_a_crash() throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(9, 2));
            var claims = List.of(claim("ann", 2), claim("bob", 1), claim("cy", 2));
            engine.holds().reserve(claims);
            var taken = new ArrayList<>(take(engine.queue(), 3));
            taken.sort(Comparator.comparing(delivery -> delivery.claim().at()));
            engine.queue().park(taken.get(0), "no such offer");
            engine.queue().retry(taken.get(1), engine.now().plus(Duration.ofHours(1)), "busy");
            engine.queue().acknowledge(taken.subList(2, 3));

            engine.crash();
            engine.holds().prepare(supply(9, claims.subList(2, 3), List.of()));

            assertEquals(new Store(9, 4, 3, 2), engine.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void an_offer_taken_up_anew_is_counted_from_the_book() throws Exception {
        try (var engine = open()) {
            var store = engine.holds();
            store.prepare(supply(5, 2));
            var sold = claim("ann", 2);
            var ended = claim("bob", 2);
            var open = claim("cy", 1);
            store.reserve(List.of(sold, ended, open));

            store.prepare(supply(6, List.of(sold), List.of(ended)));

            assertEquals(new Store(6, 3, 1, 2), store.balance(OFFER).orElseThrow());
            assertEquals(3, takeAll(engine.queue()).size());
        }
    }

    @Test
    default void a_sale_goes_on_over_many_restarts_without_losing_or_adding_a_unit()
            throws Exception {
        try (var engine = open()) {
            var claims = claims(40);
            var sold = new ArrayList<Claim>();
            for (int i = 0; i < 8; i++) {
                engine.holds().prepare(supply(40, sold, List.of()));
                var answers = engine.holds().reserve(claims.subList(i * 5, i * 5 + 5));
                for (var answer : answers) assertInstanceOf(Held.class, answer);
                settleNextFour(engine, sold);
                var balance = engine.holds().balance(OFFER).orElseThrow();
                assertEquals(new Store(40, 35 - i * 5, 1 + i, 4 + i * 4), balance);
                if (i % 2 == 0) engine.restart();
                else engine.crash();
            }
        }
    }

    /// Settles the next four that were not settled before the last restart.
    private static void settleNextFour(TestEngine engine, List<Claim> sold)
            throws InterruptedException {
        int settled = 0;
        while (settled < 4) {
            var next = take(engine.queue(), 1);
            var claim = next.getFirst().claim();
            engine.holds().confirm(holds(claim));
            engine.queue().acknowledge(next);
            if (sold.contains(claim)) continue;
            sold.add(claim);
            settled++;
        }
    }
}
