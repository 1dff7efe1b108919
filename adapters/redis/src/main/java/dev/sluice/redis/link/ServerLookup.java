package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// Finds the server that has a shard now: the one in the address, the master that the sentinels
/// name, or the master of the shard's slot in a cluster. Asked anew for each connection.
final class ServerLookup {

    private final RedisClient client;
    private final RedisAddress address;
    private final Duration timeout;

    ServerLookup(RedisClient client, RedisAddress address, Duration timeout) {
        this.client = client;
        this.address = address;
        this.timeout = timeout;
    }

    /// @param key any key of the shard
    RedisAddress.Host find(String key) {
        return switch (address.mode()) {
            case STANDALONE -> address.hosts().getFirst();
            case SENTINEL -> first(this::masterBy);
            case CLUSTER -> first(host -> ownerBy(host, SlotHash.getSlot(key)));
        };
    }

    RedisURI uri(RedisAddress.Host host) {
        return address.uri(host, timeout);
    }

    private RedisAddress.Host first(Function<RedisAddress.Host, RedisAddress.Host> ask) {
        RuntimeException fault = null;
        for (var host : address.hosts()) {
            try {
                var found = ask.apply(host);
                if (found != null) return found;
            } catch (RedisException e) {
                fault = e;
            }
        }
        throw new Unavailable("none of " + address + " knows where Redis is", fault);
    }

    private RedisAddress.Host masterBy(RedisAddress.Host sentinel) {
        var uri = RedisURI.builder().withSentinel(address.bareUri(sentinel, timeout));
        uri.withSentinelMasterId(address.master()).withTimeout(timeout);
        try (var connection = client.connectSentinel(uri.build())) {
            var master = connection.sync().getMasterAddrByName(address.master());
            return master instanceof InetSocketAddress at
                    ? new RedisAddress.Host(at.getHostString(), at.getPort())
                    : null;
        }
    }

    private RedisAddress.Host ownerBy(RedisAddress.Host host, int slot) {
        try (var connection = client.connect(uri(host))) {
            for (var range : connection.sync().clusterSlots()) {
                if (range instanceof List<?> parts && holds(parts, slot)) {
                    return hostOf((List<?>) parts.get(2), host);
                }
            }
            return null;
        }
    }

    private static boolean holds(List<?> range, int slot) {
        return range.size() > 2 && (Long) range.get(0) <= slot && slot <= (Long) range.get(1);
    }

    /// A server that does not know its own name is at the address by which it was asked.
    private static RedisAddress.Host hostOf(List<?> server, RedisAddress.Host asked) {
        var name = String.valueOf(server.get(0));
        boolean unnamed = server.get(0) == null || name.isEmpty() || name.equals("?");
        int port = ((Long) server.get(1)).intValue();
        return new RedisAddress.Host(unnamed ? asked.name() : name, port);
    }
}
