package dev.sluice.redis;

import dev.sluice.redis.hold.RedisHoldStore;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.Script;
import dev.sluice.redis.queue.RedisClaimQueue;
import java.time.InstantSource;
import java.util.List;

/// The hold store and the claim queue of one node, on a Redis that all nodes share.
///
/// All nodes must agree on the number of shards, which is therefore written down where the first of
/// them finds nothing; a node that was told another number is refused.
public final class RedisStores implements AutoCloseable {

    private static final Script<List<Object>> ENTER = Script.list("enter");

    private final RedisLink link;
    private final boolean owner;
    private final RedisHoldStore holds;
    private final RedisClaimQueue queue;

    private RedisStores(RedisLink link, String node, InstantSource clock, boolean owner) {
        this.link = link;
        this.owner = owner;
        var consumer = node + "." + enter(link);
        holds = new RedisHoldStore(link, consumer);
        queue = new RedisClaimQueue(link, consumer, clock);
    }

    /// Connects; [dev.sluice.port.Unavailable] when Redis is not there.
    ///
    /// @param node the node's name, for people who look into Redis
    public static RedisStores open(RedisConfig config, String node, InstantSource clock) {
        var link = RedisLink.open(config);
        try {
            return new RedisStores(link, node, clock, true);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /// On connections that the caller has opened and will close.
    public static RedisStores over(RedisLink link, String node, InstantSource clock) {
        return new RedisStores(link, node, clock, false);
    }

    /// For whatever else is kept on this Redis.
    public RedisLink link() {
        return link;
    }

    public RedisHoldStore holds() {
        return holds;
    }

    public RedisClaimQueue queue() {
        return queue;
    }

    /// What this node has taken from the queue is delivered to others at once.
    @Override
    public void close() {
        queue.close();
        if (owner) link.close();
    }

    /// Checks the number of shards, and answers a number that no other process has.
    private static long enter(RedisLink link) {
        var lane = link.lane(0);
        var mine = Integer.toString(link.shards());
        var keys = List.of(lane.key("shards"), lane.key("opened"));
        var answer = lane.run(ENTER, keys, List.of(mine));
        if (mine.equals(answer.getFirst())) return (Long) answer.getLast();
        throw new IllegalStateException(
                "sluice.redis: shards is "
                        + mine
                        + " here and "
                        + answer.getFirst()
                        + " in Redis. To change it, let the queue run empty, stop all nodes and"
                        + " delete the keys that begin with {"
                        + link.config().prefix()
                        + ":");
    }
}
