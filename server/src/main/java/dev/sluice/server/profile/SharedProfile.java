package dev.sluice.server.profile;

import dev.sluice.capture.CaptureConfig;
import dev.sluice.capture.LoggedChanges;
import dev.sluice.cluster.NumberedBroadcast;
import dev.sluice.cluster.RelayedQueue;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Changes;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Courier;
import dev.sluice.port.Deadlines;
import dev.sluice.port.Results;
import dev.sluice.port.SharedCache;
import dev.sluice.port.Transport;
import dev.sluice.rabbitmq.RabbitConfig;
import dev.sluice.rabbitmq.RabbitCourier;
import dev.sluice.rabbitmq.RabbitDeadlines;
import dev.sluice.rabbitmq.RabbitLink;
import dev.sluice.rabbitmq.RabbitResults;
import dev.sluice.rabbitmq.RabbitTransport;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisWatch;
import dev.sluice.redis.share.RedisGates;
import dev.sluice.redis.share.RedisRateCounters;
import dev.sluice.redis.share.RedisSharedCache;
import dev.sluice.redis.share.RedisTransport;
import dev.sluice.rocketmq.RocketConfig;
import dev.sluice.rocketmq.RocketCourier;
import dev.sluice.rocketmq.RocketDeadlines;
import dev.sluice.rocketmq.RocketTransport;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.World;
import dev.sluice.server.engine.CachedAccounts;
import dev.sluice.server.engine.ClusterPorts;
import dev.sluice.server.engine.Ports;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.base.SqlConfig;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.book.SqlRefunds;
import dev.sluice.sql.shop.SqlAccounts;
import dev.sluice.sql.shop.SqlCatalogue;
import dev.sluice.sql.shop.SqlGrants;
import dev.sluice.sql.shop.SqlNodes;
import dev.sluice.zookeeper.ZooKeeperConfig;
import dev.sluice.zookeeper.ZooKeeperTransport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// One of many nodes: units are held in Redis, orders are kept in PostgreSQL or MySQL, and claims
/// and signals go through what the settings name.
final class SharedProfile implements Profile {

    private static final Logger LOG = System.getLogger(SharedProfile.class.getName());

    /// Claims that wait in a broker longer than this are sent once more, lest it lost them. Long
    /// enough for a database that is away for a while.
    private static final Duration RESEND_AFTER = Duration.ofMinutes(10);

    private final AdapterConfig config;
    private final World world;
    private final String node;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final SqlOrderBook book;
    private final RedisStores redis;
    private final RedisWatch watch;
    private final NumberedBroadcast broadcast;
    private final CachedAccounts accounts;
    private final Ports ports;
    private RabbitLink rabbit;

    SharedProfile(AdapterConfig config, World world) {
        this.config = config;
        this.world = world;
        this.node = Long.toHexString(world.random().nextLong());
        try {
            var database = open(SharedDatabase.open(sql()));
            checkDurability(database);
            book = new SqlOrderBook(database);
            redis = open(RedisStores.open(redis(), node, world.clock()));
            watch = open(new RedisWatch(redis.link()));
            checkPersistence();
            broadcast = open(new NumberedBroadcast(transport(), node, world.clock()));
            var cache = new RedisSharedCache(redis.link());
            accounts = new CachedAccounts(new SqlAccounts(database), cache, world);
            broadcast.subscribe(accounts::hear);
            ports =
                    new Ports(
                            book,
                            new SqlRefunds(database),
                            new SqlCatalogue(database),
                            accounts,
                            new SqlGrants(database),
                            new SqlNodes(database),
                            redis.holds(),
                            queue(),
                            broadcast,
                            open(new RedisGates(redis.link())),
                            common(cache),
                            broadcast::beat);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public Ports ports() {
        return ports;
    }

    @Override
    public void register(Metrics metrics) {
        accounts.register(metrics);
        metrics.gauge(
                "sluice_redis_can_lose",
                "1 when a crash of Redis can lose acknowledged claims, as it is set up now.",
                () -> watch.persistence().isSafe() ? 0 : 1);
        metrics.gauge(
                "sluice_redis_memory_percent",
                "How much of its maxmemory the fullest Redis uses; 0 without a limit.",
                redis.link().memory()::percent);
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            var resource = opened.pop();
            try {
                resource.close();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "Could not close " + resource, e);
            }
        }
    }

    private ClaimQueue queue() {
        return switch (config.queue()) {
            case EMBEDDED -> throw new IllegalStateException("refused by AdapterConfig");
            case REDIS -> redis.queue();
            case RABBITMQ -> relayed(new RabbitCourier(rabbit()));
            case ROCKETMQ -> relayed(new RocketCourier(rocket(), world.clock(), this::isOpen));
        };
    }

    private ClaimQueue relayed(Courier courier) {
        return open(new RelayedQueue(redis.queue(), courier, world.clock()));
    }

    /// Whether a claim that RocketMQ asks about has still to be settled.
    private boolean isOpen(ClaimId claim) {
        return book.findClaim(claim).isEmpty();
    }

    private Transport transport() {
        return switch (config.broadcast()) {
            case EMBEDDED -> throw new IllegalStateException("refused by AdapterConfig");
            case REDIS -> open(new RedisTransport(redis.link()));
            case RABBITMQ -> open(new RabbitTransport(rabbit()));
            case ROCKETMQ -> open(new RocketTransport(rocket()));
            case ZOOKEEPER -> open(new ZooKeeperTransport(zooKeeper()));
        };
    }

    private ClusterPorts common(SharedCache cache) {
        return new ClusterPorts(
                true,
                deadlines(),
                results(),
                Optional.of(cache),
                Optional.of(new RedisRateCounters(redis.link())),
                changes());
    }

    private Deadlines deadlines() {
        return switch (config.deadlines()) {
            case BOOK -> Deadlines.NONE;
            case RABBITMQ -> open(new RabbitDeadlines(rabbit(), world.clock()));
            case ROCKETMQ -> open(new RocketDeadlines(rocket(), world.clock()));
        };
    }

    private Results results() {
        return config.queue() == AdapterConfig.Queue.RABBITMQ
                ? open(new RabbitResults(rabbit()))
                : Results.NONE;
    }

    private Optional<Changes> changes() {
        if (!config.capture()) return Optional.empty();
        var sql = sql();
        var capture = CaptureConfig.of(sql.url(), sql.user(), sql.password());
        return Optional.of(open(LoggedChanges.of(capture, world.random())));
    }

    /// Says what a crash of Redis can lose, and refuses to start when that is not accepted.
    private void checkPersistence() {
        var persistence = watch.persistence();
        LOG.log(Level.INFO, persistence.says());
        if (persistence.isSafe() || config.flag("sluice.redis.accept-loss")) return;
        throw new StartFailure(
                "Redis would not keep the promise that QUEUED is durable: %s. Where replicas take"
                                .formatted(persistence.says())
                        + " over, set sluice.redis.wait-replicas to 1 or more; where none do,"
                        + " appendfsync always; or accept it with sluice.redis.accept-loss=true.");
    }

    /// Says what a crash of the database can lose, and refuses to start when that is not accepted.
    private void checkDurability(SharedDatabase database) {
        var durability = database.durability();
        for (var warning : durability.warnings()) LOG.log(Level.WARNING, "Order book: " + warning);
        if (durability.isSafe()) return;
        var losses = String.join("; ", durability.losses());
        LOG.log(Level.WARNING, "Order book: " + losses);
        if (config.flag("sluice.sql.accept-loss")) return;
        throw new StartFailure(
                "The order book would not keep the promise that an answer is durable: %s. Set it on"
                                .formatted(losses)
                        + " the server, or accept it with sluice.sql.accept-loss=true.");
    }

    private SqlConfig sql() {
        var read = config.value("sluice.sql.read-url");
        return new SqlConfig(
                config.value("sluice.sql.url"),
                config.value("sluice.sql.user"),
                config.value("sluice.sql.password"),
                Optional.of(read).filter(url -> !url.isEmpty()),
                Integer.parseInt(config.value("sluice.sql.connections-max")),
                SqlConfig.TIMEOUT);
    }

    private RedisConfig redis() {
        var redis =
                RedisConfig.DEFAULTS
                        .withUrl(config.value("sluice.redis.url"))
                        .withPrefix(prefix())
                        .withShards(Integer.parseInt(config.value("sluice.redis.shards")))
                        .withTimeout(config.duration("sluice.redis.timeout"))
                        .withWaitReplicas(
                                Integer.parseInt(config.value("sluice.redis.wait-replicas")));
        return config.queue() == AdapterConfig.Queue.REDIS
                ? redis
                : redis.withRedeliverAfter(RESEND_AFTER);
    }

    private ZooKeeperConfig zooKeeper() {
        return new ZooKeeperConfig(
                config.value("sluice.zookeeper.servers"),
                "/" + prefix(),
                ZooKeeperConfig.DEFAULTS.timeout());
    }

    private RabbitLink rabbit() {
        if (rabbit == null) {
            var urls = config.value("sluice.rabbitmq.url");
            rabbit = open(new RabbitLink(RabbitConfig.of(urls).withPrefix(prefix())));
        }
        return rabbit;
    }

    private RocketConfig rocket() {
        return new RocketConfig(
                config.value("sluice.rocketmq.servers"),
                prefix(),
                RocketConfig.DEFAULT_TIMEOUT,
                RocketConfig.DEFAULT_LEASE);
    }

    private String prefix() {
        return config.value("sluice.redis.prefix");
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }
}
