package dev.sluice.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a node of many runs on: Redis, a database, and how claims reach settlement.
enum Profile implements Named {
    REDIS_POSTGRES("redis", BookServer.POSTGRES, Line.CLAIM_REDIS_POSTGRES),
    RABBITMQ_MARIADB("rabbitmq", BookServer.MARIADB, Line.CLAIM_RABBITMQ_MARIADB),
    ROCKETMQ_POSTGRES("rocketmq", BookServer.POSTGRES, Line.CLAIM_ROCKETMQ_POSTGRES);

    private static final String NAME = "bench";

    private final String queue;
    private final BookServer book;
    private final Line line;

    Profile(String queue, BookServer book, Line line) {
        this.queue = queue;
        this.book = book;
        this.line = line;
    }

    BookServer book() {
        return book;
    }

    /// What a node that runs on it is measured as.
    Line line() {
        return line;
    }

    /// The servers it needs, as `./sluice services` calls them.
    List<String> servers() {
        var servers = new ArrayList<>(List.of("redis", book.server()));
        if (!servers.contains(queue)) servers.add(queue);
        return servers;
    }

    /// The settings of a node on these servers, over a new database.
    Map<String, String> settings(Services.Up up) {
        book.create(up.port(book.server()), NAME);
        var settings = new LinkedHashMap<String, String>();
        settings.put("sluice.holds", "redis");
        settings.put("sluice.queue", queue);
        settings.put("sluice.broadcast", queue);
        settings.put("sluice.redis.url", "redis://127.0.0.1:" + up.port("redis"));
        settings.put("sluice.redis.prefix", NAME);
        settings.put("sluice.sql.url", book.url(up.port(book.server()), NAME));
        settings.put("sluice.sql.user", book.user());
        settings.put("sluice.sql.password", book.password());
        switch (this) {
            case REDIS_POSTGRES -> {}
            case RABBITMQ_MARIADB -> {
                settings.put("sluice.deadlines", queue);
                var url = "amqp://guest:guest@127.0.0.1:" + up.port(queue);
                settings.put("sluice.rabbitmq.url", url);
            }
            case ROCKETMQ_POSTGRES -> {
                settings.put("sluice.deadlines", queue);
                settings.put("sluice.rocketmq.servers", "127.0.0.1:" + up.port(queue));
            }
        }
        return settings;
    }

    /// Throws [BenchFailure] when there is none of that name.
    static Profile named(String option) {
        for (var profile : values()) if (profile.label().equals(option)) return profile;
        throw new BenchFailure("there is no profile '" + option + "': try --help");
    }
}
