package dev.sluice.sql;

import dev.sluice.contracts.Services;
import java.sql.SQLException;

/// A book on MariaDB.
public abstract class MariaDbFixture extends SharedFixture {

    private static final int NO_SUCH_THREAD = 1094;

    /// The name of the server among the services.
    public String service() {
        return "mariadb";
    }

    @Override
    String url(String database) {
        int port = Services.port(service());
        return "mariadb://127.0.0.1:%d/%s?sslMode=disable".formatted(port, database);
    }

    @Override
    String user() {
        return "sluice";
    }

    @Override
    String password() {
        return "sluice";
    }

    @Override
    String first() {
        return "mysql";
    }

    @Override
    public void drop(String name) throws SQLException {
        try (var connection = connect(first());
                var statement = connection.createStatement()) {
            statement.execute("drop database if exists " + name);
        }
    }

    @Override
    public String sleep() {
        return "select sleep(60)";
    }

    @Override
    public String changing() {
        return """
        select count(*) from information_schema.processlist
         where db = database() and command = 'Query'
           and id <> connection_id() and info like '%update offers set unpaid%'
        """;
    }

    @Override
    public void disconnectAll() throws SQLException {
        var connections =
                ask(
                        """
                        select id from information_schema.processlist
                         where db = database() and id <> connection_id()
                        """);
        for (var connection : connections) kill(connection);
    }

    /// One that was being closed may be gone by now.
    private void kill(String connection) throws SQLException {
        try {
            ask("kill " + connection);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_THREAD) throw e;
        }
    }
}
