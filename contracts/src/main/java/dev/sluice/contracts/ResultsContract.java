package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.claim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OrderId;
import dev.sluice.port.Results;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What everything that publishes results must do, seen from a system that listens to them.
public interface ResultsContract {

    /// @param kind `ORDER.SUCCESS` or `ORDER.FAIL`, as the broker sees it
    /// @param id by which a listener knows a repetition
    record Heard(String kind, String id, String json) {}

    /// Results that no other test sees, with a listener of its own.
    interface Listening extends AutoCloseable {

        Results results();

        /// Waits until so many have come, or time is up.
        List<Heard> hear(int count) throws Exception;

        @Override
        void close();
    }

    Listening listen() throws Exception;

    @Test
    default void a_won_claim_is_heard_as_a_success_with_its_order() throws Exception {
        try (var listening = listen()) {
            var claim = claim("ann", 2);

            listening.results().publish(List.of(won(claim, 77)));

            var heard = listening.hear(1).getFirst();
            assertEquals("ORDER.SUCCESS", heard.kind());
            assertEquals(
                    ("{\"claimId\":\"%s\",\"offerId\":\"%s\",\"buyerId\":\"%s\","
                                    + "\"quantity\":2,\"orderId\":\"%s\"}")
                            .formatted(claim.id(), claim.offer(), claim.buyer(), new OrderId(77)),
                    heard.json());
        }
    }

    @Test
    default void a_lost_claim_is_heard_as_a_failure_with_its_reason() throws Exception {
        try (var listening = listen()) {
            var claim = claim("ben", 1);

            listening.results().publish(List.of(lost(claim, Outcome.Reason.SOLD_OUT)));

            var heard = listening.hear(1).getFirst();
            assertEquals("ORDER.FAIL", heard.kind());
            assertTrue(heard.json().contains("\"claimId\":\"" + claim.id() + "\""), heard::json);
            assertTrue(heard.json().contains("\"reason\":\"SOLD_OUT\""), heard::json);
        }
    }

    @Test
    default void a_repetition_has_the_same_id_and_another_claim_another() throws Exception {
        try (var listening = listen()) {
            var claim = claim("ann", 1);

            listening.results().publish(List.of(won(claim, 1)));
            listening.results().publish(List.of(won(claim, 1)));
            var twice = listening.hear(2);
            listening.results().publish(List.of(won(claim("ben", 1), 2)));
            var other = listening.hear(1).getFirst();

            assertEquals(twice.getFirst(), twice.getLast());
            assertNotEquals(twice.getFirst().id(), other.id());
        }
    }

    @Test
    default void all_of_a_large_batch_are_heard() throws Exception {
        try (var listening = listen()) {
            var ended = new ArrayList<ClaimState>();
            for (var claim : HoldSamples.claims(1_200)) ended.add(won(claim, ended.size()));

            listening.results().publish(ended);

            var ids = new HashSet<String>();
            for (var heard : listening.hear(1_200)) ids.add(heard.id());
            assertEquals(1_200, ids.size());
        }
    }

    @Test
    default void nothing_to_publish_is_no_trouble() throws Exception {
        try (var listening = listen()) {
            listening.results().publish(List.of());
            listening.results().publish(List.of(won(claim("ann", 1), 1)));

            assertEquals(1, listening.hear(1).size());
        }
    }

    private static ClaimState won(Claim claim, long order) {
        var outcome = new Outcome.Won(claim.id(), new OrderId(order));
        return new ClaimState(claim.hold(), 1, Optional.of(outcome));
    }

    private static ClaimState lost(Claim claim, Outcome.Reason reason) {
        var outcome = new Outcome.Lost(claim.id(), reason);
        return new ClaimState(claim.hold(), 1, Optional.of(outcome));
    }
}
