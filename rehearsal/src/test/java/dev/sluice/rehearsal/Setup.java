package dev.sluice.rehearsal;

import dev.sluice.contracts.Services;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /// The servers that may be restarted in mid-sale: store, broker and database.
    List<String> services() {
        return services;
    }

    /// The settings of every node, over a database and a prefix of their own.
    ///
    /// @param name small letters and digits
    Map<String, String> settings(String name) {
        services.forEach(Services::port);
        createDatabase(name);
        var settings = new HashMap<String, String>();
        settings.put("SLUICE_HOLDS", "redis");
        settings.put("SLUICE_QUEUE", queue);
        settings.put("SLUICE_REDIS_URL", "redis://127.0.0.1:" + Services.port("redis"));
        settings.put("SLUICE_REDIS_PREFIX", name);
        settings.put("SLUICE_SQL_URL", url(name));
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
                        "amqp://guest:guest@127.0.0.1:" + Services.port("rabbitmq"));
            }
            case ROCKETMQ_AND_POSTGRESQL -> {
                settings.put("SLUICE_BROADCAST", "rocketmq");
                settings.put("SLUICE_DEADLINES", "rocketmq");
                settings.put("SLUICE_ROCKETMQ_SERVERS", "127.0.0.1:" + Services.port("rocketmq"));
            }
        }
        return settings;
    }

    private void createDatabase(String name) {
        var url = "jdbc:" + url(database.equals("mariadb") ? "mysql" : "postgres");
        var password = database.equals("mariadb") ? "sluice" : "";
        try (var connection = DriverManager.getConnection(url, user(), password);
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new AssertionError("no database " + name + " at " + url, e);
        }
    }

    private String url(String name) {
        return database.equals("mariadb")
                ? "mariadb://127.0.0.1:%d/%s?sslMode=disable".formatted(port(), name)
                : "postgresql://127.0.0.1:%d/%s".formatted(port(), name);
    }

    private int port() {
        return Services.port(database);
    }

    private String user() {
        return database.equals("mariadb") ? "sluice" : "postgres";
    }
}
