package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SolverTest {
    @Test
    void an_answer_starts_with_as_many_zero_bits_as_wanted() throws Exception {
        try (var solver = new Solver(1, System::nanoTime)) {
            var solved = new CompletableFuture<Optional<String>>();
            solver.solve("5dE8hR2mXq1TzB6w", 13, (answer, queued) -> solved.complete(answer));

            var answer = solved.get(60, TimeUnit.SECONDS).orElseThrow();
            assertTrue(Solver.zeroBits(sha256("5dE8hR2mXq1TzB6w" + answer)) >= 13);
        }
    }

    @Test
    void zero_bits_are_counted_from_the_front() {
        assertEquals(0, Solver.zeroBits(new byte[] {(byte) 0x80, 0}));
        assertEquals(7, Solver.zeroBits(new byte[] {1, 0}));
        assertEquals(11, Solver.zeroBits(new byte[] {0, 0x1f}));
        assertEquals(16, Solver.zeroBits(new byte[] {0, 0}));
    }

    @Test
    void what_nobody_can_solve_is_not_tried() {
        try (var solver = new Solver(1, System::nanoTime)) {
            assertEquals(Optional.empty(), solver.answer("x", 33));
            assertEquals(Optional.empty(), solver.answer("x", -1));
        }
    }

    private static byte[] sha256(String text) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    }
}
