package dev.sluice.server.http;

import dev.sluice.port.Unavailable;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import dev.sluice.server.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns whatever was thrown while a request was handled into its answer. This is the one place in
/// the HTTP front where `Unavailable` is caught; what nobody expected is a bug, which is logged
/// with a number that the client is told and nothing else. A crowd meets the same outage thousands
/// of times a second; the log says so every ten seconds, with how many they were.
public final class Faults {

    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();

    private final RandomGenerator random;
    private final Metrics metrics;
    private final LongSupplier nanos;
    private final AtomicLong quietUntil;
    private final LongAdder unsaid = new LongAdder();

    public Faults(RandomGenerator random, Metrics metrics, LongSupplier nanos) {
        this.random = random;
        this.metrics = metrics;
        this.nanos = nanos;
        this.quietUntil = new AtomicLong(nanos.getAsLong());
    }

    public Reply reply(Throwable thrown, Lang lang) {
        return switch (thrown) {
            case Problem problem -> Replies.of(problem, lang);
            case Unavailable unavailable -> {
                sayAway(unavailable.getMessage());
                yield Replies.of(Code.UNAVAILABLE, lang);
            }
            case InterruptedException stopping -> Replies.of(Code.UNAVAILABLE, lang);
            case CompletionException wrapped when wrapped.getCause() != null ->
                    reply(wrapped.getCause(), lang);
            default -> bug(thrown, lang);
        };
    }

    private void sayAway(String what) {
        long now = nanos.getAsLong();
        long until = quietUntil.get();
        if (now - until < 0 || !quietUntil.compareAndSet(until, now + QUIET_NANOS)) {
            unsaid.increment();
            return;
        }
        long others = unsaid.sumThenReset();
        if (others == 0) LOG.warn("A dependency does not answer: {}", what);
        else LOG.warn("A dependency does not answer ({} requests more): {}", others, what);
    }

    private Reply bug(Throwable thrown, Lang lang) {
        var number = Long.toString(random.nextLong() >>> 1, 36);
        metrics.countBug();
        LOG.error("Bug {} while handling a request", number, thrown);
        return Replies.of(Problem.of(Code.INTERNAL, number), lang);
    }
}
