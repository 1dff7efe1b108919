package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A node's connections to Redis: one lane per shard. Everything a buyer has is in the buyer's
/// shard; what belongs to no buyer is found by a hash of its name.
///
/// Safe for many threads.
public final class RedisLink implements AutoCloseable {

    private static final Logger LOG = System.getLogger(RedisLink.class.getName());
    private static final int IO_THREADS = 2;
    private static final long CHECK_MILLIS = 1_000;

    private final RedisConfig config;
    private final ClientResources resources;
    private final RedisClient client;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("sluice-redis").factory());
    private final List<RedisLane> lanes;
    private final AtomicBoolean checking = new AtomicBoolean();
    private RedisMemory memory;

    private RedisLink(RedisConfig config) {
        this.config = config;
        resources =
                DefaultClientResources.builder()
                        .ioThreadPoolSize(IO_THREADS)
                        .computationThreadPoolSize(IO_THREADS)
                        .build();
        client = RedisClient.create(resources);
        client.setOptions(options(config));
        var all = new ArrayList<RedisLane>();
        for (int i = 0; i < config.shards(); i++) {
            all.add(new RedisLane(i, config, client, timer));
        }
        lanes = List.copyOf(all);
    }

    /// Connects to the servers of all shards; [Unavailable] when one is not there.
    public static RedisLink open(RedisConfig config) {
        var link = new RedisLink(config);
        try {
            for (var lane : link.lanes) lane.open();
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
        link.memory = new RedisMemory(link);
        if (link.isGuarded()) {
            link.timer.scheduleWithFixedDelay(
                    link::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
        }
        return link;
    }

    public RedisConfig config() {
        return config;
    }

    public RedisMemory memory() {
        return memory;
    }

    public int shards() {
        return lanes.size();
    }

    public List<RedisLane> lanes() {
        return lanes;
    }

    public RedisLane lane(int shard) {
        return lanes.get(shard);
    }

    /// The shard of a buyer.
    public int shardOf(long buyer) {
        long mixed = (buyer ^ buyer >>> 32) * 0x9E3779B97F4A7C15L;
        return Math.floorMod((int) (mixed >>> 33), lanes.size());
    }

    /// The lane for what belongs to no buyer.
    public RedisLane laneOf(String name) {
        return lanes.get(shardOf(name.hashCode()));
    }

    /// Whether all keys are on one server, so that one call may name keys of several shards.
    public boolean isOneServer() {
        return RedisAddress.parse(config.url()).mode() != RedisAddress.Mode.CLUSTER;
    }

    /// Whether sentinels put a replica in the place of a master that is gone.
    boolean isGuarded() {
        return RedisAddress.parse(config.url()).mode() == RedisAddress.Mode.SENTINEL;
    }

    /// Does something again and again until it is cancelled, whatever it throws. It must not block.
    public ScheduledFuture<?> every(long millis, Runnable task) {
        Runnable turn =
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException | Error bug) {
                        LOG.log(Level.ERROR, "A turn failed; the next one is tried.", bug);
                    }
                };
        return timer.scheduleWithFixedDelay(turn, millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        for (var lane : lanes) lane.close();
        timer.shutdownNow();
        client.shutdown(0, 2_000, TimeUnit.MILLISECONDS);
        resources.shutdown(0, 2_000, TimeUnit.MILLISECONDS).awaitUninterruptibly(2_000);
    }

    private void check() {
        Thread.startVirtualThread(this::followMaster);
    }

    /// A master that was replaced may live on; nothing that is told to it lasts.
    private void followMaster() {
        if (!checking.compareAndSet(false, true)) return;
        try {
            var master = lanes.getFirst().findServer();
            for (var lane : lanes) lane.follow(master);
        } catch (Unavailable e) {
            // The sentinels are gone; the master may well be there.
            LOG.log(Level.DEBUG, "cannot ask the sentinels", e);
        } finally {
            checking.set(false);
        }
    }

    private static ClientOptions options(RedisConfig config) {
        return ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP2)
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .socketOptions(
                        SocketOptions.builder()
                                .connectTimeout(config.timeout())
                                .tcpNoDelay(true)
                                .build())
                .build();
    }
}
