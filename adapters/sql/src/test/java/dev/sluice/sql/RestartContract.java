package dev.sluice.sql;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// That a server which dies in mid-settlement costs time and nothing else. The server is this
/// test's own.
interface RestartContract extends ServerFixture {

    int SETTLERS = 3;
    int BATCH = 50;

    /// The name of the server among the services.
    String service();

    @Test
    default void a_server_killed_in_mid_settlement_loses_and_doubles_nothing() throws Exception {
        publish(1_000_000);
        var run = new Run(this);

        allAtOnce(
                SETTLERS + 1,
                i -> {
                    if (i < SETTLERS) run.settle(i);
                    else run.kill();
                    return null;
                });

        var won = run.outcomes.values().stream().filter(Outcome.Won.class::isInstance).count();
        assertTrue(run.faults.get() > 0, "the server was not missed");
        assertEquals(run.outcomes.size(), won);
        assertEquals("1000000 " + won + " 0", counts(OFFER));
        var replay = LedgerReplay.of(database());
        assertEquals(List.of(), replay.findings());
        assertEquals(won, replay.offers().getFirst().orders());
        for (var outcome : run.outcomes.values()) {
            assertEquals(
                    outcome,
                    book().findClaim(outcome.claim()).orElseThrow().outcome().orElseThrow());
        }
    }

    /// Settlers that repeat what they have no answer to, and someone who kills the server.
    final class Run {
        private static final int BATCHES_AFTER = 5;
        private static final int BATCHES_MAX = 2_000;
        private static final int KILLS_MAX = 5;

        private final RestartContract test;
        private final CountDownLatch begun = new CountDownLatch(SETTLERS * 5);
        private final AtomicBoolean killed = new AtomicBoolean();
        private final AtomicInteger faults = new AtomicInteger();
        private final Map<ClaimId, Outcome> outcomes = new HashMap<>();

        Run(RestartContract test) {
            this.test = test;
        }

        void settle(int settler) {
            int after = 0;
            for (int batch = 0; batch < BATCHES_MAX && after < BATCHES_AFTER; batch++) {
                if (killed.get()) after++;
                int from = (settler * BATCHES_MAX + batch) * BATCH;
                settle(from, from + BATCH);
                begun.countDown();
            }
        }

        /// Until somebody has missed the server: a kill while nobody waits for an answer of it may
        /// go unnoticed, since it is back soon and the next connection is a new one.
        void kill() {
            try {
                begun.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            for (int kills = 0; kills < KILLS_MAX && faults.get() == 0; kills++) {
                Services.run("restart", test.service(), "--kill");
            }
            killed.set(true);
        }

        private void settle(int from, int to) {
            while (true) {
                try {
                    var settled = test.book().settle(orders(from, to));
                    note(settled);
                    return;
                } catch (Unavailable e) {
                    faults.incrementAndGet();
                }
            }
        }

        private synchronized void note(List<Outcome> settled) {
            for (var outcome : settled) outcomes.put(outcome.claim(), outcome);
        }
    }
}
