package dev.sluice.server.config;

import dev.sluice.server.access.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One thing that can be set: by an option, by the environment, in a file, or not at all.
///
/// @param name its name in a file; in capitals with underscores it is the environment variable
/// @param option its option of `sluice run`, or empty
/// @param standard its value when nobody sets it; empty for none
/// @param meaning a sentence for people
public record Setting(String name, String option, String standard, String meaning) {

    /// Name, option and standard value, then the meaning. The limits follow from the table in
    /// [Limits].
    ///
    /// The server listens to its own machine only unless it is told otherwise: the demo shows
    /// one-time codes to whoever asks, and a newcomer's first start should expose nothing.
    private static final String TABLE =
            """
            sluice.server.port | --port | 8080
              Port to listen on; 0 picks a free one.
            sluice.server.host | --host | 127.0.0.1
              Address to listen on; 0.0.0.0 for every network interface.
            sluice.data | --data | data
              Folder for all persistent data.
            sluice.no-demo | --no-demo | false
              Starts without the demo catalogue, demo sale and demo outbox.
            sluice.demo-anywhere | --demo-anywhere | false
              Lets the demo, which shows one-time codes, be reached from other machines.
            sluice.rehearsal | --rehearsal | false
              Lets rehearsals create buyers; exempts this machine from limits per address.
            sluice.rehearsal-class-path | |
              Class path for rehearsals started from the console; set by ./sluice run --rehearsal.
            sluice.config | --config |
              File of settings, one name=value per line.
            sluice.operator-key | |
              The operator key. If it is not set, one is generated and kept in the data folder.
            sluice.server.event-loops | | 0
              Threads that read requests; 0 for one per core.
            sluice.server.connections-max | | 100000
              Most open connections; further ones get a short refusal and are closed.
            sluice.server.connections-per-address-max | | 2000
              Most open connections per address; trusted proxies may have more.
            sluice.server.in-flight-max | | 10000
              Most requests at a time that may block; further ones are answered OVERLOADED.
            sluice.server.idle-timeout | | 60s
              A connection that is idle for this long is closed.
            sluice.server.body-timeout | | 10s
              Longest time a request may take to arrive, from its first byte to its last.
            sluice.server.trusted-proxies | |
              Proxies whose X-Forwarded-For is trusted: addresses and networks, comma-separated.
            sluice.intake.reserve-timeout | | 2s
              Longest wait for a claim to be held and durable; after it the answer is 503: retry.
            sluice.intake.pass-lifetime | | 3m
              How long a pass is valid, from one second to one day.
            sluice.live.sockets-max | | 50000
              Most open WebSockets of buyers; further ones are answered OVERLOADED.
            sluice.live.sockets-per-buyer-max | | 8
              Most open WebSockets per buyer; a further one closes the oldest.
            sluice.live.waits-max | | 5000
              Most requests waiting for an outcome, up to half of in-flight-max; others do not wait.
            sluice.payments.sandbox | --sandbox | false
              Anyone can pay any order with a button. Also on with the demo and with --rehearsal.
            sluice.payments.no-sandbox | --no-sandbox | false
              Never use the sandbox. Real ones: sluice.payments.NAME.secret, .pay-url, .refund-url.
            sluice.messages.webhook-url | |
              URL to POST one-time codes to, as {to, code, text}; the demo has its own outbox.
            sluice.holds | | embedded
              Where units are held: embedded for one node, redis for many.
            sluice.queue | |
              How claims reach settlement: embedded, redis, rabbitmq or rocketmq. Default: as holds.
            sluice.broadcast | |
              How nodes notify each other: redis, rabbitmq, rocketmq, zookeeper. Default: as holds.
            sluice.deadlines | | book
              What tracks payment deadlines: book, rabbitmq or rocketmq. The book is always checked.
            sluice.capture | | false
              Follows the database's log, so that edits others make in it take effect at once.
            sluice.sql.url | |
              Order book for many nodes: postgresql://, mysql:// or mariadb://, then host:port/name.
            sluice.sql.user | |
              User name for the order book.
            sluice.sql.password | |
              Password for that user.
            sluice.sql.read-url | |
              A replica of the order book, for reads that may be slightly stale.
            sluice.sql.connections-max | | 16
              Most connections to the order book; further requests wait.
            sluice.sql.accept-loss | | false
              Starts even if a crash of the database server can lose committed data.
            sluice.redis.url | | redis://127.0.0.1:6379
              Redis: redis://, redis-sentinel://host:port,host:port/master or redis-cluster://.
            sluice.redis.shards | | 1
              Parts an offer is split into, by buyer; above 1 for a cluster. Same on all nodes.
            sluice.redis.prefix | | sluice
              Prefix of all keys, and of the queues and topics of brokers.
            sluice.redis.timeout | | 2s
              Longest wait for Redis, under a minute; after it a claim is answered 503.
            sluice.redis.wait-replicas | | 0
              Replicas that must have a claim before it is acknowledged.
            sluice.redis.accept-loss | | false
              Starts even if a crash of Redis can lose acknowledged claims.
            sluice.rabbitmq.url | | amqp://guest:guest@127.0.0.1:5672
              RabbitMQ servers, comma-separated.
            sluice.rocketmq.servers | | 127.0.0.1:9876
              RocketMQ name servers, semicolon-separated.
            sluice.zookeeper.servers | | 127.0.0.1:2181
              ZooKeeper servers, comma-separated.
            sluice.challenge.work-bits | | 16
              Leading zero bits a proof of work must have, from 0 to 32.
            sluice.edge.urls | |
              URLs at which nginx accepts sold-out marks, comma-separated, e.g. http://edge-1:8081.
            sluice.edge.key | |
              Key for those URLs, the same as nginx's EDGE_KEY; at least 16 characters.
            """;

    /// Every setting there is, in the order in which people are shown them.
    public static final List<Setting> ALL = all();

    /// The environment variables by which this can be set, the most particular first.
    public List<String> variables() {
        var full = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        if (option.isEmpty()) return List.of(full);
        var brief = "SLUICE_" + option.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
        return brief.equals(full) ? List.of(full) : List.of(full, brief);
    }

    /// Whether the option stands alone, without a value.
    public boolean isFlag() {
        return standard.equals("false");
    }

    public static Optional<Setting> named(String name) {
        return ALL.stream().filter(setting -> setting.name.equals(name)).findFirst();
    }

    public static Optional<Setting> withOption(String option) {
        return ALL.stream()
                .filter(setting -> !option.isEmpty() && setting.option.equals(option))
                .findFirst();
    }

    private static List<Setting> all() {
        var all = new ArrayList<Setting>();
        var lines = TABLE.lines().toList();
        for (int i = 0; i < lines.size(); i += 2) {
            var cells = lines.get(i).split(" *\\| *", -1);
            all.add(new Setting(cells[0], cells[1], cells[2], lines.get(i + 1).strip()));
        }
        Limits.defaults().forEach((key, rate) -> all.add(limit(key, rate)));
        return List.copyOf(all);
    }

    private static Setting limit(String key, String rate) {
        int dot = key.indexOf('.');
        var meaning =
                "Limit on %s calls per %s: 10/s burst 20, 30/min burst 60, 9/h burst 3 or off";
        return new Setting(
                "sluice.limits." + key,
                "",
                rate,
                meaning.formatted(key.substring(0, dot), key.substring(dot + 1)));
    }
}
