package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.port.HoldStore.ENDED_MAX;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.HoldStore;
import dev.sluice.port.Supply;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Nobody claims and gives back without end: what every hold store must do with a buyer whose
/// claims end again and again.
public interface HoldStoreEndedContract {

    /// New stores without claims.
    TestStores open();

    @Test
    default void a_buyer_whose_claims_have_all_ended_gets_only_so_many() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var ended = endClaims(store, "ann", ENDED_MAX);

            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 2)));
            assertEquals(Refused.SOLD_OUT, reserve(store, ended.getFirst()), "it ended before");
            assertHeld(store, claim("bob", 2));
            assertEquals(new Store(9, 7, 2, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void each_ended_claim_counts_once_and_only_for_its_offer() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            store.prepare(new Supply(OTHER_OFFER, 9, 2, List.of(), Map.of()));
            var ended = endClaims(store, "ann", ENDED_MAX - 1);
            for (var claim : ended) store.release(holds(claim));

            var last = claim("ann", 2);
            assertHeld(store, last);
            store.confirm(holds(last));
            store.release(holds(last));

            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertHeld(store, claim(OTHER_OFFER, "ann", 1));
        }
    }

    @Test
    default void a_claim_that_was_never_held_here_counts_when_it_ends() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));

            for (int i = 0; i < ENDED_MAX; i++) store.release(holds(claim("ann", 1)));

            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertEquals(new Store(9, 9, 0, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void claims_that_have_not_ended_do_not_count() {
        try (var stores = open()) {
            var store = stores.holds();
            int many = 3 * ENDED_MAX;
            store.prepare(supply(many + 1, many));
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < many; i++) claims.add(claim("ann", 1));

            for (var answer : store.reserve(claims)) assertInstanceOf(Held.class, answer);
            store.confirm(holds(claims));

            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            store.release(holds(claims.getFirst()));
            assertHeld(store, claim("ann", 1));
        }
    }

    @Test
    default void within_one_batch_and_one_by_one_the_answers_are_the_same() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            endClaims(store, "ann", ENDED_MAX - 1);
            var first = claim("ann", 1);
            var second = claim("ann", 1);
            var third = claim("ann", 1);

            var answers = store.reserve(List.of(first, second, third));

            assertInstanceOf(Held.class, answers.get(0));
            assertInstanceOf(Held.class, answers.get(1));
            assertEquals(Refused.OVER_LIMIT, answers.get(2));
            store.release(holds(first));
            assertEquals(Refused.OVER_LIMIT, reserve(store, third));
            assertTrue(((Held) reserve(store, second)).again(), "what is held stays held");
        }
    }

    @Test
    default void nothing_left_is_said_before_too_often() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(1, 1));
            endClaims(store, "ann", ENDED_MAX);
            assertHeld(store, claim("bob", 1));

            assertEquals(Refused.SOLD_OUT, reserve(store, claim("ann", 1)));
        }
    }

    @Test
    default void late_money_is_not_refused_and_its_claim_has_ended_no_more() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var ended = endClaims(store, "ann", ENDED_MAX);

            assertTrue(store.revive(ended.getFirst().hold()));
            assertTrue(store.revive(ended.getFirst().hold()), "once more");

            assertHeld(store, claim("ann", 1));
            store.release(holds(ended.getFirst()));
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertEquals(new Store(9, 8, 1, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void late_money_gets_nothing_beyond_the_limit_and_what_it_got_counts() {
        try (var stores = open()) {
            var store = stores.holds();
            store.prepare(supply(9, 2));
            var ended = endClaims(store, "ann", 4);
            var last = claim("ann", 1);
            assertHeld(store, last);

            assertTrue(store.revive(ended.get(0).hold()));
            assertFalse(store.revive(ended.get(1).hold()), "with a held unit and a revived one");
            store.confirm(holds(last));
            assertFalse(store.revive(ended.get(1).hold()), "with a sold unit and a revived one");
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertTrue(store.revive(ended.get(0).hold()), "once more");

            store.release(holds(last));
            assertTrue(store.revive(ended.get(1).hold()));
            assertFalse(store.revive(ended.get(2).hold()));
            var over = List.of(ended.get(2), ended.get(3), last);
            store.prepare(supply(9, ended.subList(0, 2), over));
            assertFalse(store.revive(ended.get(2).hold()), "known from the book");
            assertEquals(Refused.OVER_LIMIT, reserve(store, claim("ann", 1)));
            assertEquals(new Store(9, 7, 0, 2), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    default void who_has_ended_how_many_is_known_again_from_the_book() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(9, 2));
            var ended = endClaims(stores.holds(), "ann", ENDED_MAX - 1);
            var queue = stores.queue();
            queue.acknowledge(take(queue, ENDED_MAX - 1));

            stores.crash();
            stores.holds().prepare(supply(9, List.of(), ended));

            var last = claim("ann", 2);
            assertHeld(stores.holds(), last);
            stores.holds().release(holds(last));
            assertEquals(Refused.OVER_LIMIT, reserve(stores.holds(), claim("ann", 1)));
            ended.add(last);
            stores.holds().prepare(supply(9, List.of(), ended));
            assertEquals(Refused.OVER_LIMIT, reserve(stores.holds(), claim("ann", 1)));
            for (var claim : ended) {
                assertEquals(Refused.SOLD_OUT, reserve(stores.holds(), claim), "it ended before");
            }
            assertTrue(stores.holds().revive(last.hold()));
            assertEquals(new Store(9, 7, 0, 2), stores.holds().balance(OFFER).orElseThrow());
        }
    }

    /// Claims of one buyer, each of which is held and given back.
    private static List<Claim> endClaims(HoldStore store, String buyer, int count) {
        var ended = new ArrayList<Claim>();
        for (int i = 0; i < count; i++) {
            var claim = claim(buyer, 1);
            assertHeld(store, claim);
            store.release(holds(claim));
            ended.add(claim);
        }
        return ended;
    }

    private static void assertHeld(HoldStore store, Claim claim) {
        var held = assertInstanceOf(Held.class, reserve(store, claim));
        assertEquals(claim.id(), held.claim());
    }
}
