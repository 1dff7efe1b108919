package dev.sluice.redis.queue;

import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisSession;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Rings when a claim arrives in one of some streams. It reads the streams beside the group, on a
/// connection of its own, and takes nothing: a ring that is lost or comes too often does no harm.
///
/// One thread at a time.
final class Bell {

    private static final Duration BLOCK = Duration.ofMillis(500);

    private final RedisLane lane;
    private RedisSession session;
    private CompletableFuture<List<StreamMessage<String, String>>> ringing;

    /// @param lane to the server that has the streams
    Bell(RedisLane lane) {
        this.lane = lane;
    }

    /// Is done when something has arrived after those ids, or after half a second.
    ///
    /// @param after the streams, each with an id
    CompletableFuture<?> next(Map<String, String> after) {
        if (ringing != null && !ringing.isDone()) return ringing;
        try {
            if (session == null || !session.isOpen() || ringing.isCompletedExceptionally()) {
                close();
                session = lane.openSession();
            }
            var offsets =
                    after.entrySet().stream()
                            .map(e -> StreamOffset.from(e.getKey(), e.getValue()))
                            .toList();
            ringing = listen(offsets);
            return ringing;
        } catch (Unavailable e) {
            // The taker finds out by itself; until then it is woken now and then.
            return new CompletableFuture<>()
                    .completeOnTimeout(
                            null, BLOCK.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
        }
    }

    void close() {
        if (session != null) session.close();
        session = null;
        ringing = null;
    }

    private CompletableFuture<List<StreamMessage<String, String>>> listen(
            List<StreamOffset<String>> offsets) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        StreamOffset<String>[] array = offsets.toArray(new StreamOffset[0]);
        var args = XReadArgs.Builder.block(BLOCK.toMillis()).count(1);
        return session.sendBlocking(redis -> redis.xread(args, array), BLOCK);
    }
}
