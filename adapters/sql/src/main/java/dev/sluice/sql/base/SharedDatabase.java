package dev.sluice.sql.base;

import dev.sluice.port.Unavailable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A PostgreSQL, MariaDB or MySQL database that many nodes write to.
///
/// Transactions that change the book first lock the one row of `book_lock`, so that they follow
/// each other over all nodes as they do in the one writer of SQLite. They run under READ COMMITTED:
/// each statement after the lock sees all that was committed before the lock was had. That chains
/// the ledger, guards the offers and lets every guard that holds in SQLite hold here. A node sends
/// two such transactions at a time, one of which prepares or waits for the row while the other
/// commits. What is done ahead of the lock may meet what another node does at the same moment; the
/// one that comes later waits, or is taken back by the database and run again.
///
/// Reads have connections of their own, read only and REPEATABLE READ, so one read sees one state.
/// With a replica, reads that may be a little old go there while it answers.
///
/// After a lost connection or a timeout the outcome is unknown, and the call is `Unavailable`; a
/// server that comes back is used again by the next call.
public final class SharedDatabase extends Database {

    private static final Duration MIGRATION_MAX = Duration.ofMinutes(2);
    private static final int WRITERS_MAX = 2;

    private static final String LOCK_BOOK =
            "select lock_id from book_lock where lock_id = 1 for update";

    private final SqlConfig config;
    private final Pool writers;
    private final Pool readers;
    private final Optional<Pool> elsewhere;

    /// Fair, so that a backlog being settled does not keep a buyer who pays waiting for its end.
    private final Semaphore writing = new Semaphore(WRITERS_MAX, true);

    /// Calls share it; closing has it alone.
    private final ReadWriteLock life = new ReentrantReadWriteLock();

    private SharedDatabase(SqlConfig config, Pool writers, Pool readers) {
        this.config = config;
        this.writers = writers;
        this.readers = readers;
        this.elsewhere =
                config.readAddress()
                        .map(replica -> new Pool(config, replica, Pool.Use.READING_ELSEWHERE));
    }

    /// Reaches the database and brings its schema up to date, which one node does for all.
    public static SharedDatabase open(SqlConfig config) {
        try (var connection = connect(config)) {
            migrate(connection, config.address().dialect());
        } catch (SQLException e) {
            throw failure(config, e);
        }
        var readers = pool(config, Pool.Use.READING);
        try {
            return new SharedDatabase(config, pool(config, Pool.Use.WRITING), readers);
        } catch (RuntimeException e) {
            readers.close();
            throw e;
        }
    }

    /// Reaches the database to look at it, for an audit: nothing is changed, not even the schema,
    /// and the right to read is enough.
    public static SharedDatabase openReadOnly(SqlConfig config) {
        var readers = pool(config, Pool.Use.READING);
        return new SharedDatabase(config, readers, readers);
    }

    /// What a crash of the server would cost, as it treats the connections that write.
    public SqlDurability durability() {
        return writeAside(link -> config.address().dialect().durability(link));
    }

    @Override
    public <T> T write(Work<T> work) {
        return write(link -> null, work);
    }

    @Override
    public <T> T write(Work<?> ahead, Work<T> work) {
        acquireWriting();
        try {
            return transact(
                    writers,
                    link -> {
                        ahead.run(link);
                        link.find(LOCK_BOOK, row -> row.getInt(1)).orElseThrow();
                        return work.run(link);
                    });
        } finally {
            writing.release();
        }
    }

    @Override
    public <T> T writeAside(Work<T> work) {
        return transact(writers, work);
    }

    @Override
    public <T> T read(Work<T> work) {
        return transact(readers, work);
    }

    /// Whatever is wrong with the replica, the primary has the last word.
    @Override
    public <T> T readElsewhere(Work<T> work) {
        if (elsewhere.isEmpty() || elsewhere.get().isEmpty()) return read(work);
        try {
            return transact(elsewhere.get(), work);
        } catch (Unavailable | IllegalStateException e) {
            return read(work);
        }
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {
        try {
            boolean alone =
                    life.writeLock().tryLock(config.timeout().toNanos(), TimeUnit.NANOSECONDS);
            closePools();
            if (alone) life.writeLock().unlock();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closePools();
        }
    }

    private void closePools() {
        writers.close();
        readers.close();
        elsewhere.ifPresent(Pool::close);
    }

    private <T> T transact(Pool pool, Work<T> work) {
        life.readLock().lock();
        try {
            return pool.transact(work);
        } catch (SQLException e) {
            throw failure(config, e);
        } finally {
            life.readLock().unlock();
        }
    }

    private void acquireWriting() {
        var place = SqlConfig.place(config.url());
        try {
            if (!writing.tryAcquire(config.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Unavailable(
                        place + ": other writes took longer than " + config.timeout(), null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable(place + ": interrupted while waiting to write", e);
        }
    }

    private static Pool pool(SqlConfig config, Pool.Use use) {
        try {
            return new Pool(config, config.address(), use);
        } catch (RuntimeException e) {
            throw new Unavailable(SqlConfig.place(config.url()) + ": " + e.getMessage(), e);
        }
    }

    private static RuntimeException failure(SqlConfig config, SQLException e) {
        var message = SqlConfig.place(config.url()) + ": " + e.getMessage();
        return config.address().dialect().isMistake(e)
                ? new IllegalStateException(message, e)
                : new Unavailable(message, e);
    }

    /// A connection of its own, since a migration may take longer than a call.
    private static Connection connect(SqlConfig config) throws SQLException {
        var address = config.address();
        var properties = address.dialect().properties(MIGRATION_MAX);
        properties.setProperty("connectTimeout", connectTimeout(config));
        properties.setProperty("user", config.user());
        properties.setProperty("password", config.password());
        var dialect = address.dialect();
        return dialect.driver().connect(dialect.jdbcUrl(address), properties);
    }

    private static String connectTimeout(SqlConfig config) {
        return config.address()
                .dialect()
                .properties(config.timeout())
                .getProperty("connectTimeout");
    }

    private static void migrate(Connection connection, SharedDialect dialect) throws SQLException {
        connection.setAutoCommit(false);
        var link = new Link(connection, dialect);
        Pool.transact(
                connection,
                link,
                _ -> {
                    dialect.check(link);
                    dialect.lockMigrations(link, MIGRATION_MAX);
                    Migrations.run(work -> work.run(link));
                    return null;
                });
        // Not before the commit: whoever comes next must see what was written. After a failure the
        // end of the connection lets go.
        dialect.unlockMigrations(link);
    }
}
