package dev.sluice.contracts;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.port.Grants;
import dev.sluice.port.Grants.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every adapter of grants must do. The grants of each test are new.
public interface GrantsContract {

    Grants grants();

    /// Closes the store and opens it again; `grants` answers the new ones.
    void restart();

    @Test
    default void a_grant_lives_until_its_last_pass_has_expired() {
        var first = new Grant(OFFER, 100, LATER);
        var second = new Grant(OTHER_OFFER, 50, LATER.plusSeconds(1));
        grants().insert(first);
        grants().insert(second);
        restart();

        assertEquals(List.of(first, second), grants().findLive(LATER.minusMillis(1)));
        assertEquals(List.of(second), grants().findLive(LATER));
    }

    @Test
    default void equal_grants_count_each() {
        var grant = new Grant(OFFER, 100, LATER);
        grants().insert(grant);
        grants().insert(grant);

        assertEquals(List.of(grant, grant), grants().findLive(NOW));
    }

    @Test
    default void purging_forgets_what_has_expired_and_nothing_else() {
        var longer = new Grant(OFFER, 1, LATER.plusMillis(1));
        grants().insert(new Grant(OFFER, 100, LATER));
        grants().insert(longer);

        grants().purge(LATER);

        assertEquals(List.of(longer), grants().findLive(NOW));
    }
}
