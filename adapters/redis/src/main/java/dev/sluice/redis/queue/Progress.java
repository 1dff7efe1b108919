package dev.sluice.redis.queue;

import dev.sluice.port.Unavailable;
import dev.sluice.redis.claim.Places;
import dev.sluice.redis.link.Answers;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.RedisSession;
import dev.sluice.redis.link.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// How far the queue is settled, as this node has last seen it. It looks after each change that the
/// node makes itself, and now and then for what the others do; asking costs no call.
///
/// Safe for many threads.
final class Progress {

    private static final Script<List<Object>> BACKLOG = Script.list("entries", "backlog");

    private static final long PERIOD_MILLIS = 300;

    /// @param look which look it was, counted over all of them
    /// @param last the last place that was given away
    /// @param settled the last one before which nothing waits; the last of all when nothing waits
    private record Seen(long look, long depth, long last, long settled, boolean waiting) {}

    private final RedisLink link;
    private final AtomicReferenceArray<Seen> seen;
    private final AtomicLong looks = new AtomicLong();
    private final ScheduledFuture<?> looking;

    Progress(RedisLink link) {
        this.link = link;
        seen = new AtomicReferenceArray<>(link.shards());
        for (int i = 0; i < link.shards(); i++) seen.set(i, new Seen(0, 0, 0, 0, false));
        lookEverywhere();
        looking = link.every(PERIOD_MILLIS, this::lookEverywhere);
    }

    /// Looks into one shard; the answer is how many claims are there. What was seen by a look that
    /// began later is newer, whichever answer is read first.
    CompletableFuture<Long> look(RedisLane lane) {
        long look = looks.incrementAndGet();
        var keys =
                List.of(lane.key("queue"), lane.key("marks"), lane.key("seq"), lane.key("queued"));
        return lane.send(BACKLOG, keys, List.of(RedisClaimQueue.GROUP))
                .thenApply(answer -> {
                    var now = read(look, lane.shard(), answer);
                    seen.accumulateAndGet(lane.shard(), now, Progress::newer);
                    return now.depth();
                });
    }

    /// The same where it does not matter whether the shard is there.
    CompletableFuture<Long> tryLook(RedisLane lane) {
        return look(lane).exceptionally(fault -> 0L);
    }

    /// Asks all shards.
    long depth() {
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (var lane : link.lanes()) sent.add(look(lane));
        return Answers.all(sent).stream().mapToLong(Long::longValue).sum();
    }

    /// Looks for one shard that is there.
    void check() {
        Unavailable fault = null;
        for (var lane : link.lanes()) {
            try {
                RedisSession.await(look(lane));
                return;
            } catch (Unavailable away) {
                fault = away;
            }
        }
        if (fault != null) throw fault;
    }

    /// A shard in which nothing waits holds nobody up.
    long settledUpTo() {
        long last = 0;
        long settled = Long.MAX_VALUE;
        for (int i = 0; i < seen.length(); i++) {
            var shard = seen.get(i);
            last = Math.max(last, shard.last());
            if (shard.waiting()) settled = Math.min(settled, shard.settled());
        }
        return Math.min(settled, last);
    }

    void close() {
        looking.cancel(false);
    }

    private void lookEverywhere() {
        for (var lane : link.lanes()) look(lane);
    }

    private static Seen newer(Seen one, Seen other) {
        return one.look() > other.look() ? one : other;
    }

    private Seen read(long look, int shard, List<Object> answer) {
        var places = new Places(shard, link.shards());
        long last = places.sequence(Long.parseLong((String) answer.get(1)));
        var first = (String) answer.get(2);
        boolean waiting = !first.isEmpty();
        long settled = waiting ? places.sequence(Long.parseLong(first) - 1) : last;
        return new Seen(look, (Long) answer.get(0), last, settled, waiting);
    }
}
