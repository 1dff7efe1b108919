package dev.sluice.server.http;

import dev.sluice.port.Unavailable;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import dev.sluice.server.metrics.Metrics;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns whatever was thrown while a request was handled into its answer. This is the one place in
/// the HTTP front where `Unavailable` is caught; what nobody expected is a bug, which is logged
/// with a number that the client is told and nothing else.
///
/// A crowd meets the same outage or the same bug thousands of times a second; in ten seconds the
/// log tells of one outage and of twenty bugs, with how many more there were. A bug that it does
/// not tell of goes by the number of the last.
public final class Faults {

    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

    private static final int BUGS_TOLD_MAX = 20;

    private final RandomGenerator random;
    private final Metrics metrics;
    private final LogLimit outages;
    private final LogLimit bugs;
    private volatile String lastBug = "";

    public Faults(RandomGenerator random, Metrics metrics, LongSupplier nanos) {
        this.random = random;
        this.metrics = metrics;
        this.outages = new LogLimit(1, nanos);
        this.bugs = new LogLimit(BUGS_TOLD_MAX, nanos);
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
        var others = outages.next();
        if (others.isEmpty()) return;
        long more = others.getAsLong();
        if (more == 0) LOG.warn("A dependency does not answer: {}", what);
        else LOG.warn("A dependency does not answer ({} requests more): {}", more, what);
    }

    private Reply bug(Throwable thrown, Lang lang) {
        metrics.countBug();
        var number = lastBug;
        var more = bugs.next();
        if (more.isPresent()) {
            number = Long.toString(random.nextLong() >>> 1, 36);
            lastBug = number;
            say(number, thrown, more.getAsLong());
        }
        return Replies.of(Problem.of(Code.INTERNAL, number), lang);
    }

    private static void say(String number, Throwable thrown, long more) {
        if (more == 0) LOG.error("Bug {} while handling a request", number, thrown);
        else LOG.error("Bug {} while handling a request ({} more)", number, more, thrown);
    }
}
