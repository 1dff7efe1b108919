package dev.sluice.sql.base;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// How to reach a database that many nodes share. Settings live under `sluice.sql`.
///
/// @param url `postgresql://host:port/database`, or the same with `mysql` or `mariadb`; settings of
///     the driver may follow after a `?`
/// @param readUrl a replica that may serve reads which need not be the newest
/// @param poolSize connections for writing, as many for reading, as many to the replica
/// @param timeout longest wait for a connection, a lock or a statement
public record SqlConfig(
        String url,
        String user,
        String password,
        Optional<String> readUrl,
        int poolSize,
        Duration timeout) {

    public static final int POOL_SIZE = 8;
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int POOL_SIZE_MAX = 1_000;
    private static final Duration TIMEOUT_MIN = Duration.ofSeconds(1);
    private static final Duration TIMEOUT_MAX = Duration.ofHours(1);

    private static final Pattern URL =
            Pattern.compile("(?:jdbc:)?(\\w+)://([^/?@]+)/([^/?@]+)(\\?.*)?");

    /// Settings with which a driver would not tell what became of each row.
    private static final List<String> HARMFUL =
            List.of("rewritebatchedinserts", "rewritebatchedstatements", "usebulkstmts");

    /// @param rest all that follows the scheme and its slashes
    record Address(SharedDialect dialect, String rest) {}

    public SqlConfig {
        require(!user.isBlank(), "user must not be empty");
        require(
                poolSize >= 1 && poolSize <= POOL_SIZE_MAX,
                "pool-size must be from 1 to %d, was %d".formatted(POOL_SIZE_MAX, poolSize));
        require(
                timeout.compareTo(TIMEOUT_MIN) >= 0 && timeout.compareTo(TIMEOUT_MAX) <= 0,
                "timeout must be from %s to %s, was %s"
                        .formatted(TIMEOUT_MIN, TIMEOUT_MAX, timeout));
        var primary = address("url", url);
        readUrl.ifPresent(read -> {
            var replica = address("read-url", read).dialect.getClass();
            require(
                    replica == primary.dialect.getClass(),
                    "read-url must be of the same kind of database as url");
        });
    }

    public SqlConfig(String url, String user, String password) {
        this(url, user, password, Optional.empty(), POOL_SIZE, TIMEOUT);
    }

    /// The same with another timeout: an audit of a large book takes its time.
    public SqlConfig withTimeout(Duration longest) {
        return new SqlConfig(url, user, password, readUrl, poolSize, longest);
    }

    Address address() {
        return address("url", url);
    }

    Optional<Address> readAddress() {
        return readUrl.map(read -> address("read-url", read));
    }

    /// Without the password, and without what may stand in the parameters of an address.
    @Override
    public String toString() {
        return "SqlConfig[url=%s, user=%s, readUrl=%s, poolSize=%d, timeout=%s]"
                .formatted(place(url), user, readUrl.map(SqlConfig::place), poolSize, timeout);
    }

    /// The address without its parameters, for messages.
    static String place(String url) {
        int end = url.indexOf('?');
        return end < 0 ? url : url.substring(0, end);
    }

    private static Address address(String name, String url) {
        require(
                !place(url).contains("@"),
                name + " must not have a user or password in it: these are settings of their own");
        var parts = URL.matcher(url);
        require(
                parts.matches(),
                "%s must be like postgresql://host:port/database, was %s"
                        .formatted(name, place(url)));
        var parameters = Optional.ofNullable(parts.group(4)).orElse("");
        for (var harmful : HARMFUL) {
            require(
                    !parameters.toLowerCase(Locale.ROOT).contains(harmful),
                    "%s must not set %s".formatted(name, harmful));
        }
        var rest = parts.group(2) + "/" + parts.group(3) + parameters;
        return new Address(dialect(name, parts.group(1)), rest);
    }

    private static SharedDialect dialect(String name, String scheme) {
        return switch (scheme) {
            case "postgresql", "postgres" -> new PostgresDialect();
            case "mysql", "mariadb" -> new MariaDbDialect();
            default -> {
                var known = "must begin with postgresql://, mysql:// or mariadb://, was ";
                throw new IllegalArgumentException(
                        "sluice.sql: %s %s%s://".formatted(name, known, scheme));
            }
        };
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.sql: " + otherwise);
    }
}
