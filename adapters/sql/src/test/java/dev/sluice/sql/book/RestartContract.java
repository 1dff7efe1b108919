package dev.sluice.sql.book;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Outcome;
import dev.sluice.sql.ServerFixture;
import dev.sluice.sql.audit.LedgerReplay;
import java.sql.SQLException;
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
        private static final String HOLD =
                "select offer_id from offers where offer_id = " + OFFER.value() + " for update";

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
            for (int batch = 0; after < BATCHES_AFTER; batch++) {
                if (killed.get()) after++;
                int from = (settler + batch * SETTLERS) * BATCH;
                settle(from, from + BATCH);
                begun.countDown();
            }
        }

        /// Holds the row of the offer, so that a settler stands in the middle of its transaction
        /// and waits for an answer when the server dies.
        void kill() {
            try (var holder = test.connect(test.name())) {
                Soon.until("every settler has settled", begun);
                holder.setAutoCommit(false);
                holder.createStatement().executeQuery(HOLD);
                Soon.until(
                        "a settler waits for the row of the offer",
                        () -> !test.ask(test.changing()).equals(List.of("0")));
                Services.run("restart", test.service(), "--kill");
            } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                killed.set(true);
            }
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
