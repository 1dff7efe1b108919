package dev.sluice.redis;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.redis.link.RedisConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A real cluster of three masters, which share the slots.
final class RedisCluster implements AutoCloseable {

    private static final int SLOTS = 16_384;
    private static final int SIZE = 3;

    private final RedisClient client = RedisClient.create();
    private final List<Services.Instance> servers = new ArrayList<>();
    private final List<RedisCommands<String, String>> commands = new ArrayList<>();

    RedisCluster() {
        try {
            for (int i = 0; i < SIZE; i++) add(i);
            for (int i = 1; i < SIZE; i++) meet(servers.get(i).port());
            Soon.until("the cluster is whole", this::isWhole);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    RedisConfig config(int shards) {
        return RedisTestStores.config(0, shards)
                .withUrl("redis-cluster://127.0.0.1:1,127.0.0.1:" + servers.getLast().port());
    }

    Services.Instance server(int port) {
        return servers.stream().filter(s -> s.port() == port).findFirst().orElseThrow();
    }

    RedisCommands<String, String> commandsAt(int port) {
        return commands.get(servers.indexOf(server(port)));
    }

    /// A server that does not have this port.
    Services.Instance otherThan(int port) {
        return servers.stream().filter(s -> s.port() != port).findFirst().orElseThrow();
    }

    String idOf(int port) {
        return commandsAt(port).clusterMyId();
    }

    /// Gives a slot with all its keys to another server, as an operator does.
    void move(int slot, int from, int to) {
        var source = commandsAt(from);
        var target = commandsAt(to);
        target.clusterSetSlotImporting(slot, idOf(from));
        source.clusterSetSlotMigrating(slot, idOf(to));
        for (var key : source.clusterGetKeysInSlot(slot, 10_000)) {
            source.migrate("127.0.0.1", to, key, 0, Soon.LIMIT.toMillis());
        }
        target.clusterSetSlotNode(slot, idOf(to));
        source.clusterSetSlotNode(slot, idOf(to));
    }

    boolean isWhole() {
        return commands.stream().allMatch(RedisCluster::seesAll);
    }

    private static boolean seesAll(RedisCommands<String, String> redis) {
        if (!redis.clusterInfo().contains("cluster_state:ok")) return false;
        int slots = 0;
        for (var node : ClusterPartitionParser.parse(redis.clusterNodes())) {
            slots += node.getSlots().size();
        }
        return slots == SLOTS;
    }

    private void add(int number) {
        var server =
                Services.open(
                        "redis",
                        "appendonly no",
                        "cluster-enabled yes",
                        "cluster-node-timeout 15000",
                        "cluster-require-full-coverage no");
        servers.add(server);
        var uri = RedisURI.create("127.0.0.1", server.port());
        // One that was killed is connected to again some time after it has started.
        uri.setTimeout(Soon.LIMIT);
        var redis = client.connect(uri).sync();
        commands.add(redis);
        int first = SLOTS * number / SIZE;
        int last = SLOTS * (number + 1) / SIZE;
        redis.clusterAddSlots(IntStream.range(first, last).toArray());
    }

    /// The servers talk to each other on the next port.
    private void meet(int port) {
        commands.getFirst()
                .dispatch(
                        CommandType.CLUSTER,
                        new StatusOutput<>(StringCodec.UTF8),
                        new CommandArgs<>(StringCodec.UTF8)
                                .add("MEET")
                                .add("127.0.0.1")
                                .add(port)
                                .add(port + 1));
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        servers.forEach(Services.Instance::close);
    }
}
