package dev.sluice.sql;

import dev.sluice.contracts.Services;
import java.sql.SQLException;

/// A book on PostgreSQL.
public abstract class PostgresFixture extends SharedFixture {

    /// The name of the server among the services.
    public String service() {
        return "postgres";
    }

    @Override
    String url(String database) {
        return "postgresql://127.0.0.1:" + Services.port(service()) + "/" + database;
    }

    @Override
    String user() {
        return "postgres";
    }

    @Override
    String password() {
        return "";
    }

    @Override
    String first() {
        return "postgres";
    }

    @Override
    public void drop(String name) throws SQLException {
        try (var connection = connect(first());
                var statement = connection.createStatement()) {
            statement.execute("drop database if exists " + name + " with (force)");
        }
    }

    @Override
    public String sleep() {
        return "select 1 from pg_sleep(60)";
    }

    @Override
    public String changing() {
        return """
        select count(*) from pg_stat_activity
         where datname = current_database() and state = 'active'
           and pid <> pg_backend_pid() and query like '%update offers set unpaid%'
        """;
    }

    @Override
    public void disconnectAll() throws SQLException {
        ask(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid()
                """);
    }
}
