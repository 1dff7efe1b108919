package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.server.access.Sessions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a node does with the sessions it knows when signals were missed.
class SessionsMissedTest {

    private final MemoryPorts memory = new MemoryPorts();
    private final Sessions sessions =
            new Sessions(
                    memory.accounts,
                    memory.broadcast,
                    new byte[32],
                    () -> Instant.EPOCH,
                    new SecureRandom());

    @Test
    void each_who_comes_is_looked_up_once_more_and_nothing_is_cleared() {
        var tokens = new ArrayList<String>();
        for (int i = 1; i <= 100; i++) tokens.add(sessions.open(new BuyerId(i)).token());
        for (var token : tokens) sessions.load(token);
        assertEquals(100, memory.accounts.lookUps);

        for (int i = 0; i < 5; i++) memory.broadcast.send(new Signal.Missed());

        assertEquals(100, sessions.cached());
        assertEquals(100, memory.accounts.lookUps);
        var token = tokens.getFirst();
        assertNull(sessions.find(token));
        for (int i = 0; i < 5; i++) sessions.load(token);
        assertNotNull(sessions.find(token));
        assertEquals(101, memory.accounts.lookUps);
        assertEquals(100, sessions.cached());
    }

    @Test
    void a_session_whose_end_was_missed_is_dead_and_gone() {
        var opened = sessions.open(new BuyerId(7));
        sessions.load(opened.token());
        memory.accounts.deleteSession(opened.session().token());
        assertNotNull(sessions.find(opened.token()));

        memory.broadcast.send(new Signal.Missed());

        assertNull(sessions.find(opened.token()));
        assertEquals(Optional.empty(), sessions.load(opened.token()));
        assertEquals(0, sessions.cached());
    }
}
