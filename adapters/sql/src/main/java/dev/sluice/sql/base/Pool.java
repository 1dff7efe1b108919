package dev.sluice.sql.base;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The connections of one kind to one address. Dead ones are replaced; when one turns out to be
/// dead, those that idle are not trusted either. Any thread may call it.
final class Pool implements AutoCloseable {

    /// What the connections are for.
    enum Use {
        WRITING,
        READING,
        /// To a replica, which may be away when this node starts.
        READING_ELSEWHERE
    }

    private static final Duration KEEPALIVE = Duration.ofSeconds(30);
    private static final Duration IDLE_MAX = Duration.ofMinutes(1);
    private static final Duration VALIDATION_MAX = Duration.ofSeconds(1);

    /// A replica that has no connection to give at once is left for the primary.
    private static final Duration REPLICA_WAIT_MAX = Duration.ofMillis(500);

    private static final int DEADLOCKS_MAX = 4;

    private final SharedDialect dialect;
    private final HikariDataSource connections;
    // All SQL is constant, so this stays small.
    private final Map<String, String> translations = new ConcurrentHashMap<>();

    Pool(SqlConfig config, SqlConfig.Address address, Use use) {
        this.dialect = address.dialect();
        this.connections = new HikariDataSource(hikari(config, address, use));
    }

    /// Runs the work as one transaction. It is run again after a deadlock, which took it back, and
    /// once when the connection turns out to have died in the pool: the first statement fails then,
    /// and nothing has happened.
    <T> T transact(Database.Work<T> work) throws SQLException {
        boolean trusting = true;
        for (int deadlocks = 0; ; ) {
            try (var connection = connections.getConnection()) {
                var link = new Link(connection, dialect, translations);
                try {
                    return transact(connection, link, work);
                } catch (SQLException e) {
                    boolean dead = dialect.isDisconnect(e);
                    if (dead) connections.getHikariPoolMXBean().softEvictConnections();
                    if (dead && trusting && !link.hasAnswered()) trusting = false;
                    else if (!dialect.isDeadlock(e) || ++deadlocks > DEADLOCKS_MAX) throw e;
                }
            }
        }
    }

    /// Whether there is no connection at all: the server is away.
    boolean isEmpty() {
        return connections.getHikariPoolMXBean().getTotalConnections() == 0;
    }

    @Override
    public void close() {
        connections.close();
    }

    /// Runs the work as one transaction of this connection, which does not commit by itself.
    static <T> T transact(Connection connection, Link link, Database.Work<T> work)
            throws SQLException {
        try {
            var result = work.run(link);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(connection, e);
            throw e;
        }
    }

    private static void rollBack(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // A connection that is gone has taken its transaction with it.
            cause.addSuppressed(e);
        }
    }

    private static HikariConfig hikari(SqlConfig config, SqlConfig.Address address, Use use) {
        boolean writing = use == Use.WRITING;
        long wait = config.timeout().toMillis();
        var hikari = new HikariConfig();
        hikari.setPoolName("sluice-sql-" + use.name().toLowerCase(Locale.ROOT));
        hikari.setDataSource(source(config, address));
        hikari.setAutoCommit(false);
        hikari.setReadOnly(!writing);
        hikari.setTransactionIsolation(
                writing ? "TRANSACTION_READ_COMMITTED" : "TRANSACTION_REPEATABLE_READ");
        hikari.setMaximumPoolSize(config.poolSize());
        hikari.setMinimumIdle(1);
        hikari.setConnectionTimeout(wait);
        hikari.setValidationTimeout(Math.min(wait, VALIDATION_MAX.toMillis()));
        hikari.setKeepaliveTime(KEEPALIVE.toMillis());
        hikari.setIdleTimeout(IDLE_MAX.toMillis());
        if (use == Use.READING_ELSEWHERE) {
            // Zero: it is tried once, and the pool begins without it.
            hikari.setInitializationFailTimeout(0);
            hikari.setConnectionTimeout(Math.min(wait, REPLICA_WAIT_MAX.toMillis()));
        }
        return hikari;
    }

    private static DriverSource source(SqlConfig config, SqlConfig.Address address) {
        var dialect = address.dialect();
        var properties = dialect.properties(config.timeout());
        properties.setProperty("user", config.user());
        properties.setProperty("password", config.password());
        return new DriverSource(dialect.driver(), dialect.jdbcUrl(address), properties);
    }
}
