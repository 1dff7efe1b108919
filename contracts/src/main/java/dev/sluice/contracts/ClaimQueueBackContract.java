package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.queueAndTake;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.sale.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every claim queue must do with claims that a node has taken and cannot settle, for no fault
/// of theirs. Part of [ClaimQueueContract].
public interface ClaimQueueBackContract {

    /// A new engine over nothing, with no offer prepared.
    TestEngine open();

    @Test
    default void what_is_given_back_comes_again_in_its_order_as_the_same_attempt()
            throws Exception {
        try (var engine = open()) {
            engine.holds().prepare(supply(1_000, 10));
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < 5; i++) claims.add(claim("ann", 1));
            engine.holds().reserve(claims);
            var first = take(engine.queue(), 3);

            for (int i = 0; i < 60; i++) {
                engine.queue().giveBack(first);
                assertEquals(first, take(engine.queue(), 3));
            }

            assertEquals(5, engine.queue().depth());
            assertEquals(5, engine.queue().queuedUnits(OFFER));
            assertEquals(claims.subList(3, 5), HoldSamples.claimsOf(take(engine.queue(), 2)));
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            assertEquals(List.of(), engine.queue().parked(9));
        }
    }

    @Test
    default void of_what_is_given_back_only_what_is_not_done_comes_again() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 5);
            engine.queue().acknowledge(taken.subList(0, 2));
            engine.queue().park(taken.get(2), "broken");

            engine.queue().giveBack(taken);
            engine.queue().giveBack(taken);

            assertEquals(Set.copyOf(taken.subList(3, 5)), Set.copyOf(take(engine.queue(), 2)));
            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
            assertEquals(3, engine.queue().depth());
            engine.queue().acknowledge(taken.subList(3, 5));
            assertEquals(taken.get(2).sequence(), engine.queue().parked(9).getFirst().sequence());
        }
    }

    @Test
    default void a_retried_claim_that_is_given_back_keeps_its_attempt() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 2);
            engine.queue().retry(taken.get(0), engine.now(), "busy");
            var second = take(engine.queue(), 1);
            assertEquals(2, second.getFirst().attempt());

            engine.queue().giveBack(List.of(taken.get(1), second.getFirst()));

            var expected = Set.of(taken.get(1), second.getFirst());
            assertEquals(expected, Set.copyOf(take(engine.queue(), 2)));
            engine.queue().acknowledge(List.copyOf(expected));
            assertEquals(0, engine.queue().depth());
        }
    }

    @Test
    default void what_is_given_back_while_it_waits_for_its_retry_goes_on_waiting()
            throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 1);
            engine.queue().retry(taken.get(0), engine.now().plusSeconds(3_600), "busy");

            engine.queue().giveBack(taken);

            assertEquals(List.of(), engine.queue().take(5, A_MOMENT));
        }
    }

    @Test
    default void what_was_given_back_is_delivered_after_a_crash_too() throws Exception {
        try (var engine = open()) {
            var taken = queueAndTake(engine, 3);
            engine.queue().giveBack(taken);

            engine.crash();

            assertEquals(Set.copyOf(taken), Set.copyOf(take(engine.queue(), 3)));
        }
    }
}
