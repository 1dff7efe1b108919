package dev.sluice.server;

import dev.sluice.port.Unavailable;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns whatever was thrown while a request was handled into its answer. This is the one place at
/// the HTTP edge where `Unavailable` is caught; what nobody expected is a bug, which is logged with
/// a number that the client is told and nothing else.
final class Faults {

    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

    private final RandomGenerator random;
    private final Metrics metrics;

    Faults(RandomGenerator random, Metrics metrics) {
        this.random = random;
        this.metrics = metrics;
    }

    Reply reply(Throwable thrown, Lang lang) {
        return switch (thrown) {
            case Problem problem -> Replies.of(problem, lang);
            case Unavailable unavailable -> {
                LOG.warn("A dependency does not answer: {}", unavailable.getMessage());
                yield Replies.of(Code.UNAVAILABLE, lang);
            }
            case InterruptedException stopping -> Replies.of(Code.UNAVAILABLE, lang);
            case CompletionException wrapped when wrapped.getCause() != null ->
                    reply(wrapped.getCause(), lang);
            default -> bug(thrown, lang);
        };
    }

    private Reply bug(Throwable thrown, Lang lang) {
        var number = Long.toString(random.nextLong() >>> 1, 36);
        metrics.countBug();
        LOG.error("Bug {} while handling a request", number, thrown);
        return Replies.of(Problem.of(Code.INTERNAL, number), lang);
    }
}
