package dev.sluice.contracts;

import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.SURELY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.sluice.port.Deadlines;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What everything that reminds of deadlines must do. Brokers have their own clock, so these tests
/// wait for real.
public interface DeadlinesContract {

    InstantSource CLOCK = InstantSource.system();

    /// So many nodes that share their reminders with each other and with no other test; they use
    /// [#CLOCK].
    List<Deadlines> nodes(int count) throws Exception;

    @Test
    default void a_reminder_comes_at_its_time_and_not_before() throws Exception {
        var node = nodes(1).getFirst();
        var inbox = subscribe(node);
        var due = inMillis(1_500);

        node.remind(due);

        assertEquals(due, receive(inbox));
        assertFalse(CLOCK.instant().isBefore(due));
        assertNull(inbox.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Test
    default void a_short_one_does_not_wait_for_a_long_one() throws Exception {
        var node = nodes(1).getFirst();
        var inbox = subscribe(node);
        var soon = inMillis(1_000);

        node.remind(inMillis(3_600_000));
        node.remind(inMillis(120_000));
        node.remind(soon);

        assertEquals(soon, receive(inbox));
    }

    @Test
    default void what_is_due_already_comes_at_once() throws Exception {
        var node = nodes(1).getFirst();
        var inbox = subscribe(node);
        var past = inMillis(-5_000);

        node.remind(past);

        assertEquals(past, receive(inbox));
    }

    @Test
    default void a_reminder_reaches_one_of_the_nodes() throws Exception {
        var nodes = nodes(2);
        var inbox = new LinkedBlockingQueue<Instant>();
        for (var node : nodes) node.subscribe(inbox::add);
        var asked = new HashSet<Instant>();
        for (int i = 0; i < 20; i++) asked.add(inMillis(500 + i));

        for (var due : asked) nodes.getFirst().remind(due);

        var came = new ArrayList<Instant>();
        for (int i = 0; i < asked.size(); i++) came.add(receive(inbox));
        assertEquals(asked, Set.copyOf(came));
        assertNull(inbox.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Test
    default void a_reminder_waits_until_a_node_subscribes() throws Exception {
        var nodes = nodes(2);
        var due = inMillis(-1);
        nodes.getFirst().remind(due);

        var inbox = subscribe(nodes.getLast());

        assertEquals(due, receive(inbox));
    }

    @Test
    default void a_subscriber_that_fails_does_not_keep_reminders_from_others() throws Exception {
        var node = nodes(1).getFirst();
        node.subscribe(due -> {
            throw new IllegalStateException("this subscriber always fails");
        });
        var inbox = subscribe(node);
        var first = inMillis(-2);
        var second = inMillis(-1);

        node.remind(first);
        assertEquals(first, receive(inbox));
        node.remind(second);

        // The first may come again, since one subscriber failed on it.
        var next = receive(inbox);
        while (next.equals(first)) next = receive(inbox);
        assertEquals(second, next);
    }

    private static Instant inMillis(long millis) {
        return CLOCK.instant().plusMillis(millis).truncatedTo(ChronoUnit.MILLIS);
    }

    private static BlockingQueue<Instant> subscribe(Deadlines node) {
        var inbox = new LinkedBlockingQueue<Instant>();
        node.subscribe(inbox::add);
        return inbox;
    }

    private static Instant receive(BlockingQueue<Instant> inbox) throws InterruptedException {
        var due = inbox.poll(SURELY.toMillis(), TimeUnit.MILLISECONDS);
        assertNotNull(due, "no reminder came");
        return due;
    }
}
