package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Nodes;
import dev.sluice.port.Nodes.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What every adapter of nodes must do. The nodes of each test are new.
public interface NodesContract {

    Duration MINUTE = Duration.ofMinutes(1);

    Nodes nodes();

    /// Closes the store and opens it again; `nodes` answers the new ones.
    void restart();

    @Test
    default void the_lowest_free_number_is_leased() {
        var first = nodes().lease("a", NOW, MINUTE);
        var second = nodes().lease("b", NOW, MINUTE);

        assertEquals(Optional.of(new Lease(0, "a", Instant.EPOCH, LATER)), first);
        assertEquals(Optional.of(new Lease(1, "b", Instant.EPOCH, LATER)), second);
        restart();
        assertEquals(2, lease("c", NOW).worker());
        nodes().giveBack(second.orElseThrow(), NOW);
        assertEquals(1, lease("d", NOW).worker());
    }

    @Test
    default void an_expired_number_is_leased_again_with_the_time_it_was_used_up_to() {
        lease("a", NOW);
        lease("b", NOW.plusSeconds(1));

        assertEquals(2, lease("c", LATER.minusMillis(1)).worker());
        var again = lease("d", LATER);

        assertEquals(new Lease(0, "d", LATER, LATER.plus(MINUTE)), again);
    }

    @Test
    default void a_number_given_back_was_used_up_to_then() {
        var first = lease("a", NOW);
        nodes().giveBack(first, NOW.plusSeconds(5));

        var second = lease("b", NOW.plusSeconds(6));

        assertEquals(0, second.worker());
        assertEquals(NOW.plusSeconds(5), second.usedUpTo());
    }

    @Test
    default void a_renewed_lease_lives_longer() {
        var lease = lease("a", NOW);

        assertTrue(nodes().renew(lease, NOW.plusSeconds(30), MINUTE));

        assertEquals(1, lease("b", LATER).worker());
        assertEquals(NOW.plusSeconds(90), lease("c", NOW.plusSeconds(90)).usedUpTo());
    }

    @Test
    default void a_lost_lease_cannot_be_renewed_or_given_back() {
        var lost = lease("a", NOW);
        var current = lease("b", LATER);

        assertFalse(nodes().renew(lost, LATER, MINUTE));
        nodes().giveBack(lost, LATER);

        assertEquals(lost.worker(), current.worker());
        assertTrue(nodes().renew(current, LATER.plusSeconds(1), MINUTE));
    }

    @Test
    default void an_expired_lease_is_lost() {
        var lease = lease("a", NOW);

        assertFalse(nodes().renew(lease, LATER, MINUTE));
    }

    @Test
    default void there_are_1024_numbers() {
        var numbers =
                IntStream.range(0, 1024)
                        .map(i -> lease("owner " + i, NOW).worker())
                        .boxed()
                        .collect(Collectors.toSet());

        assertEquals(1024, numbers.size());
        assertTrue(numbers.contains(0));
        assertTrue(numbers.contains(1023));
        assertEquals(Optional.empty(), nodes().lease("one more", NOW, MINUTE));
    }

    @Test
    default void leases_at_once_have_different_numbers() throws Exception {
        var leases = allAtOnce(32, i -> lease("owner " + i, NOW));

        assertEquals(32, leases.stream().map(Lease::worker).distinct().count());
    }

    @Test
    default void a_duty_has_one_leader_until_that_one_stops_asking() throws Exception {
        var answers = allAtOnce(16, i -> nodes().lead("count", "owner " + i, NOW, MINUTE));
        assertEquals(1, answers.stream().filter(leads -> leads).count());
        var leader = "owner " + answers.indexOf(true);

        assertTrue(nodes().lead("count", leader, NOW.plusSeconds(30), MINUTE));
        assertFalse(nodes().lead("count", "other", LATER, MINUTE));
        assertTrue(nodes().lead("sweep", "other", NOW, MINUTE));
        assertTrue(nodes().lead("count", "other", NOW.plusSeconds(90), MINUTE));
        assertFalse(nodes().lead("count", leader, NOW.plusSeconds(91), MINUTE));
    }

    @Test
    default void a_leader_whose_clock_was_far_ahead_is_not_waited_for() {
        assertTrue(nodes().lead("count", "ahead", NOW.plus(MINUTE.multipliedBy(60)), MINUTE));

        assertTrue(nodes().lead("count", "other", NOW, MINUTE));
        assertFalse(nodes().lead("count", "third", NOW, MINUTE));
    }

    @Test
    default void a_number_is_not_leased_again_before_the_time_its_ids_ran_ahead_to() {
        var lease = lease("a", NOW);
        var ahead = NOW.plusSeconds(30);
        assertTrue(nodes().renew(lease, ahead, MINUTE));

        assertTrue(nodes().renew(lease, NOW.minusSeconds(300), MINUTE));
        assertEquals(1, lease("b", ahead.plusSeconds(59)).worker());
        nodes().giveBack(lease, ahead.plusSeconds(20));

        assertEquals(2, lease("c", NOW).worker());
        assertEquals(ahead.plusSeconds(20), lease("d", ahead.plusSeconds(20)).usedUpTo());
    }

    @Test
    default void a_secret_is_created_once() throws Exception {
        var secrets = allAtOnce(16, i -> nodes().secret("passes", new byte[] {(byte) i, 7}));

        for (var secret : secrets) assertArrayEquals(secrets.getFirst(), secret);
        restart();
        assertArrayEquals(secrets.getFirst(), nodes().secret("passes", new byte[] {99}));
        assertArrayEquals(new byte[] {1}, nodes().secret("other", new byte[] {1}));
    }

    @Test
    default void a_value_is_the_one_put_last() {
        assertEquals(Optional.empty(), nodes().findValue("switch"));
        nodes().putValue("switch", "on");
        nodes().putValue("switch", "关");
        restart();

        assertEquals(Optional.of("关"), nodes().findValue("switch"));
    }

    private Lease lease(String owner, Instant now) {
        return nodes().lease(owner, now, MINUTE).orElseThrow();
    }
}
