package dev.sluice.server.account;

import dev.sluice.server.json.Code;
import dev.sluice.server.json.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// Hashes passwords with Argon2id into the usual text form, `$argon2id$v=19$m=..,t=..,p=..$..$..`.
/// A stored hash is checked with the parameters that stand in it, so that new ones can be stronger.
///
/// A hashing takes 19 MiB and a core for tens of milliseconds. So only a few go on at a time, a few
/// more callers wait, and whoever comes then is told that it is too much. It happens on a thread of
/// its own, which the system interrupts for others: a virtual thread would keep its carrier to
/// itself, and one hashing after the other would keep all other requests from theirs. Blocks; any
/// thread may call.
final class Passwords {

    private static final int MEMORY_KIB = 19 * 1024;
    private static final int ITERATIONS = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private static final int AT_ONCE_MAX = 2;
    private static final int WAITING_MAX = 64;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);

    private static final Base64.Encoder TEXT = Base64.getEncoder().withoutPadding();
    private static final Base64.Decoder BYTES = Base64.getDecoder();

    /// A hash that no password has, for phones that no buyer has.
    private static final String NOBODY =
            encoded(standard(new byte[SALT_BYTES]), new byte[SALT_BYTES], new byte[HASH_BYTES]);

    private final RandomGenerator random;
    private final Duration waitMax;
    private final Semaphore places = new Semaphore(AT_ONCE_MAX, true);
    private final AtomicInteger waiting = new AtomicInteger();

    /// @param random makes the salts
    Passwords(RandomGenerator random) {
        this(random, WAIT_MAX);
    }

    /// @param waitMax how long somebody may wait for a place
    Passwords(RandomGenerator random, Duration waitMax) {
        this.random = random;
        this.waitMax = waitMax;
    }

    /// A place among the few that may hash; it is given back by closing.
    final class Turn implements AutoCloseable {

        private Turn() {}

        String hash(String password) throws InterruptedException {
            return apart(() -> {
                var salt = new byte[SALT_BYTES];
                random.nextBytes(salt);
                var parameters = standard(salt);
                return encoded(parameters, salt, argon2(parameters, password, HASH_BYTES));
            });
        }

        /// Whether the hash is of this password. An empty hash is of none, and finding that out
        /// takes as long as for any other.
        boolean matches(String password, String hash) throws InterruptedException {
            return apart(() -> matchesEncoded(password, hash.isEmpty() ? NOBODY : hash));
        }

        @Override
        public void close() {
            places.release();
        }
    }

    /// Waits for a place. When too many wait already, or it takes too long, that is a [Problem]
    /// OVERLOADED.
    Turn turn() throws InterruptedException {
        if (waiting.incrementAndGet() > WAITING_MAX) {
            waiting.decrementAndGet();
            throw Problem.of(Code.OVERLOADED);
        }
        try {
            if (places.tryAcquire(waitMax.toNanos(), TimeUnit.NANOSECONDS)) return new Turn();
        } finally {
            waiting.decrementAndGet();
        }
        throw Problem.of(Code.OVERLOADED);
    }

    /// Callers in the line.
    int waiting() {
        return waiting.get();
    }

    private static <T> T apart(Callable<T> hashing) throws InterruptedException {
        var task = new FutureTask<>(hashing);
        Thread.ofPlatform().daemon().name("password").start(task);
        try {
            return task.get();
        } catch (ExecutionException bug) {
            throw new IllegalStateException("hashing a password", bug.getCause());
        }
    }

    /// Compares in a time that does not depend on where the first difference is.
    private static boolean matchesEncoded(String password, String encoded) {
        var parts = encoded.split("\\$");
        if (parts.length != 6 || !parts[1].equals("argon2id") || !parts[2].equals("v=19")) {
            throw new IllegalStateException("a stored password hash is not of Argon2id");
        }
        var costs = parts[3].split("[=,]");
        var parameters =
                new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                        .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                        .withMemoryAsKB(Integer.parseInt(costs[1]))
                        .withIterations(Integer.parseInt(costs[3]))
                        .withParallelism(Integer.parseInt(costs[5]))
                        .withSalt(BYTES.decode(parts[4]))
                        .build();
        var expected = BYTES.decode(parts[5]);
        return MessageDigest.isEqual(expected, argon2(parameters, password, expected.length));
    }

    private static Argon2Parameters standard(byte[] salt) {
        return new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(MEMORY_KIB)
                .withIterations(ITERATIONS)
                .withParallelism(LANES)
                .withSalt(salt)
                .build();
    }

    private static byte[] argon2(Argon2Parameters parameters, String password, int length) {
        var generator = new Argon2BytesGenerator();
        generator.init(parameters);
        var hash = new byte[length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }

    private static String encoded(Argon2Parameters parameters, byte[] salt, byte[] hash) {
        return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                .formatted(
                        parameters.getMemory(),
                        parameters.getIterations(),
                        parameters.getLanes(),
                        TEXT.encodeToString(salt),
                        TEXT.encodeToString(hash));
    }
}
