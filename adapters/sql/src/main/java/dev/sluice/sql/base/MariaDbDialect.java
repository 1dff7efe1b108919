package dev.sluice.sql.base;

import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// MariaDB from 10.6 on and MySQL from 8.0 on. What only one of them knows stands in comments that
/// the other passes over.
final class MariaDbDialect implements SharedDialect {

    private static final String LOCK_MIGRATIONS =
            "select get_lock(concat('sluice.', database()), ?)";

    private static final String UNLOCK_MIGRATIONS =
            "select release_lock(concat('sluice.', database()))";

    /// In MySQL, doublewrite has names beside ON and OFF.
    private static final String FIND_DURABILITY =
            """
            select @@global.innodb_flush_log_at_trx_commit,
                   case when concat(@@global.innodb_doublewrite) in ('0', 'OFF') then 0 else 1 end,
                   @@global.log_bin, @@global.sync_binlog
            """;

    private static final Pattern INSERT_OR_IGNORE =
            Pattern.compile("\\s*on conflict (?:\\((\\w+)\\) )?do nothing");

    private static final Pattern DUPLICATE_KEY = Pattern.compile("for key '(?:\\w+\\.)?(\\w+)'");

    private static final Pattern VERSION = Pattern.compile("^(\\d+)\\.(\\d+)");

    /// Text as it is, byte for byte: neither case, nor accents, nor spaces at the end are forgiven.
    private static final String TABLE_OPTIONS =
            " engine = InnoDB default character set utf8mb4"
                    + " collate /*M!100200 utf8mb4_nopad_bin */ /*!80000 utf8mb4_0900_bin */";

    private static final int DUPLICATE = 1062;
    private static final int TABLE_EXISTS = 1050;
    private static final int INDEX_EXISTS = 1061;
    private static final int DEADLOCK = 1213;
    private static final int KILLED = 1927;

    /// Refusals for want of rights, of room, or of a database or a table, which may be being
    /// restored, with the state of a wrong statement.
    private static final Set<Integer> REFUSALS =
            Set.of(1044, 1045, 1049, 1142, 1143, 1146, 1203, 1226, 1227, 1370, 1461);

    /// Wrong values that have no state of their own: no default, a wrong text, a broken check.
    private static final Set<Integer> WRONG_VALUES = Set.of(1364, 1366, 3819, 4025);

    @Override
    public Driver driver() {
        return new org.mariadb.jdbc.Driver();
    }

    @Override
    public String jdbcUrl(SqlConfig.Address address) {
        return "jdbc:mariadb://" + address.rest();
    }

    @Override
    public Properties properties(Duration timeout) {
        long seconds = timeout.plusMillis(999).toSeconds();
        var properties = new Properties();
        properties.setProperty("connectTimeout", Long.toString(timeout.toMillis()));
        properties.setProperty("socketTimeout", Long.toString(timeout.toMillis() + 1_000));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("transactionIsolation", "READ-COMMITTED");
        properties.setProperty(
                "initSql",
                "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',"
                        + " innodb_lock_wait_timeout = %d, wait_timeout = 120".formatted(seconds)
                        + " /*M!100300 , max_statement_time = %d, idle_transaction_timeout = %d */"
                                .formatted(seconds, 2 * seconds));
        return properties;
    }

    @Override
    public void check(Link link) throws SQLException {
        var version = link.find("select version()", row -> row.getString(1)).orElseThrow();
        var numbers = VERSION.matcher(version);
        if (!numbers.find()) throw new IllegalStateException("unknown version: " + version);
        int number = 100 * Integer.parseInt(numbers.group(1)) + Integer.parseInt(numbers.group(2));
        int least = version.contains("MariaDB") ? 1006 : 800;
        if (number < least) {
            throw new IllegalStateException(
                    "the server is %s: MariaDB 10.6 or MySQL 8.0 is needed".formatted(version));
        }
    }

    /// In MariaDB 3 is even more careful than 1.
    @Override
    public SqlDurability durability(Link link) throws SQLException {
        var losses = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        link.visit(
                FIND_DURABILITY,
                row -> {
                    int flush = row.getInt(1);
                    if (flush != 1 && flush != 3) {
                        losses.add(
                                "innodb_flush_log_at_trx_commit is %d, so a crash loses what was"
                                                .formatted(flush)
                                        + " committed last");
                    }
                    if (row.getInt(2) == 0) {
                        losses.add(
                                "innodb_doublewrite is off, so a crash of the machine may tear"
                                        + " pages of the database");
                    }
                    if (row.getInt(3) == 1 && row.getInt(4) == 0) {
                        warnings.add(
                                "log_bin is on and sync_binlog is 0: a crash of the machine may"
                                        + " take back what the log of changes had not written");
                    }
                });
        return new SqlDurability(losses, warnings);
    }

    @Override
    public void lockMigrations(Link link, Duration wait) throws SQLException {
        int locked = link.find(LOCK_MIGRATIONS, row -> row.getInt(1), wait.toSeconds()).orElse(0);
        if (locked != 1) throw new SQLException("another node has been migrating for " + wait);
    }

    @Override
    public void unlockMigrations(Link link) throws SQLException {
        link.find(UNLOCK_MIGRATIONS, row -> true);
    }

    /// Inserts that may `do nothing` become plain ones: `insert ignore` would forgive every error.
    @Override
    public String statement(String sql) {
        var inserts = INSERT_OR_IGNORE.matcher(sql).replaceAll("");
        return inserts.replaceAll("on conflict \\(\\w+\\) do update set", "on duplicate key update")
                .replaceAll("excluded\\.(\\w+)", "values($1)")
                .replaceAll(
                        "json_each\\(\\?\\) as (\\w+)\\s+cross join",
                        Matcher.quoteReplacement(
                                        "json_table(?, '$[*]' columns (value bigint path '$')) as ")
                                + "$1 straight_join")
                .replaceAll(
                        "where (\\w+) in \\(select \\1 from \\w+\\s+where (.+) limit \\?"
                                + " for update skip locked\\)",
                        "where $2 limit ?")
                .replaceAll("\\blines\\b", "`lines`")
                .replace(" not indexed", "");
    }

    @Override
    public String definition(String sql) {
        var definition =
                sql.replace("grant_id integer", "grant_id bigint auto_increment")
                        .replaceAll("\\binteger\\b", "bigint")
                        .replace("blob primary key", "varbinary(255) primary key")
                        .replaceAll("\\bblob\\b", "varbinary(1024)")
                        .replace("text primary key", "varchar(190) primary key")
                        .replaceAll(
                                "\\b(name|title|description|image_url|lines|value) text\\b",
                                "$1 mediumtext")
                        .replaceAll("\\btext\\b", "varchar(190)")
                        .replaceAll("\\blines\\b", "`lines`")
                        .replace("(expires_at) where status = 0", "(status, expires_at)")
                        .replace(" without rowid", "");
        return definition.startsWith("create table") ? definition + TABLE_OPTIONS : definition;
    }

    @Override
    public boolean isDefined(SQLException e) {
        return e.getErrorCode() == TABLE_EXISTS || e.getErrorCode() == INDEX_EXISTS;
    }

    @Override
    public boolean updatesReturnRows() {
        return false;
    }

    @Override
    public boolean isDuplicate(SQLException e) {
        return e.getErrorCode() == DUPLICATE;
    }

    /// A unique index has the name of its column.
    @Override
    public boolean isToIgnore(String sql, SQLException e) {
        var insert = INSERT_OR_IGNORE.matcher(sql);
        if (!isDuplicate(e) || !insert.find()) return false;
        var key = DUPLICATE_KEY.matcher(e.getMessage());
        return insert.group(1) == null || key.find() && key.group(1).equals(insert.group(1));
    }

    @Override
    public boolean isMistake(SQLException e) {
        var state = e.getSQLState();
        if (state == null || REFUSALS.contains(e.getErrorCode())) return false;
        return switch (state.substring(0, 2)) {
            case "07", "0A", "21", "22", "23", "42" -> true;
            default -> WRONG_VALUES.contains(e.getErrorCode());
        };
    }

    @Override
    public boolean isDeadlock(SQLException e) {
        return e.getErrorCode() == DEADLOCK;
    }

    @Override
    public boolean isDisconnect(SQLException e) {
        var state = e.getSQLState();
        return e.getErrorCode() == KILLED || state != null && state.startsWith("08");
    }
}
