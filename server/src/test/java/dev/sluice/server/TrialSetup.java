package dev.sluice.server;

import dev.sluice.contracts.Services;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// What the nodes of a [Trial] run on: real servers, and the settings by which nodes find them.
enum TrialSetup {
    REDIS_AND_POSTGRESQL("redis", "postgres"),
    /// Signals go by ZooKeeper, and lists come from what stands for a replica.
    ZOOKEEPER_AND_POSTGRESQL("zookeeper", "postgres"),
    RABBITMQ_AND_MARIADB("rabbitmq", "mariadb"),
    ROCKETMQ_AND_POSTGRESQL("rocketmq", "postgres");

    /// A server that a node talks to.
    enum Part {
        DATABASE,
        REPLICA,
        REDIS,
        /// Whatever carries claims or signals beside Redis.
        BROKER
    }

    /// For nodes whose Redis is away at once or not at all: a disk that is busy with something else
    /// is no outage.
    static final Map<String, String> PATIENT = Map.of("sluice.redis.timeout", "20s");

    private final String broker;
    private final String database;

    TrialSetup(String broker, String database) {
        this.broker = broker;
        this.database = database;
    }

    /// The ports of the servers that all tests share.
    Map<Part, Integer> servers() {
        var servers = new EnumMap<Part, Integer>(Part.class);
        servers.put(Part.DATABASE, Services.port(database));
        servers.put(Part.REPLICA, Services.port(database));
        servers.put(Part.REDIS, Services.port("redis"));
        servers.put(Part.BROKER, Services.port(broker));
        return servers;
    }

    /// RocketMQ's name server tells nodes where the broker is, so nobody can stand in between.
    boolean canBeCut(Part part) {
        return part != Part.BROKER || this != ROCKETMQ_AND_POSTGRESQL;
    }

    /// @param name of the database and of all keys, queues and topics
    /// @param ports where a node finds each part
    Map<String, String> settings(String name, Map<Part, Integer> ports) {
        var settings = new HashMap<String, String>();
        settings.put("sluice.rehearsal", "true");
        settings.put("sluice.holds", "redis");
        settings.put("sluice.redis.url", "redis://127.0.0.1:" + ports.get(Part.REDIS));
        settings.put("sluice.redis.prefix", name);
        settings.put("sluice.sql.url", url(ports.get(Part.DATABASE), name));
        settings.put("sluice.sql.user", user());
        settings.put("sluice.sql.password", password());
        settings.put("sluice.sql.connections-max", "4");
        int port = ports.get(Part.BROKER);
        switch (this) {
            case REDIS_AND_POSTGRESQL -> {}
            case ZOOKEEPER_AND_POSTGRESQL -> {
                settings.put("sluice.broadcast", "zookeeper");
                settings.put("sluice.zookeeper.servers", "127.0.0.1:" + port);
                settings.put("sluice.sql.read-url", url(ports.get(Part.REPLICA), name));
            }
            case RABBITMQ_AND_MARIADB -> {
                useBroker(settings);
                settings.put("sluice.rabbitmq.url", "amqp://guest:guest@127.0.0.1:" + port);
            }
            case ROCKETMQ_AND_POSTGRESQL -> {
                useBroker(settings);
                settings.put("sluice.rocketmq.servers", "127.0.0.1:" + port);
            }
        }
        return settings;
    }

    private void useBroker(Map<String, String> settings) {
        for (var what : new String[] {"queue", "broadcast", "deadlines"}) {
            settings.put("sluice." + what, broker);
        }
    }

    void createDatabase(String name) {
        var own = database.equals("mariadb") ? "mysql" : "postgres";
        var url = "jdbc:" + url(Services.port(database), own);
        try (var connection = DriverManager.getConnection(url, user(), password());
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new AssertionError("no database " + name + " at " + url, e);
        }
    }

    private String url(int port, String name) {
        return database.equals("mariadb")
                ? "mariadb://127.0.0.1:%d/%s?sslMode=disable".formatted(port, name)
                : "postgresql://127.0.0.1:%d/%s".formatted(port, name);
    }

    private String user() {
        return database.equals("mariadb") ? "sluice" : "postgres";
    }

    private String password() {
        return database.equals("mariadb") ? "sluice" : "";
    }
}
