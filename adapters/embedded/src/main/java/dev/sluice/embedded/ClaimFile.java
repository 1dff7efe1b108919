package dev.sluice.embedded;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Claim;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.sqlite.SQLiteConfig;

/// How the file of the claim log is laid out and opened.
final class ClaimFile {

    static final String NAME = "claims.db";

    /// What [Claim] needs of a row, in the order that [#claim] reads it.
    static final String CLAIM_COLUMNS =
            "claims.sequence, claims.claim_id, claims.offer_id, claims.buyer_id, claims.units,"
                    + " claims.at";

    /// Raised whenever the tables change; a file of another version is refused.
    private static final int VERSION = 1;

    // 64 MiB: beyond this a commit folds the write-ahead log into the file by itself. It is the
    // limit
    // for the log's size; [ClaimLog#fold] has done most of that work before.
    private static final int PAGES_PER_FOLD = 16_384;

    /// Only the sequence has an index: one in random order would halve the rate. Claims are never
    /// deleted, so that a sale can be audited afterwards; there are at most as many as units held.
    private static final String[] TABLES = {
        """
        create table if not exists claims (
            sequence integer primary key,
            claim_id integer not null,
            offer_id integer not null,
            buyer_id integer not null,
            units    integer not null,
            at       integer not null)
        """,
        """
        create table if not exists cursors (
            id           integer primary key check (id = 1),
            acknowledged integer not null)
        """,
        """
        create table if not exists delayed (
            sequence integer primary key,
            attempt  integer not null,
            due_at   integer not null,
            cause    text not null)
        """,
        """
        create table if not exists parked (
            sequence integer primary key,
            attempts integer not null,
            cause    text not null,
            at       integer not null)
        """,
        "insert or ignore into cursors (id, acknowledged) values (1, 0)",
    };

    private ClaimFile() {}

    /// A connection that writes, in transactions, each of them durable when its commit returns.
    static Connection open(Path file, Duration timeout) throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout((int) timeout.toMillis());
        var connection = config.createConnection("jdbc:sqlite:" + file);
        try (var statement = connection.createStatement()) {
            statement.execute("pragma wal_autocheckpoint = " + PAGES_PER_FOLD);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// A connection that reads, also while a process writes.
    static Connection openToRead(Path file, Duration timeout) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout((int) timeout.toMillis());
        var connection = config.createConnection("jdbc:sqlite:" + file);
        try {
            checkVersion(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// Makes the tables in a new file, and refuses one that another version of Sluice has made.
    static void createTables(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            if (version(connection) == 0) {
                for (var table : TABLES) statement.execute(table);
                statement.execute("pragma user_version = " + VERSION);
            }
        }
        checkVersion(connection);
        addSince(connection);
    }

    /// Files of earlier versions do not have it, and those versions do without it.
    private static void addSince(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            var has = "select 1 from pragma_table_info('delayed') where name = 'since_at'";
            try (var row = statement.executeQuery(has)) {
                if (row.next()) return;
            }
            statement.execute("alter table delayed add column since_at integer");
        }
    }

    static Claim claim(ResultSet row) throws SQLException {
        return new Claim(
                new ClaimId(row.getLong(2)),
                new OfferId(row.getLong(3)),
                new BuyerId(row.getLong(4)),
                row.getInt(5),
                instant(row.getLong(6)));
    }

    /// Instants are kept in nanoseconds, so that a claim that is read equals the one written.
    static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private static void checkVersion(Connection connection) throws SQLException {
        int version = version(connection);
        if (version == VERSION) return;
        throw new SQLException("version is " + version + " and should be " + VERSION);
    }

    private static int version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("pragma user_version")) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
