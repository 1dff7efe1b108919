package dev.sluice.rehearsal;

import dev.sluice.contracts.Services;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// What three nodes run on. Each has its servers, and the settings by which nodes find them.
enum Setup {
    REDIS_STREAMS_AND_POSTGRESQL("redis", "postgres", List.of("redis", "postgres")),
    RABBITMQ_AND_MARIADB("rabbitmq", "mariadb", List.of("redis", "rabbitmq", "mariadb")),
    ROCKETMQ_AND_POSTGRESQL("rocketmq", "postgres", List.of("redis", "rocketmq", "postgres"));

    private final String queue;
    private final String database;
    private final List<String> services;

    Setup(String queue, String database, List<String> services) {
        this.queue = queue;
        this.database = database;
        this.services = services;
    }

    /// The servers that it needs: store, broker and database.
    List<String> services() {
        return services;
    }

    /// The settings of every node, over a database and a prefix of their own, on the servers that
    /// all tests share.
    ///
    /// @param name small letters and digits
    Map<String, String> settings(String name) {
        return settings(name, Services::port);
    }

    /// The same on other servers.
    ///
    /// @param ports where each of them is
    Map<String, String> settings(String name, ToIntFunction<String> ports) {
        services.forEach(ports::applyAsInt);
        int sqlPort = ports.applyAsInt(database);
        createDatabase(name, sqlPort);
        var settings = new HashMap<String, String>();
        settings.put("SLUICE_HOLDS", "redis");
        settings.put("SLUICE_QUEUE", queue);
        settings.put("SLUICE_REDIS_URL", "redis://127.0.0.1:" + ports.applyAsInt("redis"));
        settings.put("SLUICE_REDIS_PREFIX", name);
        // How long a busy machine may keep Redis from answering.
        settings.put("SLUICE_REDIS_TIMEOUT", "20s");
        settings.put("SLUICE_SQL_URL", url(name, sqlPort));
        settings.put("SLUICE_SQL_USER", user());
        settings.put("SLUICE_SQL_PASSWORD", database.equals("mariadb") ? "sluice" : "");
        settings.put("SLUICE_SQL_CONNECTIONS_MAX", "8");
        switch (this) {
            case REDIS_STREAMS_AND_POSTGRESQL -> {}
            case RABBITMQ_AND_MARIADB -> {
                settings.put("SLUICE_BROADCAST", "rabbitmq");
                settings.put("SLUICE_DEADLINES", "rabbitmq");
                settings.put(
                        "SLUICE_RABBITMQ_URL",
                        "amqp://guest:guest@127.0.0.1:" + ports.applyAsInt("rabbitmq"));
            }
            case ROCKETMQ_AND_POSTGRESQL -> {
                settings.put("SLUICE_BROADCAST", "rocketmq");
                settings.put("SLUICE_DEADLINES", "rocketmq");
                settings.put(
                        "SLUICE_ROCKETMQ_SERVERS", "127.0.0.1:" + ports.applyAsInt("rocketmq"));
            }
        }
        return settings;
    }

    private void createDatabase(String name, int port) {
        var url = "jdbc:" + url(database.equals("mariadb") ? "mysql" : "postgres", port);
        var password = database.equals("mariadb") ? "sluice" : "";
        try (var connection = DriverManager.getConnection(url, user(), password);
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new AssertionError("no database " + name + " at " + url, e);
        }
    }

    private String url(String name, int port) {
        return database.equals("mariadb")
                ? "mariadb://127.0.0.1:%d/%s?sslMode=disable".formatted(port, name)
                : "postgresql://127.0.0.1:%d/%s".formatted(port, name);
    }

    private String user() {
        return database.equals("mariadb") ? "sluice" : "postgres";
    }
}
