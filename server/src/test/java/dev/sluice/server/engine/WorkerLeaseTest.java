package dev.sluice.server.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.Snowflakes;
import dev.sluice.plain.PlainNodes;
import dev.sluice.port.Unavailable;
import dev.sluice.server.config.World;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class WorkerLeaseTest {

    private static final Instant START = Instant.parse("2026-11-11T12:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final RandomGenerator RANDOM =
            RandomGeneratorFactory.of("L64X128MixRandom").create(1);

    /// A clock and a stopwatch that tests move.
    private Instant now = START;

    private long nanos;

    /// Leases of a book that can be away, and is slow if a test says so.
    private final class WatchedNodes extends PlainNodes {
        boolean away;
        Duration takes = Duration.ZERO;
        int renewals;
        int leases;
        Instant until = Instant.EPOCH;
        boolean lost;

        @Override
        public Optional<Lease> lease(String owner, Instant at, Duration length) {
            answer();
            leases++;
            lost = false;
            var lease = super.lease(owner, at, length);
            until = lease.orElseThrow().until();
            return lease;
        }

        @Override
        public boolean renew(Lease lease, Instant at, Duration length) {
            answer();
            renewals++;
            if (lost || !super.renew(lease, at, length)) return false;
            var longer = at.plus(length);
            if (longer.isAfter(until)) until = longer;
            return true;
        }

        @Override
        public void giveBack(Lease lease, Instant at) {
            super.giveBack(lease, at);
            until = at;
        }

        private void answer() {
            pass(takes);
            if (away) throw new Unavailable("planted", null);
        }
    }

    private final WatchedNodes nodes = new WatchedNodes();
    private final WorkerLease lease =
            new WorkerLease(nodes, "a", new World(() -> now, RANDOM, () -> nanos), true);

    private void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    @Test
    void it_is_renewed_four_times_a_minute() {
        for (int second = 0; second < 120; second++) {
            pass(SECOND);
            lease.keep();
        }
        assertEquals(8, nodes.renewals);
        assertDoesNotThrow(lease.ids()::check);
    }

    @Test
    void after_minutes_without_the_book_it_is_had_again_at_the_first_look() {
        nodes.away = true;
        for (int second = 0; second < 180; second++) {
            pass(SECOND);
            if (second >= 15) assertThrows(Unavailable.class, lease::keep);
        }
        assertThrows(Unavailable.class, lease.ids()::check);
        assertThrows(Unavailable.class, lease.ids()::next);

        nodes.away = false;
        lease.keep();

        assertDoesNotThrow(lease.ids()::check);
        assertEquals(now.plus(WorkerLease.LENGTH), nodes.until);
    }

    @Test
    void how_long_it_lasts_is_counted_from_before_the_call() {
        pass(Duration.ofSeconds(20));
        var asked = now;
        nodes.takes = Duration.ofSeconds(4);

        lease.keep();

        assertEquals(asked.plus(WorkerLease.LENGTH), nodes.until);
        now = nodes.until;
        assertThrows(Unavailable.class, lease.ids()::next);
        now = nodes.until.minusMillis(1);
        lease.ids().check();
    }

    @Test
    void a_clock_that_is_put_back_stops_nothing_and_repeats_no_id() {
        var ids = new HashSet<Long>();
        for (int i = 0; i < 1_000; i++) ids.add(lease.ids().next());
        now = now.minus(Duration.ofMinutes(10));

        for (int second = 0; second < 1_200; second++) {
            pass(SECOND);
            lease.keep();
            for (int i = 0; i < 10; i++) assertTrue(ids.add(lease.ids().next()));
        }
        var latest = ids.stream().map(Snowflakes::timeOf).max(Instant::compareTo).orElseThrow();
        assertTrue(latest.isBefore(nodes.until));
    }

    @Test
    void a_number_that_is_given_back_while_the_clock_is_behind_is_not_used_twice() {
        pass(SECOND);
        long last = lease.ids().next();
        now = now.minus(Duration.ofMinutes(10));

        lease.giveBack();

        assertTrue(!nodes.until.isBefore(Snowflakes.timeOf(last)), nodes.until::toString);
    }

    @Test
    void when_it_was_lost_another_number_is_leased() {
        long before = lease.ids().next();
        nodes.lost = true;
        pass(Duration.ofSeconds(15));

        lease.keep();

        assertEquals(2, nodes.leases);
        assertNotEquals(worker(before), worker(lease.ids().next()));
    }

    private static long worker(long id) {
        return id >> 12 & 1_023;
    }
}
