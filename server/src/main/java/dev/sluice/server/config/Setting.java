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
              Address to listen on; 0.0.0.0 for all networks.
            sluice.data | --data | data
              Folder for everything that stays.
            sluice.no-demo | --no-demo | false
              No demo catalogue, demo sale and demo outbox.
            sluice.demo-anywhere | --demo-anywhere | false
              Lets the demo, which shows one-time codes, listen beyond its own machine.
            sluice.rehearsal | --rehearsal | false
              Lets a rehearsal make crowds; limits per address spare this machine's own calls.
            sluice.rehearsal-class-path | |
              With which the console starts rehearsals; ./sluice run --rehearsal sets it.
            sluice.config | --config |
              File with settings, name=value in each line.
            sluice.operator-key | |
              The operator key; without it one is made and kept in the data folder.
            sluice.server.event-loops | | 0
              Threads that read requests; 0 for one per core.
            sluice.server.connections-max | | 100000
              Open connections; one more is told so and closed.
            sluice.server.connections-per-address-max | | 2000
              Open connections of one address; trusted proxies may have more.
            sluice.server.in-flight-max | | 10000
              Requests that may block, at a time; one more is OVERLOADED.
            sluice.server.idle-timeout | | 60s
              A connection on which nothing happens for that long is closed.
            sluice.server.body-timeout | | 10s
              Longest time for a request to arrive, from its first byte to its last.
            sluice.server.trusted-proxies | |
              Proxies whose X-Forwarded-For is believed: addresses and networks, with commas.
            sluice.intake.reserve-timeout | | 2s
              Longest wait until a claim is held and durable; then it is 503, to be repeated.
            sluice.intake.pass-lifetime | | 3m
              How long a pass is good for a claim, from a second to a day.
            sluice.live.sockets-max | | 50000
              Open WebSockets of buyers; one more is OVERLOADED.
            sluice.live.sockets-per-buyer-max | | 8
              Open WebSockets of one buyer; one more closes the oldest.
            sluice.live.waits-max | | 5000
              Requests that wait for a claim; at most half of in-flight-max. Others do not wait.
            sluice.payments.sandbox | --sandbox | false
              Anybody pays any order with a button; so too with the demo and with --rehearsal.
            sluice.payments.no-sandbox | --no-sandbox | false
              Never the sandbox. Others: sluice.payments.NAME.secret, .pay-url and .refund-url.
            sluice.messages.webhook-url | |
              Where one-time codes are POSTed as {to, code, text}; the demo has its own outbox.
            sluice.holds | | embedded
              Where units are held: embedded for one node, redis for many.
            sluice.queue | |
              How claims reach settlement: embedded, redis, rabbitmq, rocketmq; unset: as holds.
            sluice.broadcast | |
              How nodes hear of each other: redis, rabbitmq, rocketmq, zookeeper; unset: as holds.
            sluice.deadlines | | book
              Who reminds of unpaid orders: book, rabbitmq, rocketmq. The book is always looked at.
            sluice.capture | | false
              Follows the log of the order book, so that edits made in it by others show at once.
            sluice.sql.url | |
              Order book of many nodes: postgresql://host:port/name or mysql://host:port/name.
            sluice.sql.user | |
              User of the order book.
            sluice.sql.password | |
              Password of that user.
            sluice.sql.read-url | |
              A replica of the order book, for what may be a moment old.
            sluice.sql.connections-max | | 16
              Connections to the order book; one more waits.
            sluice.sql.accept-loss | | false
              Starts although a crash of the order book's server can lose what was committed.
            sluice.redis.url | | redis://127.0.0.1:6379
              Redis; redis-sentinel://host:port,host:port/master and redis-cluster:// as well.
            sluice.redis.shards | | 1
              Parts of an offer by buyer; more than one is for a cluster. All nodes the same.
            sluice.redis.prefix | | sluice
              What all keys begin with, and the queues and topics of brokers.
            sluice.redis.timeout | | 2s
              Longest wait for an answer of Redis, under a minute; then a claim is 503.
            sluice.redis.wait-replicas | | 0
              Replicas that must have a claim before it is acknowledged.
            sluice.redis.accept-loss | | false
              Starts although a crash of Redis can lose claims that were acknowledged.
            sluice.rabbitmq.url | | amqp://guest:guest@127.0.0.1:5672
              RabbitMQ; several with commas.
            sluice.rocketmq.servers | | 127.0.0.1:9876
              Name servers of RocketMQ; several with semicolons.
            sluice.zookeeper.servers | | 127.0.0.1:2181
              ZooKeeper; several with commas.
            sluice.challenge.work-bits | | 16
              Zero bits that a proof of work has to start with, from 0 to 32.
            sluice.edge.urls | |
              Where nginx takes sold-out marks, with commas, such as http://edge-1:8081.
            sluice.edge.key | |
              The key for that, as nginx has it in EDGE_KEY: 16 characters or more.
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
        var meaning = "Calls of %s per %s: 10/s burst 20, 30/min burst 60, 9/h burst 3, or off.";
        return new Setting(
                "sluice.limits." + key,
                "",
                rate,
                meaning.formatted(key.substring(0, dot), key.substring(dot + 1)));
    }
}
