package dev.sluice.rehearsal.crowd;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/// Solves proofs of work on a few threads of its own, so that the event loop goes on sending. On
/// their own machines all buyers would solve at once; here they queue, and how long one of them had
/// to queue is told, since it is the rehearsal's own doing.
final class Solver implements AutoCloseable {
    private static final int DIFFICULTY_MAX = 32;
    private static final int DECIMAL_DIGITS_MAX = 19;

    /// Hears the answer on a thread of the solver.
    interface Solved {
        /// @param answer empty when there is none to be found
        /// @param queuedNanos how long it took until a thread was free
        void hear(Optional<String> answer, long queuedNanos);
    }

    private final LongSupplier nanos;
    private final ExecutorService threads;
    private volatile boolean closed;

    Solver(int threads, LongSupplier nanos) {
        this.nanos = nanos;
        this.threads =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name("rehearsal-work-", 0).factory());
    }

    void solve(String nonce, int difficulty, Solved solved) {
        long since = nanos.getAsLong();
        try {
            threads.execute(() -> {
                long queued = nanos.getAsLong() - since;
                solved.hear(answer(nonce, difficulty), queued);
            });
        } catch (RejectedExecutionException over) {
            solved.hear(Optional.empty(), 0);
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }

    /// A suffix such that the SHA-256 of nonce and suffix begins with that many zero bits.
    Optional<String> answer(String nonce, int difficulty) {
        if (difficulty < 0 || difficulty > DIFFICULTY_MAX) return Optional.empty();
        var sha = sha256();
        var start = nonce.getBytes(StandardCharsets.UTF_8);
        var text = new byte[start.length + DECIMAL_DIGITS_MAX];
        System.arraycopy(start, 0, text, 0, start.length);
        for (long suffix = 0; !closed; suffix++) {
            int length = start.length + writeDecimal(suffix, text, start.length);
            sha.update(text, 0, length);
            if (zeroBits(sha.digest()) >= difficulty) return Optional.of(Long.toString(suffix));
        }
        return Optional.empty();
    }

    static int zeroBits(byte[] hash) {
        int bits = 0;
        for (byte b : hash) {
            if (b != 0) return bits + Integer.numberOfLeadingZeros(b & 0xff) - 24;
            bits += Byte.SIZE;
        }
        return bits;
    }

    /// Returns how many digits were written.
    private static int writeDecimal(long number, byte[] into, int at) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) digits++;
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--, rest /= 10) into[i] = (byte) ('0' + rest % 10);
        return digits;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
