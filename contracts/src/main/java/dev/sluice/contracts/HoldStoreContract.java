package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Supply;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What every hold store must do. An adapter's test implements this and opens its stores. The
/// suites it extends check the same store in races, across restarts and against a plain model. A
/// store that decides in one line for all buyers also passes [HoldStoreLineContract].
public interface HoldStoreContract
        extends HoldStoreEndedContract,
                HoldStoreRaceContract,
                HoldStoreRestartContract,
                HoldStoreModelContract {

    @Test
    default void a_claim_takes_its_units_out_of_the_free_ones() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));

            assertHeld(false, reserve(store, claim("ann", 2)));

            assertEquals(new Store(9, 7, 2, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void a_claim_for_more_than_is_left_gets_nothing() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(4, 3));
            assertHeld(false, reserve(store, claim("ann", 3)));

            assertEquals(Refused.SOLD_OUT, reserve(store, claim("bob", 2)));
            assertEquals(new Store(4, 1, 3, 0), store.balance(OFFER).orElseThrow());
            assertHeld(false, reserve(store, claim("cy", 1)));
            assertEquals(Refused.SOLD_OUT, reserve(store, claim("dan", 1)));
        }
    }

    @Test
    default void claims_of_one_buyer_are_decided_in_order() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 3));
            var first = claim("ann", 2);
            var second = claim("ann", 2);
            var third = claim("ann", 1);

            var answers = store.reserve(List.of(first, second, third, first));

            assertEquals(first.id(), assertHeld(false, answers.get(0)).claim());
            assertEquals(Refused.OVER_LIMIT, answers.get(1));
            assertEquals(third.id(), assertHeld(false, answers.get(2)).claim());
            assertEquals(first.id(), assertHeld(true, answers.get(3)).claim());
        }
    }

    @Test
    default void the_same_claim_again_gets_the_same_answer_and_no_more_units() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(2, 2));
            var claim = claim("ann", 2);
            var first = assertHeld(false, reserve(store, claim));

            var second = assertHeld(true, reserve(store, claim));
            store.confirm(holds(claim));
            var third = assertHeld(true, reserve(store, claim));

            assertEquals(first.sequence(), second.sequence());
            assertEquals(first.sequence(), third.sequence());
            assertEquals(new Store(2, 0, 0, 2), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void a_refused_claim_may_win_later() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(1, 1));
            var first = claim("ann", 1);
            var late = claim("bob", 1);
            assertHeld(false, reserve(store, first));
            assertEquals(Refused.SOLD_OUT, reserve(store, late));

            store.release(holds(first));

            assertHeld(false, reserve(store, late));
        }
    }

    @Test
    default void a_released_claim_takes_no_units_again() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(5, 2));
            var claim = claim("ann", 2);
            assertHeld(false, reserve(store, claim));
            store.release(holds(claim));

            assertEquals(Refused.SOLD_OUT, reserve(store, claim));

            assertEquals(new Store(5, 5, 0, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void a_buyer_is_refused_the_third_unit() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var first = claim("ann", 1);

            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 3)));
            assertHeld(false, reserve(store, first));
            store.confirm(holds(first));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 2)));
            assertHeld(false, reserve(store, claim("ann", 1)));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertHeld(false, reserve(store, claim("bob", 2)));
        }
    }

    @Test
    default void over_the_limit_is_said_while_anything_is_left_and_sold_out_afterwards() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(3, 2));
            assertHeld(false, reserve(store, claim("ann", 2)));

            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 2)));
            assertHeld(false, reserve(store, claim("bob", 1)));
            assertEquals(Refused.SOLD_OUT, reserve(store, claim("ann", 2)));
        }
    }

    @Test
    default void released_units_no_longer_count_for_the_limit() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var held = claim("ann", 1);
            var sold = claim("ann", 1);
            store.reserve(List.of(held, sold));
            store.confirm(holds(sold));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));

            store.release(holds(held, sold));

            assertHeld(false, reserve(store, claim("ann", 2)));
        }
    }

    @Test
    default void each_offer_has_its_own_units_and_limits() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(1, 1));
            store.prepare(new Supply(OTHER_OFFER, 5, 3, List.of(), Map.of()));

            assertHeld(false, reserve(store, claim("ann", 1)));
            assertHeld(false, reserve(store, claim(OTHER_OFFER, "ann", 3)));

            assertEquals(new Store(1, 0, 1, 0), store.balance(OFFER).orElseThrow());
            assertEquals(new Store(5, 2, 3, 0), store.balance(OTHER_OFFER).orElseThrow());
        }
    }

    @Test
    default void an_offer_that_is_not_prepared_or_was_forgotten_is_unavailable() {
        try (var stores = open()) {
            var store = stores.holds();
            var claim = claim("ann", 1);
            assertEquals(Refused.UNAVAILABLE, reserve(store, claim));
            assertEquals(Optional.empty(), store.balance(OFFER));
            store.prepare(supply(9, 2));
            assertHeld(false, reserve(store, claim));

            store.forget(OFFER);

            assertEquals(Refused.UNAVAILABLE, reserve(store, claim));
            assertEquals(Optional.empty(), store.balance(OFFER));
            assertEquals(Optional.empty(), store.find(claim.id()));
            assertFalse(store.revive(claim.hold()));
        }
    }

    @Test
    default void confirming_sells_held_units_once() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var claim = claim("ann", 2);
            reserve(store, claim);

            store.confirm(holds(claim));
            store.confirm(holds(claim, claim));

            assertEquals(new Store(9, 7, 0, 2), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void releasing_frees_held_and_sold_units_once() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var held = claim("ann", 2);
            var sold = claim("bob", 1);
            store.reserve(List.of(held, sold));
            store.confirm(holds(sold));

            store.release(holds(held, sold, held));
            store.release(holds(held, sold));
            store.confirm(holds(held, sold));

            assertEquals(new Store(9, 9, 0, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void late_money_gets_free_units_as_sold_ones_and_once() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(4, 2));
            var claim = claim("ann", 2);
            reserve(store, claim);
            store.confirm(holds(claim));
            store.release(holds(claim));
            reserve(store, claim("bob", 2));

            assertTrue(store.revive(claim.hold()));
            assertTrue(store.revive(claim.hold()));

            assertEquals(new Store(4, 0, 2, 2), store.balance(OFFER).orElseThrow());
            assertTrue(store.find(claim.id()).isPresent());
        }
    }

    @Test
    default void late_money_gets_nothing_when_too_few_units_are_free() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(2, 2));
            var claim = claim("ann", 2);
            reserve(store, claim);
            store.release(holds(claim));
            reserve(store, claim("bob", 1));

            assertFalse(store.revive(claim.hold()));

            assertEquals(new Store(2, 1, 1, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void a_restock_adds_free_units_once_and_never_takes_any() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(1, 1));
            reserve(store, claim("ann", 1));
            assertEquals(Refused.SOLD_OUT, reserve(store, claim("bob", 1)));

            store.restock(OFFER, 3);
            store.restock(OFFER, 3);
            store.restock(OFFER, 2);

            assertEquals(new Store(3, 2, 1, 0), store.balance(OFFER).orElseThrow());
            assertHeld(false, reserve(store, claim("bob", 1)));
        }
    }

    @Test
    default void a_held_claim_is_queued_once_and_a_refused_one_is_not() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(2, 1));
            var ann = claim("ann", 1);
            var bob = claim("bob", 1);

            var answers = store.reserve(List.of(ann, claim("ann", 1), bob, claim("cy", 1), ann));
            reserve(store, bob);

            var taken = new ArrayList<>(takeAll(stores.queue()));
            taken.sort(Comparator.comparing(delivery -> delivery.claim().at()));
            assertEquals(List.of(ann, bob), claimsOf(taken));
            assertEquals(assertHeld(false, answers.get(0)).sequence(), taken.get(0).sequence());
            assertEquals(assertHeld(false, answers.get(2)).sequence(), taken.get(1).sequence());
        }
    }

    @Test
    default void a_held_or_sold_claim_is_found_and_an_ended_one_is_not() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var claim = claim("ann", 2);
            assertEquals(Optional.empty(), store.find(claim.id()));

            var held = assertHeld(false, reserve(store, claim));
            var found = store.find(claim.id()).orElseThrow();
            assertEquals(claim.hold(), found.hold());
            assertEquals(held.sequence(), found.sequence());
            assertEquals(Optional.empty(), found.outcome());
            assertEquals(List.of(found), store.findHeld(OFFER));
            assertEquals(List.of(), store.findSold(OFFER));
            store.confirm(holds(claim));
            assertEquals(claim.hold(), store.find(claim.id()).orElseThrow().hold());
            assertEquals(List.of(), store.findHeld(OFFER));
            assertEquals(holds(claim), store.findSold(OFFER));
            store.release(holds(claim));
            assertEquals(Optional.empty(), store.find(claim.id()));
            assertEquals(List.of(), store.findSold(OFFER));
        }
    }

    @Test
    default void a_claim_that_is_put_back_is_held_once_and_queued() throws Exception {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(2, 2));
            var claim = claim("ann", 2);

            assertHeld(false, store.putBack(List.of(claim)).getFirst());
            assertHeld(true, store.putBack(List.of(claim)).getFirst());
            assertHeld(true, reserve(store, claim));

            assertEquals(Refused.SOLD_OUT, store.putBack(List.of(claim("bob", 1))).getFirst());
            assertEquals(List.of(claim), claimsOf(takeAll(stores.queue())));
        }
    }

    private static Held assertHeld(boolean again, Reservation answer) {
        var held = assertInstanceOf(Held.class, answer);
        assertEquals(again, held.again());
        return held;
    }
}
