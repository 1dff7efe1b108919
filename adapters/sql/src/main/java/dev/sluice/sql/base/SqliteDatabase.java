package dev.sluice.sql.base;

import dev.sluice.port.Unavailable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;

/// One SQLite file with its connections and transactions.
///
/// There is one writer connection, guarded by one lock, so that writers wait for each other here
/// and not in SQLite; a write is one transaction and is on disk when the call returns. Reads take
/// one of a few read-only connections and see one state of the book throughout. Both wait no longer
/// than `WAIT_MAX`. This is the one place where an [SQLException] becomes [Unavailable], and where
/// one that only a mistake in this program can cause becomes an [IllegalStateException].
public final class SqliteDatabase extends Database {

    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final int READERS_MAX = 4;
    private static final int WRITER_CACHE_KIB = 64 * 1024;

    /// Pages in the write-ahead log before they are copied into the file: 16 MiB. Settling fills
    /// the same pages again and again; the fewer copies are made, the better.
    private static final int LOG_PAGES_MAX = 4_000;

    private static final Dialect DIALECT = new SqliteDialect();

    private final Path file;
    private final Link writer;

    /// Fair, so that a backlog being settled does not keep a buyer who pays waiting for its end.
    private final ReentrantLock writing = new ReentrantLock(true);

    private final List<Link> readers = new ArrayList<>();
    private final BlockingQueue<Link> idle = new ArrayBlockingQueue<>(READERS_MAX);
    private volatile boolean closed;

    private SqliteDatabase(Path file) throws SQLException {
        this.file = file;
        this.writer = connect(file, false);
        try {
            Migrations.run(work -> transactOn(writer, "begin immediate", work));
            for (int i = 0; i < READERS_MAX; i++) readers.add(connect(file, true));
        } catch (SQLException | RuntimeException e) {
            closeConnections();
            throw e;
        }
        idle.addAll(readers);
    }

    /// Opens the file, which comes into being if need be, and brings its schema up to date.
    public static SqliteDatabase open(Path file) {
        try {
            return new SqliteDatabase(file);
        } catch (SQLException e) {
            throw failure(file, e);
        }
    }

    /// A connection that changes nothing, for whoever looks at a book that may be in use.
    public static Link openReadOnly(Path file) {
        try {
            return connect(file, true);
        } catch (SQLException e) {
            throw failure(file, e);
        }
    }

    @Override
    public <T> T write(Work<T> work) {
        lockForWriting();
        try {
            return transact(writer, "begin immediate", work);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public <T> T write(Work<?> ahead, Work<T> work) {
        return write(link -> {
            ahead.run(link);
            return work.run(link);
        });
    }

    /// There is one writer, whom nothing can go beside.
    @Override
    public <T> T writeAside(Work<T> work) {
        return write(work);
    }

    @Override
    public <T> T read(Work<T> work) {
        var reader = takeReader();
        try {
            return transact(reader, "begin", work);
        } finally {
            idle.add(reader);
        }
    }

    @Override
    public <T> T readElsewhere(Work<T> work) {
        return read(work);
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void close() {
        writing.lock();
        try {
            if (closed) return;
            closed = true;
            for (int i = 0; i < READERS_MAX; i++) awaitIdle();
            closeConnections();
        } catch (SQLException e) {
            throw failure(file, e);
        } finally {
            writing.unlock();
        }
    }

    public static RuntimeException failure(Path file, SQLException e) {
        var message = file + ": " + e.getMessage();
        return DIALECT.isMistake(e)
                ? new IllegalStateException(message, e)
                : new Unavailable(message, e);
    }

    private <T> T transact(Link link, String begin, Work<T> work) {
        try {
            return transactOn(link, begin, work);
        } catch (SQLException e) {
            throw failure(file, e);
        }
    }

    private static <T> T transactOn(Link link, String begin, Work<T> work) throws SQLException {
        link.update(begin);
        try {
            var result = work.run(link);
            link.update("commit");
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(link, e);
            throw e;
        }
    }

    private static void rollBack(Link link, Throwable cause) {
        try {
            link.update("rollback");
        } catch (SQLException e) {
            // SQLite rolls some failures back by itself; then there is nothing left to roll back.
            cause.addSuppressed(e);
        }
    }

    private void lockForWriting() {
        try {
            if (!writing.tryLock(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Unavailable(file + ": another write took longer than " + WAIT_MAX, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable(file + ": interrupted while waiting to write", e);
        }
        if (closed) {
            writing.unlock();
            throw new Unavailable(file + ": closed", null);
        }
    }

    private Link takeReader() {
        if (closed) throw new Unavailable(file + ": closed", null);
        var reader = awaitIdle();
        if (reader == null) {
            throw new Unavailable(file + ": all readers were busy for " + WAIT_MAX, null);
        }
        return reader;
    }

    private Link awaitIdle() {
        try {
            return idle.poll(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable(file + ": interrupted while waiting for a reader", e);
        }
    }

    private void closeConnections() throws SQLException {
        for (var reader : readers) reader.close();
        writer.close();
    }

    private static Link connect(Path file, boolean readOnly) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        config.setBusyTimeout((int) WAIT_MAX.toMillis());
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        if (!readOnly) {
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            config.setCacheSize(-WRITER_CACHE_KIB);
            config.setPragma(
                    SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, Integer.toString(LOG_PAGES_MAX));
        }
        var url = "jdbc:sqlite:" + file.toAbsolutePath();
        return new Link(config.createConnection(url), DIALECT);
    }
}
