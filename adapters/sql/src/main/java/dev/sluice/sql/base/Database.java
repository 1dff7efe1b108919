package dev.sluice.sql.base;

import java.sql.SQLException;

/// Connections and transactions of the database that the adapters here work on: a file of this
/// node's own, or a server that many nodes share.
///
/// Whatever goes wrong comes out as `Unavailable`, and what only a mistake in this program can
/// cause as an [IllegalStateException]. Every call ends within a bounded time.
public abstract sealed class Database implements AutoCloseable
        permits SqliteDatabase, SharedDatabase {

    /// What is done within one transaction. It may be run again when the database took the first
    /// run back.
    public interface Work<T> {
        T run(Link link) throws SQLException;
    }

    Database() {}

    /// Runs the work as one transaction: all of it is durable afterwards, or nothing has happened.
    /// Such transactions follow each other, those of other nodes included, and each sees all that
    /// the ones before it did. Whatever moves units or adds to the ledger comes through here.
    public abstract <T> T write(Work<T> work);

    /// The same, with a part that need not wait for the others and is done ahead of the rest, in
    /// the same transaction.
    public abstract <T> T write(Work<?> ahead, Work<T> work);

    /// The same, without waiting for the others at all: for changes that are right in any order,
    /// each row guarded by itself.
    public abstract <T> T writeAside(Work<T> work);

    /// Runs the work on one state of the book, which is the newest. It cannot change anything.
    public abstract <T> T read(Work<T> work);

    /// The same on a state that may be a little old, where a copy of the database is there for it.
    public abstract <T> T readElsewhere(Work<T> work);

    public abstract boolean isShared();

    /// Waits for the calls under way. Later calls get `Unavailable`.
    @Override
    public abstract void close();
}
