package dev.sluice.redis.link;

import java.util.concurrent.atomic.AtomicIntegerArray;

/// How full the memory of the servers is, as this node has last seen it; it looks once a second,
/// and asking costs no call.
///
/// What Sluice can do without, caches and shared counters, is not written any more long before the
/// memory is full, so that it never takes the room of a claim. It leaves by itself as lifetimes
/// end.
///
/// Safe for many threads.
public final class RedisMemory {

    /// From here on what can be done without gives way.
    static final int GIVE_WAY_PERCENT = 75;

    private static final long PERIOD_MILLIS = 1_000;

    private final AtomicIntegerArray percents;

    RedisMemory(RedisLink link) {
        percents = new AtomicIntegerArray(link.shards());
        look(link);
        link.every(PERIOD_MILLIS, () -> look(link));
    }

    /// How much of what it may use the fullest server uses; 0 when none has a limit.
    public int percent() {
        int worst = 0;
        for (int i = 0; i < percents.length(); i++) worst = Math.max(worst, percents.get(i));
        return worst;
    }

    /// Whether the server of this lane has little room left.
    public boolean isShort(RedisLane lane) {
        return percents.get(lane.shard()) >= GIVE_WAY_PERCENT;
    }

    /// A server that does not answer is as full as it was.
    private void look(RedisLink link) {
        for (var lane : link.lanes()) {
            lane.send(redis -> redis.info("memory"))
                    .thenAccept(text ->
                            percents.set(lane.shard(), new RedisInfo(text).memoryPercent()));
        }
    }
}
