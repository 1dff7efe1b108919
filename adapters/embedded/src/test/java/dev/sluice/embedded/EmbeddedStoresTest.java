package dev.sluice.embedded;

import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.embedded.ClaimLogReader.Logged;
import dev.sluice.embedded.ClaimLogReader.Place;
import dev.sluice.port.Unavailable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoresTest {

    @TempDir Path folder;

    @Test
    void a_folder_is_open_once_at_a_time() {
        try (var first = open()) {
            first.checkpoint();
            assertThrows(IllegalStateException.class, this::open);
        }
        open().close();
    }

    @Test
    void a_file_of_another_version_is_refused() throws Exception {
        open().close();
        try (var connection =
                        ClaimFile.open(folder.resolve(ClaimFile.NAME), Duration.ofSeconds(1));
                var statement = connection.createStatement()) {
            statement.execute("pragma user_version = 99");
        }

        var refused = assertThrows(Unavailable.class, this::open);

        assertTrue(refused.getMessage().contains("99"), refused::getMessage);
        assertThrows(Unavailable.class, this::open);
    }

    @Test
    void an_acknowledgement_is_written_with_the_next_claims() throws Exception {
        try (var stores = new EmbeddedTestStores(folder, EmbeddedConfig.DEFAULTS)) {
            stores.holds().prepare(supply(10, 2));
            stores.holds().reserve(claims(2));
            stores.queue().acknowledge(take(stores.queue(), 2));
            var later = claims(1);
            stores.holds().reserve(later);

            stores.crash();

            assertEquals(later, claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void an_acknowledgement_is_written_by_a_checkpoint() throws Exception {
        try (var stores = new EmbeddedTestStores(folder, EmbeddedConfig.DEFAULTS)) {
            stores.holds().prepare(supply(10, 2));
            stores.holds().reserve(claims(3));
            var taken = take(stores.queue(), 3);
            stores.queue().retry(taken.get(1), stores.now(), "busy");
            stores.queue().acknowledge(takeAll(stores.queue()));
            stores.queue().acknowledge(taken.subList(0, 1));
            stores.stores().checkpoint();

            stores.crash();

            assertEquals(taken.subList(2, 3), takeAll(stores.queue()));
        }
    }

    @Test
    void more_claims_than_a_page_are_read_back_in_order() throws Exception {
        var all = claims(10_000);
        try (var stores = open()) {
            stores.holds().prepare(supply(10_000, 1));
            for (int i = 0; i < 20; i++)
                stores.holds().reserve(all.subList(i * 500, i * 500 + 500));
        }
        try (var stores = open()) {
            stores.holds().prepare(supply(10_000, 1));
            assertEquals(0, stores.holds().balance(OFFER).orElseThrow().free());
            assertEquals(all, claimsOf(takeAll(stores.queue())));
        }
    }

    @Test
    void one_claim_that_is_never_acknowledged_does_not_let_the_backlog_grow_for_ever()
            throws Exception {
        var config = new EmbeddedConfig(4, Duration.ofSeconds(5));
        try (var stores = new EmbeddedStores(folder, config, InstantSource.fixed(NOON))) {
            stores.holds().prepare(supply(100, 1));
            stores.holds().reserve(claims(4));
            stores.queue().acknowledge(take(stores.queue(), 4).subList(1, 4));

            assertEquals(1, stores.queue().depth());
            assertFalse(stores.queue().backlog().room(4, Set.of(OFFER)).isFor(OFFER));
        }
    }

    @Test
    void an_audit_reads_every_claim_and_where_it_is() throws Exception {
        var all = claims(5);
        var expected =
                List.of(
                        new Logged(all.get(0), 1, Place.ACKNOWLEDGED),
                        new Logged(all.get(1), 2, Place.DELAYED),
                        new Logged(all.get(2), 3, Place.PARKED),
                        new Logged(all.get(3), 4, Place.ACKNOWLEDGED),
                        new Logged(all.get(4), 5, Place.QUEUED));
        try (var stores = open()) {
            stores.holds().prepare(supply(10, 1));
            stores.holds().reserve(all);
            var taken = take(stores.queue(), 5);
            stores.queue().acknowledge(taken.subList(0, 1));
            stores.queue().retry(taken.get(1), NOON.plusSeconds(5), "busy");
            stores.queue().park(taken.get(2), "broken");
            stores.queue().acknowledge(taken.subList(3, 4));
            stores.checkpoint();
            assertEquals(expected, audit());
        }
        assertEquals(expected, audit());
    }

    @Test
    void a_config_that_cannot_work_is_refused() {
        var second = Duration.ofSeconds(1);
        assertThrows(IllegalArgumentException.class, () -> new EmbeddedConfig(0, second));
        assertThrows(IllegalArgumentException.class, () -> new EmbeddedConfig(1, Duration.ZERO));
        assertThrows(
                IllegalArgumentException.class, () -> new EmbeddedConfig(1, Duration.ofHours(1)));
    }

    private List<Logged> audit() {
        var logged = new ArrayList<Logged>();
        try (var reader = new ClaimLogReader(folder)) {
            reader.forEach(logged::add);
        }
        return logged;
    }

    private EmbeddedStores open() {
        return new EmbeddedStores(folder, EmbeddedConfig.DEFAULTS, InstantSource.fixed(NOON));
    }
}
