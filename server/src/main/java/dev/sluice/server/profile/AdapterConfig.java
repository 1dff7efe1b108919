package dev.sluice.server.profile;

import dev.sluice.server.config.SettingReader;
import dev.sluice.server.config.StartFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// Which adapters this Sluice runs on. A combination that cannot keep the promises is refused, with
/// the reason.
///
/// There are two families. On one node everything is in the process, and nothing else is needed. On
/// many nodes the units are held in Redis, and then queue, broadcast and order book must be outside
/// of the process as well: whatever only one node could see, the others would contradict.
///
/// @param values the settings of the adapters themselves, by name
public record AdapterConfig(
        Holds holds,
        Queue queue,
        Signals broadcast,
        Reminders deadlines,
        boolean capture,
        Map<String, String> values) {

    public enum Holds {
        EMBEDDED,
        REDIS
    }

    public enum Queue {
        EMBEDDED,
        REDIS,
        RABBITMQ,
        ROCKETMQ
    }

    public enum Signals {
        EMBEDDED,
        REDIS,
        RABBITMQ,
        ROCKETMQ,
        ZOOKEEPER
    }

    public enum Reminders {
        BOOK,
        RABBITMQ,
        ROCKETMQ
    }

    /// The value of a setting of an adapter.
    String value(String name) {
        return new SettingReader(values).text(name);
    }

    Duration duration(String name) {
        return new SettingReader(values).duration(name);
    }

    boolean flag(String name) {
        return new SettingReader(values).flag(name);
    }

    public static AdapterConfig of(SettingReader reader) {
        var holds = reader.choice("sluice.holds", Holds.class);
        var like = holds.name().toLowerCase(Locale.ROOT);
        var config =
                new AdapterConfig(
                        holds,
                        reader.or("sluice.queue", like).choice("sluice.queue", Queue.class),
                        reader.or("sluice.broadcast", like)
                                .choice("sluice.broadcast", Signals.class),
                        reader.choice("sluice.deadlines", Reminders.class),
                        reader.flag("sluice.capture"),
                        reader.values());
        reader.number("sluice.sql.connections-max", 1, 1_000);
        reader.number("sluice.redis.shards", 1, 64);
        reader.duration("sluice.redis.timeout");
        reader.number("sluice.redis.wait-replicas", 0, 16);
        reader.flag("sluice.redis.accept-loss");
        reader.flag("sluice.sql.accept-loss");
        switch (holds) {
            case EMBEDDED -> config.checkOne(reader);
            case REDIS -> config.checkMany(reader);
        }
        return config;
    }

    private void checkOne(SettingReader reader) {
        var needs = ": it needs sluice.holds=redis";
        if (queue != Queue.EMBEDDED) {
            throw refused(
                    "sluice.queue=" + name(queue),
                    "claims that are held inside this process are queued in it, in one step"
                            + needs);
        }
        if (broadcast != Signals.EMBEDDED) {
            throw refused("sluice.broadcast=" + name(broadcast), "there is one node only" + needs);
        }
        if (deadlines != Reminders.BOOK) {
            throw refused("sluice.deadlines=" + name(deadlines), "there is one node only" + needs);
        }
        if (!reader.text("sluice.sql.url").isEmpty()) {
            throw refused(
                    "sluice.sql.url",
                    "units held inside one process would be sold twice by two nodes on one order"
                            + " book"
                            + needs);
        }
        if (capture) throw refused("sluice.capture", "the order book is this node's own" + needs);
    }

    private void checkMany(SettingReader reader) {
        if (reader.text("sluice.sql.url").isEmpty()) {
            throw refused(
                    "sluice.holds=redis",
                    "an order book in a file of this node cannot answer for units that other nodes"
                            + " sell: set sluice.sql.url to a PostgreSQL or MySQL database");
        }
        if (queue == Queue.EMBEDDED) {
            throw refused(
                    "sluice.queue=embedded",
                    "units held in Redis and claims queued in this process could not be written in"
                            + " one step: use redis, rabbitmq or rocketmq");
        }
        if (broadcast == Signals.EMBEDDED) {
            throw refused(
                    "sluice.broadcast=embedded",
                    "other nodes would not hear that an offer has sold out or is free again: use"
                            + " redis, rabbitmq, rocketmq or zookeeper");
        }
        if (deadlines == Reminders.RABBITMQ && queue == Queue.ROCKETMQ
                || deadlines == Reminders.ROCKETMQ && queue == Queue.RABBITMQ) {
            throw refused(
                    "sluice.deadlines=" + name(deadlines),
                    "a second broker can stop settlement as well and adds nothing: use the broker"
                            + " of sluice.queue, or book");
        }
    }

    private static String name(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private static StartFailure refused(String what, String why) {
        return new StartFailure("The setting " + what + " is not possible: " + why + ".");
    }
}
