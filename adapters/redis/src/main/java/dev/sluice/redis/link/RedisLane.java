package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/// The way to the server that has one shard. All keys of a shard have the same hash tag, so that a
/// cluster keeps them together.
///
/// When a connection breaks, or the server says that it is not the one, the lane looks for the
/// server anew and connects to it, again and again and by itself; meanwhile every call fails at
/// once with [Unavailable]. What was asked on a broken connection is never repeated here.
///
/// Safe for many threads.
public final class RedisLane {

    public static final Latin1 CODEC = new Latin1();

    private static final Logger LOG = System.getLogger(RedisLane.class.getName());
    private static final long DELAY_MIN_MILLIS = 20;
    private static final long DELAY_MAX_MILLIS = 1_000;

    private final int shard;
    private final int shards;
    private final String tag;
    private final RedisClient client;
    private final ServerLookup servers;
    private final Duration timeout;
    private final ScheduledExecutorService timer;
    private final AtomicReference<RedisSession> session = new AtomicReference<>();
    private volatile boolean closed;

    RedisLane(int shard, RedisConfig config, RedisClient client, ScheduledExecutorService timer) {
        this.shard = shard;
        shards = config.shards();
        this.client = client;
        this.timer = timer;
        tag = "{" + config.prefix() + ":" + shard + "}:";
        timeout = config.timeout();
        servers = new ServerLookup(client, RedisAddress.parse(config.url()), timeout);
    }

    public int shards() {
        return shards;
    }

    public int shard() {
        return shard;
    }

    /// The full name of a key in this shard.
    public String key(String name) {
        return tag + name;
    }

    /// The connection that there is now.
    public RedisSession session() {
        var now = session.get();
        if (now == null) throw new Unavailable("no connection to Redis, shard " + shard, null);
        return now;
    }

    public boolean isConnected() {
        return session.get() != null;
    }

    /// Asks and waits for the answer; [Unavailable] when it does not come in time.
    public <T> T call(Function<RedisAsyncCommands<String, String>, RedisFuture<T>> ask) {
        return session().call(ask);
    }

    /// Asks without waiting. Never throws: a fault is in the answer.
    public <T> CompletableFuture<T> send(
            Function<RedisAsyncCommands<String, String>, RedisFuture<T>> ask) {
        var now = session.get();
        return now == null ? unconnected() : now.send(ask);
    }

    public <T> T run(Script<T> script, List<String> keys, List<String> args) {
        return session().run(script, keys, args);
    }

    /// Runs a script without waiting. Never throws: a fault is in the answer.
    public <T> CompletableFuture<T> send(Script<T> script, List<String> keys, List<String> args) {
        var now = session.get();
        return now == null ? unconnected() : now.send(script, keys, args);
    }

    /// A connection of the caller's own to the same server, for calls that block. It is the
    /// caller's to close, and to open anew when it breaks.
    public RedisSession openSession() {
        var now = session();
        var connection = connect(() -> client.connect(CODEC, servers.uri(now.host())));
        return new RedisSession(connection, now.host(), now.runId(), timeout, broken -> {});
    }

    /// The same for messages.
    public StatefulRedisPubSubConnection<String, String> openPubSub() {
        var host = session().host();
        return connect(() -> client.connectPubSub(CODEC, servers.uri(host)));
    }

    /// Connects, or fails with [Unavailable].
    public void open() {
        var opened = connect();
        if (!session.compareAndSet(null, opened)) opened.close();
    }

    public void close() {
        closed = true;
        var last = session.getAndSet(null);
        if (last != null) last.close();
    }

    /// Which server has the shard now, whether or not this lane leads to it.
    RedisAddress.Host findServer() {
        return servers.find(key(""));
    }

    /// The shard is on this server now: when the lane leads to another one, it connects anew.
    void follow(RedisAddress.Host host) {
        var now = session.get();
        if (now != null && !host.equals(now.host())) broken(now);
    }

    private void broken(RedisSession lost) {
        lost.close();
        if (!session.compareAndSet(lost, null)) return;
        if (closed) return;
        LOG.log(Level.WARNING, "lost Redis at {0}, shard {1}", lost.host(), shard);
        later(0, DELAY_MIN_MILLIS);
    }

    private void reconnect(long delay) {
        if (closed || session.get() != null) return;
        try {
            open();
            LOG.log(Level.INFO, "connected to Redis, shard {0}", shard);
        } catch (RuntimeException e) {
            // Whatever it is, it may be otherwise the next time.
            LOG.log(Level.DEBUG, "cannot connect to Redis, shard " + shard, e);
            later(delay, Math.min(DELAY_MAX_MILLIS, delay * 2));
        }
    }

    /// Connecting blocks, so it is done on a thread of its own.
    private void later(long millis, long nextDelay) {
        if (closed) return;
        try {
            timer.schedule(
                    () -> Thread.startVirtualThread(() -> reconnect(nextDelay)),
                    millis,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "the link was closed meanwhile");
        }
    }

    private RedisSession connect() {
        var host = findServer();
        var connection = connect(() -> client.connect(CODEC, servers.uri(host)));
        try {
            var info = new RedisInfo(connection.sync().info());
            if (!info.isMaster()) throw new RedisException("it is a replica");
            if (info.isLoading()) throw new RedisException("it is loading its data");
            var opened = new RedisSession(connection, host, info.runId(), timeout, this::broken);
            connection.addListener(new Watch(() -> broken(opened)));
            if (!opened.isOpen()) throw new RedisException("it has closed the connection");
            return opened;
        } catch (RedisException e) {
            connection.closeAsync();
            throw new Unavailable("Redis at " + host + ": " + e.getMessage(), e);
        }
    }

    private static <C> C connect(java.util.function.Supplier<C> connecting) {
        try {
            return connecting.get();
        } catch (RedisException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            throw new Unavailable("cannot connect to Redis: " + cause.getMessage(), e);
        }
    }

    private <T> CompletableFuture<T> unconnected() {
        return CompletableFuture.failedFuture(
                new Unavailable("no connection to Redis, shard " + shard, null));
    }

    private record Watch(Runnable onLost) implements io.lettuce.core.RedisConnectionStateListener {

        @Override
        public void onRedisDisconnected(io.lettuce.core.RedisChannelHandler<?, ?> connection) {
            onLost.run();
        }
    }
}
