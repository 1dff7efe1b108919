package dev.sluice.embedded;

import dev.sluice.id.ClaimId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimQueue.Parked;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The file in which held claims are durable: claims in the order of their sequences, a cursor up
/// to which they are done with, and those that are delayed or parked wherever the cursor stands.
///
/// Each call is one transaction and durable when it returns. The writer's lock makes calls take
/// turns; [#exclusively] keeps it over several of them and over what has to happen in between.
///
/// When a transaction fails its outcome is unknown. The connection is then closed, which takes back
/// what was not committed, and the next call opens another one and sees what is in the file.
final class ClaimLog implements AutoCloseable {

    /// Opens connections to the file; tests put a failing one in its place.
    interface Opener {
        Connection open() throws SQLException;
    }

    /// What has been acknowledged since it was last written down.
    ///
    /// @param cursor all claims up to this sequence are acknowledged, or stand in delayed or parked
    /// @param finished claims that stand in delayed and are acknowledged
    record Progress(long cursor, List<Long> finished) {}

    /// A claim that waits for its next attempt.
    ///
    /// @param since when that was said; long ago when it is not known
    record Delayed(Delivery delivery, Instant due, Instant since, String cause) {}

    private interface Work<T> {
        T run() throws SQLException;
    }

    // Statements that insert 1, 2, 4, ... rows: in few calls, a third of the time of row by row.
    private static final String[] INSERT_CLAIMS = new String[9];

    static {
        for (int i = 0; i < INSERT_CLAIMS.length; i++) {
            INSERT_CLAIMS[i] =
                    "insert into claims (sequence, claim_id, offer_id, buyer_id, units, at) values "
                            + String.join(", ", Collections.nCopies(1 << i, "(?, ?, ?, ?, ?, ?)"));
        }
    }

    private static final String FOLD = "pragma wal_checkpoint(passive)";
    private static final String MOVE_CURSOR = "update cursors set acknowledged = ?";
    private static final String DELETE_DELAYED = "delete from delayed where sequence = ?";
    private static final String DELETE_PARKED = "delete from parked where sequence = ?";
    private static final String PUT_DELAYED =
            "insert or replace into delayed (sequence, attempt, due_at, since_at, cause)"
                    + " values (?, ?, ?, ?, ?)";
    private static final String PUT_PARKED =
            "insert or replace into parked (sequence, attempts, cause, at) values (?, ?, ?, ?)";
    private static final String FIND_CURSOR = "select acknowledged from cursors";
    private static final String FIND_LAST = "select coalesce(max(sequence), 0) from claims";
    private static final String FIND_CLAIMS =
            "select "
                    + ClaimFile.CLAIM_COLUMNS
                    + " from claims where sequence > ?"
                    + " order by sequence limit ?";
    private static final String FIND_ACKNOWLEDGED =
            "select claim_id from claims where sequence <= (select acknowledged from cursors)"
                    + " and sequence not in (select sequence from delayed)"
                    + " and sequence not in (select sequence from parked)"
                    + " order by sequence desc limit ?";
    private static final String FIND_DELAYED =
            "select "
                    + ClaimFile.CLAIM_COLUMNS
                    + ", delayed.attempt, delayed.due_at, delayed.cause, delayed.since_at"
                    + " from delayed join claims using (sequence) order by delayed.sequence";
    private static final String FIND_PARKED =
            "select "
                    + ClaimFile.CLAIM_COLUMNS
                    + ", parked.attempts, parked.at, parked.cause"
                    + " from parked join claims using (sequence) order by parked.sequence";

    private static final System.Logger LOG = System.getLogger(ClaimLog.class.getName());

    private final Opener opener;
    private final Duration timeout;
    private final ReentrantLock writer = new ReentrantLock();
    // Guarded by `writer`. Without a connection the next call opens one.
    private Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private volatile boolean closed;

    private final Object folding = new Object();
    // Guarded by `folding`.
    private Connection foldConnection;

    ClaimLog(Opener opener, Duration timeout) {
        this.opener = opener;
        this.timeout = timeout;
        transact(() -> {
            ClaimFile.createTables(connection);
            return null;
        });
    }

    /// Runs what must not be mixed with other writing. Comes to a turn within the timeout or not at
    /// all.
    <T> T exclusively(Supplier<T> action) {
        acquire();
        try {
            return action.get();
        } finally {
            writer.unlock();
        }
    }

    /// Appends held claims, and writes the progress of the queue with the same commit.
    void append(List<Delivery> claims, Progress progress) {
        transact(() -> {
            insert(claims);
            write(progress);
            return null;
        });
    }

    void save(Progress progress) {
        transact(() -> {
            write(progress);
            return null;
        });
    }

    /// The claim waits for another attempt, whether it was new, delayed or parked before.
    void delay(Delayed delayed) {
        var next = delayed.delivery();
        transact(() -> {
            update(DELETE_PARKED, next.sequence());
            update(
                    PUT_DELAYED,
                    next.sequence(),
                    next.attempt(),
                    ClaimFile.nanos(delayed.due()),
                    ClaimFile.nanos(delayed.since()),
                    delayed.cause());
            return null;
        });
    }

    void park(Parked parked) {
        transact(() -> {
            update(DELETE_DELAYED, parked.sequence());
            update(
                    PUT_PARKED,
                    parked.sequence(),
                    parked.attempts(),
                    parked.cause(),
                    ClaimFile.nanos(parked.at()));
            return null;
        });
    }

    void removeParked(long sequence) {
        transact(() -> update(DELETE_PARKED, sequence));
    }

    long cursor() {
        return transact(() -> number(FIND_CURSOR));
    }

    /// The sequence of the newest claim, 0 before the first.
    long lastSequence() {
        return transact(() -> number(FIND_LAST));
    }

    /// Claims after that sequence, as first attempts.
    List<Delivery> findClaims(long after, int max) {
        return transact(() -> {
            var found = new ArrayList<Delivery>();
            try (var statement = connection.prepareStatement(FIND_CLAIMS)) {
                statement.setLong(1, after);
                statement.setInt(2, max);
                var row = statement.executeQuery();
                while (row.next()) {
                    found.add(new Delivery(ClaimFile.claim(row), row.getLong(1), 1));
                }
            }
            return found;
        });
    }

    /// The newest claims that are done with.
    List<ClaimId> findAcknowledged(int max) {
        return transact(() -> {
            var found = new ArrayList<ClaimId>();
            try (var statement = connection.prepareStatement(FIND_ACKNOWLEDGED)) {
                statement.setInt(1, max);
                var row = statement.executeQuery();
                while (row.next()) found.add(new ClaimId(row.getLong(1)));
            }
            return found;
        });
    }

    List<Delayed> findDelayed() {
        return transact(() -> {
            var found = new ArrayList<Delayed>();
            try (var statement = connection.prepareStatement(FIND_DELAYED)) {
                var row = statement.executeQuery();
                while (row.next()) {
                    var next = new Delivery(ClaimFile.claim(row), row.getLong(1), row.getInt(7));
                    var due = ClaimFile.instant(row.getLong(8));
                    var since = ClaimFile.instant(row.getLong(10));
                    found.add(new Delayed(next, due, since, row.getString(9)));
                }
            }
            return found;
        });
    }

    List<Parked> findParked() {
        return transact(() -> {
            var found = new ArrayList<Parked>();
            try (var statement = connection.prepareStatement(FIND_PARKED)) {
                var row = statement.executeQuery();
                while (row.next()) {
                    var at = ClaimFile.instant(row.getLong(8));
                    found.add(
                            new Parked(
                                    ClaimFile.claim(row),
                                    row.getLong(1),
                                    row.getInt(7),
                                    row.getString(9),
                                    at));
                }
            }
            return found;
        });
    }

    /// Folds the write-ahead log into the file on a connection of its own, so that commits need not
    /// wait for it. One thread at a time.
    void fold() {
        synchronized (folding) {
            try {
                if (closed) throw new SQLException("the log is closed");
                if (foldConnection == null) foldConnection = opener.open();
                try (var statement = foldConnection.createStatement()) {
                    statement.execute(FOLD);
                }
            } catch (SQLException e) {
                stopFolding();
                throw new Unavailable("claim log: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        writer.lock();
        try {
            closed = true;
            disconnect();
            stopFolding();
        } finally {
            writer.unlock();
        }
    }

    private <T> T transact(Work<T> work) {
        acquire();
        try {
            if (closed) throw new SQLException("the log is closed");
            if (connection == null) connect();
            var result = work.run();
            connection.commit();
            return result;
        } catch (SQLException e) {
            disconnect();
            throw new Unavailable("claim log: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            disconnect();
            throw e;
        } finally {
            writer.unlock();
        }
    }

    private void acquire() {
        try {
            if (writer.tryLock() || writer.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) return;
            throw new Unavailable("claim log: busy for " + timeout, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable("claim log: interrupted", e);
        }
    }

    /// Folding the write-ahead log into the file makes durable what an earlier, failed commit may
    /// have left in it, before anybody reads it and takes it for durable.
    private void connect() throws SQLException {
        connection = opener.open();
        try (var statement = connection.createStatement()) {
            statement.execute(FOLD);
        }
        connection.setAutoCommit(false);
    }

    private void disconnect() {
        close(connection);
        connection = null;
        statements.clear();
    }

    private void stopFolding() {
        synchronized (folding) {
            close(foldConnection);
            foldConnection = null;
        }
    }

    /// What was not committed is gone with the connection, whatever it says at the end.
    private static void close(Connection connection) {
        if (connection == null) return;
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "claim log: closing failed", e);
        }
    }

    private void insert(List<Delivery> claims) throws SQLException {
        int done = 0;
        while (done < claims.size()) {
            int power = 31 - Integer.numberOfLeadingZeros(claims.size() - done);
            power = Math.min(power, INSERT_CLAIMS.length - 1);
            insert(INSERT_CLAIMS[power], claims.subList(done, done + (1 << power)));
            done += 1 << power;
        }
    }

    private void insert(String sql, List<Delivery> claims) throws SQLException {
        var statement = prepared(sql);
        int at = 1;
        for (var delivery : claims) {
            Claim claim = delivery.claim();
            statement.setLong(at++, delivery.sequence());
            statement.setLong(at++, claim.id().value());
            statement.setLong(at++, claim.offer().value());
            statement.setLong(at++, claim.buyer().value());
            statement.setInt(at++, claim.quantity());
            statement.setLong(at++, ClaimFile.nanos(claim.at()));
        }
        statement.executeUpdate();
    }

    private void write(Progress progress) throws SQLException {
        update(MOVE_CURSOR, progress.cursor());
        for (long sequence : progress.finished()) update(DELETE_DELAYED, sequence);
    }

    private int update(String sql, Object... values) throws SQLException {
        var statement = prepared(sql);
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        return statement.executeUpdate();
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        var statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    private long number(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
