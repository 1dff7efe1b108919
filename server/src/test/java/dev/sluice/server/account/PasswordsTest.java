package dev.sluice.server.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Problem;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PasswordsTest {

    private final Passwords passwords = new Passwords(new SecureRandom(), Soon.LIMIT);

    @Test
    void a_hash_is_of_its_password_only() throws InterruptedException {
        try (var turn = passwords.turn()) {
            var hash = turn.hash("correct horse");

            assertTrue(hash.matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$\\S{22}\\$\\S{43}"));
            assertTrue(turn.matches("correct horse", hash));
            assertFalse(turn.matches("Correct horse", hash));
            assertFalse(turn.matches("", ""));
            assertNotEquals(hash, turn.hash("correct horse"));
        }
    }

    /// The vector is one of those that come with the reference implementation.
    @Test
    void a_hash_is_checked_with_the_parameters_that_stand_in_it() throws InterruptedException {
        var foreign =
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ"
                        + "$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        try (var turn = passwords.turn()) {
            assertTrue(turn.matches("password", foreign));
            assertFalse(turn.matches("passwort", foreign));
        }
    }

    /// Virtual threads share a few carriers, and whoever hashes gives none back in between.
    @Test
    void hashing_keeps_no_carrier_from_other_requests() throws InterruptedException {
        var wasVirtual = new AtomicBoolean(true);
        RandomGenerator watching =
                () -> {
                    wasVirtual.set(Thread.currentThread().isVirtual());
                    return 1;
                };
        var caller =
                Thread.startVirtualThread(() -> {
                    try (var turn = new Passwords(watching).turn()) {
                        turn.hash("correct horse");
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
        caller.join();

        assertFalse(wasVirtual.get());
    }

    @Test
    void when_too_many_wait_the_next_is_told_so() throws InterruptedException {
        var served = new AtomicInteger();
        var waiting = new ArrayList<Thread>();
        var first = passwords.turn();
        try (var second = passwords.turn()) {
            for (int i = 0; i < 64; i++) waiting.add(Thread.startVirtualThread(() -> wait(served)));
            Soon.until("all wait", () -> passwords.waiting() == 64);

            var refused = assertThrows(Problem.class, passwords::turn);
            assertEquals(Code.OVERLOADED, refused.code());
            assertEquals("$argon2id", second.hash("x").substring(0, 9));
        }
        first.close();
        for (var thread : waiting) thread.join();
        assertEquals(64, served.get());
    }

    private void wait(AtomicInteger served) {
        try (var turn = passwords.turn()) {
            assertFalse(turn.toString().isEmpty());
            served.incrementAndGet();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
