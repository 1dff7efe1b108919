package dev.sluice.capture;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.port.Changes;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Follows the log of a database on a thread of its own. When it cannot, it says why, once in the
/// log and in [#trouble] for as long as it lasts, and tries again every few seconds.
public abstract sealed class LoggedChanges implements Changes
        permits MariaDbChanges, PostgresChanges {

    private static final System.Logger LOG = System.getLogger(LoggedChanges.class.getName());
    private static final Duration PAUSE_MIN = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(3);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    private final LogReader reader;
    private final String database;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Optional<String> trouble = Optional.empty();

    /// Guarded by this.
    private Thread thread;

    /// Guarded by this.
    private Teller teller;

    LoggedChanges(LogReader reader, CaptureConfig config) {
        this.reader = reader;
        this.database = config.toString();
    }

    /// The one for the kind of database that the address names.
    public static LoggedChanges of(CaptureConfig config, RandomGenerator random) {
        return switch (config.kind()) {
            case MARIADB -> new MariaDbChanges(config, random);
            case POSTGRESQL -> new PostgresChanges(config, random);
        };
    }

    /// Why edits made by others are not seen at present, and what to do about it; nothing when all
    /// is well. For health pages.
    public final Optional<String> trouble() {
        return trouble;
    }

    @Override
    public final synchronized void follow(Consumer<Change> subscriber) {
        if (thread != null || closed.getCount() == 0) {
            throw new IllegalStateException("changes are followed once");
        }
        teller = new Teller("sluice-changes-told", subscriber);
        var following = new Following(teller);
        thread = Thread.ofPlatform().daemon().name("sluice-changes").start(following);
    }

    @Override
    public final synchronized void close() {
        if (closed.getCount() == 0) return;
        closed.countDown();
        if (thread == null) return;
        teller.close();
        reader.stop();
        try {
            thread.join(CLOSE_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What the thread does. Only the thread itself touches the pause.
    private final class Following implements Runnable, LogReader.Listener {

        private final Teller teller;
        private Duration pause = PAUSE_MIN;

        Following(Teller teller) {
            this.teller = teller;
        }

        @Override
        public void run() {
            try {
                do readOnce();
                while (!closed.await(pause.toMillis(), MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /// Whatever is wrong with one connection, the next one may be better.
        private void readOnce() {
            try {
                reader.read(this);
            } catch (RuntimeException | Error e) {
                if (closed.getCount() > 0) failed(e);
            }
        }

        private void failed(Throwable e) {
            var doubled = pause.multipliedBy(2);
            pause = doubled.compareTo(PAUSE_MAX) < 0 ? doubled : PAUSE_MAX;
            var now = Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
            if (now.equals(trouble)) return;
            trouble = now;
            LOG.log(Level.WARNING, "edits in {0} are not seen: {1}", database, now.get());
            LOG.log(Level.DEBUG, "the cause", e);
        }

        @Override
        public void connected() {
            pause = PAUSE_MIN;
            if (trouble.isPresent()) LOG.log(Level.INFO, "edits in {0} are seen again", database);
            trouble = Optional.empty();
            teller.tell(List.of(new Change.Any()));
        }

        @Override
        public void committed(Collection<Change> edits) {
            teller.tell(edits);
        }
    }
}
