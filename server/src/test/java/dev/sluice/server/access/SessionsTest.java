package dev.sluice.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Broadcast.Signal.SessionEnded;
import dev.sluice.server.MemoryPorts;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SessionsTest {

    private static final BuyerId ANN = new BuyerId(7);

    private final MemoryPorts memory = new MemoryPorts();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Sessions sessions = node();

    private Sessions node() {
        var random = new SecureRandom();
        return new Sessions(memory.accounts, memory.broadcast, new byte[32], now::get, random);
    }

    @Test
    void a_session_is_loaded_once_and_then_cached() {
        var token = sessions.open(ANN).token();
        assertNull(sessions.find(token));

        assertEquals(ANN, sessions.load(token).orElseThrow().buyer());

        assertEquals(ANN, sessions.find(token).buyer());
        sessions.load(token);
        assertEquals(1, memory.accounts.lookUps);
    }

    @Test
    void garbage_never_reaches_the_store() {
        var genuine = sessions.open(ANN).token();
        var last = genuine.endsWith("A") ? "B" : "A";
        var forged = genuine.substring(0, 31) + last;
        for (var token : new String[] {"", "x", "é".repeat(32), "!".repeat(32), forged}) {
            assertNull(sessions.find(token));
            assertFalse(sessions.isGenuine(token), token);
            assertEquals(Optional.empty(), sessions.load(token));
        }

        assertEquals(0, memory.accounts.lookUps);
        assertTrue(sessions.isGenuine(genuine));
    }

    @Test
    void a_dead_token_reaches_the_store_once_in_a_while_only() {
        var dead = sessions.make(ANN);
        assertTrue(sessions.mayBe(dead.token()));
        for (int i = 0; i < 5; i++) assertEquals(Optional.empty(), sessions.load(dead.token()));

        assertFalse(sessions.mayBe(dead.token()));
        assertEquals(1, memory.accounts.lookUps);
        memory.accounts.insertSession(dead.session());
        now.set(now.get().plus(Sessions.DEAD_FOR));
        assertEquals(ANN, sessions.load(dead.token()).orElseThrow().buyer());
    }

    @Test
    void a_session_that_was_ended_is_no_longer_asked_for() {
        var token = sessions.open(ANN).token();
        sessions.load(token);
        sessions.end(token);

        for (int i = 0; i < 5; i++) assertEquals(Optional.empty(), sessions.load(token));

        assertEquals(2, memory.accounts.lookUps);
    }

    @Test
    void the_store_never_sees_the_token_itself() {
        var opened = sessions.open(ANN);

        assertFalse(opened.session().token().toString().contains(opened.token()));
        assertEquals(32, opened.token().length());
    }

    @Test
    void a_session_that_ends_is_dead_on_every_node() {
        var other = node();
        var token = sessions.open(ANN).token();
        sessions.load(token);
        other.load(token);

        sessions.end(token);

        assertNull(sessions.find(token));
        assertNull(other.find(token));
        assertEquals(Optional.empty(), other.load(token));
    }

    @Test
    void a_session_that_ends_while_it_is_loaded_is_not_kept() {
        var opened = sessions.open(ANN);
        var hash = opened.session().token();
        memory.accounts.afterLookUp = () -> memory.broadcast.send(new SessionEnded(hash));

        assertTrue(sessions.load(opened.token()).isPresent());

        assertNull(sessions.find(opened.token()));
    }

    @Test
    void an_expired_session_is_not_found_in_the_cache_either() {
        var token = sessions.open(ANN).token();
        sessions.load(token);
        now.set(Instant.EPOCH.plus(Sessions.LENGTH).minusMillis(1));
        assertNotNull(sessions.find(token));

        now.set(Instant.EPOCH.plus(Sessions.LENGTH));

        assertNull(sessions.find(token));
        assertEquals(Optional.empty(), sessions.load(token));
    }

    @Test
    void an_operator_session_is_good_for_its_time_and_its_key() {
        var random = new SecureRandom();
        var operators = new Operators("the first key", now::get, random);
        var token = operators.open();

        assertTrue(operators.accepts(token));
        assertTrue(operators.accepts("the first key"));
        assertFalse(operators.accepts("another key"));
        assertFalse(operators.accepts(token.substring(0, token.length() - 1)));
        assertFalse(new Operators("a new key", now::get, random).accepts(token));
        now.set(Instant.EPOCH.plus(Operators.LENGTH).plus(Duration.ofSeconds(1)));
        assertFalse(operators.accepts(token));
    }
}
