package dev.sluice.redis.share;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.port.SharedCache;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.Utf8;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.Optional;

/// The shared cache in Redis: one key for each value, which Redis forgets by itself when the
/// lifetime ends. The keys are spread over the shards. While a server has little memory left it
/// takes no values, see [RedisMemory]; only that somebody was first is written as long as it can
/// be.
///
/// Safe for many threads; every call waits for Redis, at most as long as its timeout.
public final class RedisSharedCache implements SharedCache {

    private final RedisLink link;

    public RedisSharedCache(RedisLink link) {
        this.link = link;
    }

    @Override
    public Optional<byte[]> find(String key) {
        var lane = link.laneOf(key);
        var name = name(lane, key);
        return Optional.ofNullable(lane.call(redis -> redis.get(name)))
                .map(text -> text.getBytes(ISO_8859_1));
    }

    @Override
    public void put(String key, byte[] value, Duration lifetime) {
        giveWay(key);
        set(key, value, lasting(lifetime));
    }

    @Override
    public boolean putIfAbsent(String key, byte[] value, Duration lifetime) {
        giveWay(key);
        return set(key, value, lasting(lifetime).nx());
    }

    @Override
    public void drop(String key) {
        var lane = link.laneOf(key);
        var name = name(lane, key);
        lane.call(redis -> redis.del(name));
    }

    @Override
    public boolean isFirst(String key, Duration lifetime) {
        return set(key, new byte[] {'1'}, lasting(lifetime).nx());
    }

    private void giveWay(String key) {
        if (!link.memory().isShort(link.laneOf(key))) return;
        throw new Unavailable("Redis has little memory left, which is for claims", null);
    }

    private boolean set(String key, byte[] value, SetArgs args) {
        var lane = link.laneOf(key);
        var name = name(lane, key);
        var text = new String(value, ISO_8859_1);
        return lane.call(redis -> redis.set(name, text, args)) != null;
    }

    private static String name(RedisLane lane, String key) {
        return lane.key("cache:" + Utf8.wrap(key));
    }

    /// Redis knows no shorter lifetime than a millisecond.
    private static SetArgs lasting(Duration lifetime) {
        return SetArgs.Builder.px(Math.max(1, lifetime.toMillis()));
    }
}
