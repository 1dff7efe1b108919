package dev.sluice.embedded;

import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What happens when the file cannot be written, or says so wrongly.
class EmbeddedFaultTest {

    private static final EmbeddedConfig CONFIG = new EmbeddedConfig(100_000, Duration.ofMillis(50));

    @TempDir Path folder;

    private int pagesMax = 1_000_000;
    private boolean commitsLie;

    @Test
    void a_claim_that_could_not_be_written_is_held_by_nobody_afterwards() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(5, 2));
            var claim = claim("ann", 2);
            try (var other = lockedByAnother()) {
                assertThrows(Unavailable.class, () -> reserve(stores.holds(), claim));
                assertEquals(new Store(5, 3, 2, 0), stores.holds().balance(OFFER).orElseThrow());
                assertEquals(Optional.empty(), stores.holds().find(claim.id()));
                assertThrows(Unavailable.class, () -> reserve(stores.holds(), claim));
                other.rollback();
            }

            stores.checkpoint();

            assertEquals(new Store(5, 5, 0, 0), stores.holds().balance(OFFER).orElseThrow());
            assertEquals(List.of(), takeAll(stores.queue()));
            assertEquals(new Held(claim.id(), 1, false), reserve(stores.holds(), claim));
            assertEquals(new Store(5, 3, 2, 0), stores.holds().balance(OFFER).orElseThrow());
            assertEquals(List.of(claim), claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void asking_again_finds_out_that_a_failed_commit_had_not_happened() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(2, 2));
            var lost = claim("ann", 2);
            try (var other = lockedByAnother()) {
                assertThrows(Unavailable.class, () -> reserve(stores.holds(), lost));
                other.rollback();
            }

            var next = claim("bob", 2);
            assertEquals(new Held(next.id(), 1, false), reserve(stores.holds(), next));

            assertEquals(List.of(next), claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void asking_again_finds_out_that_a_failed_commit_had_happened() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(5, 2));
            var claims = List.of(claim("ann", 2), claim("bob", 1));
            commitsLie = true;
            assertThrows(Unavailable.class, () -> stores.holds().reserve(claims));
            commitsLie = false;
            assertEquals(Optional.empty(), stores.holds().find(claims.getFirst().id()));
            assertEquals(0, stores.queue().depth());

            var answers = stores.holds().reserve(claims);

            assertEquals(new Held(claims.getFirst().id(), 1, true), answers.getFirst());
            assertEquals(new Store(5, 2, 3, 0), stores.holds().balance(OFFER).orElseThrow());
            assertTrue(stores.holds().find(claims.getFirst().id()).isPresent());
            assertEquals(claims, claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void a_full_disk_loses_nothing_that_was_answered() throws Exception {
        pagesMax = 24;
        var held = new ArrayList<Claim>();
        try (var stores = open()) {
            stores.holds().prepare(supply(10_000, 2));
            var refused = fillUp(stores, held);
            assertTrue(held.size() >= 100, () -> "only " + held.size());

            pagesMax = 1_000_000;
            for (var answer : stores.holds().reserve(refused)) {
                assertInstanceOf(Held.class, answer);
            }
            held.addAll(refused);
            var balance = stores.holds().balance(OFFER).orElseThrow();
            assertEquals(new Store(10_000, 10_000 - held.size(), held.size(), 0), balance);
        }
        try (var stores = open()) {
            assertEquals(held, claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void a_retry_that_could_not_be_written_leaves_the_claim_with_its_taker() throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(5, 2));
            var claim = claim("ann", 2);
            reserve(stores.holds(), claim);
            var taken = takeAll(stores.queue()).getFirst();
            try (var other = lockedByAnother()) {
                var queue = stores.queue();
                assertThrows(Unavailable.class, () -> queue.retry(taken, NOON, "busy"));
                assertThrows(Unavailable.class, () -> queue.park(taken, "broken"));
                other.rollback();
            }
            assertEquals(0, stores.queue().settledUpTo());
            assertEquals(List.of(), takeAll(stores.queue()));

            stores.queue().retry(taken, NOON, "busy");

            assertEquals(List.of(new Delivery(claim, 1, 2)), takeAll(stores.queue()));
            assertEquals(1, stores.queue().settledUpTo());
        }
    }

    @Test
    void a_retry_that_was_written_though_it_failed_delivers_once_after_a_restart()
            throws Exception {
        try (var stores = open()) {
            stores.holds().prepare(supply(5, 2));
            reserve(stores.holds(), claim("ann", 2));
            var taken = takeAll(stores.queue()).getFirst();
            commitsLie = true;
            assertThrows(Unavailable.class, () -> stores.queue().retry(taken, NOON, "busy"));
            commitsLie = false;
        }
        try (var stores = open()) {
            var again = new Delivery(taken(stores).claim(), 1, 2);
            assertEquals(1, stores.queue().depth());
            stores.queue().acknowledge(List.of(again));
            assertEquals(0, stores.queue().depth());
        }
    }

    @Test
    @Timeout(120)
    void units_move_while_a_batch_waits_for_the_disk() throws Exception {
        var patient = new EmbeddedConfig(100, Duration.ofSeconds(20));
        var clock = InstantSource.fixed(NOON);
        try (var stores = new EmbeddedStores(folder, patient, clock);
                var batcher = Executors.newSingleThreadExecutor()) {
            stores.holds().prepare(supply(5, 2));
            var before = claim("ann", 2);
            reserve(stores.holds(), before);
            try (var other = lockedByAnother()) {
                var answer = batcher.submit(() -> reserve(stores.holds(), claim("bob", 1)));
                while (stores.holds().balance(OFFER).orElseThrow().held() < 3) Thread.yield();

                stores.holds().confirm(List.of(before.hold()));
                assertEquals(new Store(5, 2, 1, 2), stores.holds().balance(OFFER).orElseThrow());
                stores.holds().release(List.of(before.hold()));
                assertEquals(new Store(5, 4, 1, 0), stores.holds().balance(OFFER).orElseThrow());
                assertFalse(answer.isDone());

                other.rollback();
                assertInstanceOf(Held.class, answer.get());
            }
        }
    }

    private static Delivery taken(EmbeddedStores stores) throws InterruptedException {
        var taken = takeAll(stores.queue());
        assertEquals(1, taken.size());
        assertEquals(2, taken.getFirst().attempt());
        return taken.getFirst();
    }

    /// Reserves until the file is full; answers the batch that failed.
    private static List<Claim> fillUp(EmbeddedStores stores, List<Claim> held) {
        for (int i = 0; i < 1_000; i++) {
            var batch = new ArrayList<Claim>();
            for (int j = 0; j < 20; j++) batch.add(claim("buyer-" + i + "-" + j, 1));
            try {
                stores.holds().reserve(batch);
                held.addAll(batch);
            } catch (Unavailable e) {
                return batch;
            }
        }
        throw new AssertionError("the file never became full");
    }

    private EmbeddedStores open() {
        return new EmbeddedStores(folder, CONFIG, InstantSource.fixed(NOON), this::connect);
    }

    private Connection connect() throws SQLException {
        var real = ClaimFile.open(folder.resolve(ClaimFile.NAME), CONFIG.timeout());
        try (var statement = real.createStatement()) {
            statement.execute("pragma max_page_count = " + pagesMax);
        }
        return (Connection)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            try {
                                var result = method.invoke(real, arguments);
                                if (commitsLie && method.getName().equals("commit")) {
                                    throw new SQLException(
                                            "the commit happened and says it did not");
                                }
                                return result;
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private Connection lockedByAnother() throws SQLException {
        var other = ClaimFile.open(folder.resolve(ClaimFile.NAME), CONFIG.timeout());
        other.setAutoCommit(false);
        try (var statement = other.createStatement()) {
            statement.execute("update cursors set acknowledged = acknowledged");
        }
        return other;
    }
}
