package dev.sluice.capture;

import com.github.shyiko.mysql.binlog.network.ServerException;
import dev.sluice.port.Unavailable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What has to be known of a MariaDB or MySQL before its log can be read, and what to tell the
/// operator when it cannot.
final class BinlogServer {

    static final String COMPRESSED =
            "the binary log is compressed, which is not read here: set log_bin_compress=OFF"
                    + " (MariaDB) or binlog_transaction_compression=OFF (MySQL)";

    private static final String SHOW_SETTINGS =
            """
            show global variables where variable_name in ('log_bin', 'binlog_format', 'server_id',
                'log_bin_compress', 'binlog_transaction_compression')
            """;

    private static final String FIND_COLUMNS =
            """
            select table_name, column_name
              from information_schema.columns
             where table_schema = ?
             order by table_name, ordinal_position
            """;

    private static final int ACCESS_DENIED = 1045;
    private static final int PRIVILEGE_MISSING = 1227;

    private final CaptureConfig config;

    BinlogServer(CaptureConfig config) {
        this.config = config;
    }

    /// Checks the settings of the server.
    ///
    /// @return the columns of each table, in their order, since the log need not name them
    Map<Watched, List<String>> prepare() {
        var properties = config.properties();
        properties.putIfAbsent("connectTimeout", "5000");
        properties.putIfAbsent("socketTimeout", "10000");
        try (var connection = DriverManager.getConnection(config.jdbcUrl(), properties)) {
            checkSettings(connection);
            return columns(connection);
        } catch (SQLException e) {
            throw fault(e.getErrorCode(), e);
        }
    }

    /// What became of the connection, for the operator.
    Unavailable fault(Exception e) {
        return switch (e) {
            case ServerException refused -> fault(refused.getErrorCode(), refused);
            case Unavailable told -> told;
            default -> fault(0, e);
        };
    }

    private Unavailable fault(int code, Exception e) {
        var login = "'" + config.user() + "'";
        return switch (code) {
            case ACCESS_DENIED ->
                    new Unavailable("the database refuses the login of user " + login, e);
            case PRIVILEGE_MISSING ->
                    new Unavailable(
                            "the user may not read the binary log: grant replication slave,"
                                    + " replication client on *.* to "
                                    + login,
                            e);
            default -> new Unavailable("the binary log cannot be read: " + reason(e), e);
        };
    }

    /// The innermost message, since those around it only say that something went wrong.
    private static String reason(Exception e) {
        Throwable cause = e;
        while (cause instanceof IOException && cause.getCause() != null) cause = cause.getCause();
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    private static void checkSettings(Connection connection) throws SQLException {
        var settings = new HashMap<String, String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(SHOW_SETTINGS)) {
            while (rows.next()) {
                settings.put(
                        rows.getString(1).toLowerCase(Locale.ROOT),
                        rows.getString(2).toUpperCase(Locale.ROOT));
            }
        }
        require(
                settings.getOrDefault("log_bin", "ON").equals("ON"),
                "the binary log is off: set log-bin and binlog-format=ROW in the configuration"
                        + " of the server and restart it");
        var format = settings.getOrDefault("binlog_format", "ROW");
        require(
                format.equals("ROW"),
                "binlog_format is "
                        + format
                        + ": set global binlog_format='ROW', and in the"
                        + " configuration of the server");
        require(
                !settings.getOrDefault("server_id", "1").equals("0"),
                "server_id is 0, so the binary log is sent to nobody: set server-id=1");
        require(settings.getOrDefault("log_bin_compress", "OFF").equals("OFF"), COMPRESSED);
        require(
                settings.getOrDefault("binlog_transaction_compression", "OFF").equals("OFF"),
                COMPRESSED);
    }

    private Map<Watched, List<String>> columns(Connection connection) throws SQLException {
        var columns = new EnumMap<Watched, List<String>>(Watched.class);
        try (var statement = connection.prepareStatement(FIND_COLUMNS)) {
            statement.setString(1, config.schema());
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var column = rows.getString(2).toLowerCase(Locale.ROOT);
                    Watched.of(rows.getString(1))
                            .ifPresent(table ->
                                    columns.computeIfAbsent(table, t -> new ArrayList<>())
                                            .add(column));
                }
            }
        }
        for (var table : Watched.values()) {
            require(
                    columns.containsKey(table),
                    "there is no table " + table.table() + " in the database " + config.schema());
        }
        return columns;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new Unavailable(otherwise, null);
    }
}
