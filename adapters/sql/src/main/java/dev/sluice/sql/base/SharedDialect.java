package dev.sluice.sql.base;

import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/// A database that many nodes write to: how to reach it, besides how to speak with it.
interface SharedDialect extends Dialect {

    @Override
    default boolean isShared() {
        return true;
    }

    Driver driver();

    /// The address as the driver takes it.
    String jdbcUrl(SqlConfig.Address address);

    /// The driver's settings under which every statement, lock and wait for the network ends within
    /// about this time, and a transaction whose client is gone does not keep its locks.
    Properties properties(Duration timeout);

    /// Refuses a server that the schema or the statements would not work on.
    void check(Link link) throws SQLException;

    /// What the server, as it treats this very connection, would lose in a crash.
    SqlDurability durability(Link link) throws SQLException;

    /// Keeps other nodes from migrating until the transaction has ended and `unlockMigrations` was
    /// called, or until the connection is closed.
    void lockMigrations(Link link, Duration wait) throws SQLException;

    void unlockMigrations(Link link) throws SQLException;

    /// The transaction was taken back for the sake of another and may be run again.
    boolean isDeadlock(SQLException e);

    /// The connection is of no use any more, and so are probably those that idle in the pool.
    boolean isDisconnect(SQLException e);
}
