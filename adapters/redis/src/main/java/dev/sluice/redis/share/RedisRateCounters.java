package dev.sluice.redis.share;

import dev.sluice.port.RateCounters;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.RedisSession;
import dev.sluice.redis.link.Script;
import dev.sluice.redis.link.Utf8;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Rate counters in Redis. Each key's window is cut into slots, by the clock of Redis, so that the
/// clocks of the nodes do not matter. A slot counts until it lies outside the window as a whole: a
/// call counts for its whole window and for an eighth of it longer at most. So there is no boundary
/// at which twice the limit could pass.
///
/// The keys are spread over the shards; one call asks each shard once for up to a thousand keys. A
/// server that has little memory left is not asked, see [RedisMemory].
///
/// Safe for many threads.
public final class RedisRateCounters implements RateCounters {

    private static final Script<List<Object>> ADD = Script.list("rates");
    private static final int KEYS_MAX = 1_000;

    /// Keys of one shard, with where their answers belong.
    private static final class Part {
        final List<Integer> places = new ArrayList<>();
        final List<String> keys = new ArrayList<>();
        final List<String> args = new ArrayList<>();
    }

    private record Asked(Part part, CompletableFuture<List<Object>> answer) {}

    private final RedisLink link;

    public RedisRateCounters(RedisLink link) {
        this.link = link;
    }

    @Override
    public List<Long> add(List<Drawn> drawn) {
        var parts = new Part[link.shards()];
        var asked = new ArrayList<Asked>();
        for (int i = 0; i < drawn.size(); i++) {
            var lane = link.laneOf(drawn.get(i).key());
            var part = parts[lane.shard()];
            if (part == null) parts[lane.shard()] = part = new Part();
            put(part, lane, drawn.get(i), i);
            if (part.keys.size() == KEYS_MAX) {
                asked.add(ask(lane, part));
                parts[lane.shard()] = null;
            }
        }
        for (int shard = 0; shard < parts.length; shard++) {
            if (parts[shard] != null) asked.add(ask(link.lane(shard), parts[shard]));
        }
        return counts(asked, drawn.size());
    }

    /// The length of the window stands in the name: other windows have other slots.
    private static void put(Part part, RedisLane lane, Drawn drawn, int place) {
        long millis = Math.max(1, drawn.window().toMillis());
        part.places.add(place);
        part.keys.add(lane.key("rate:" + millis + ":" + Utf8.wrap(drawn.key())));
        part.args.add(Long.toString(millis));
        part.args.add(Integer.toString(drawn.calls()));
    }

    private Asked ask(RedisLane lane, Part part) {
        if (link.memory().isShort(lane)) {
            throw new Unavailable("Redis has little memory left, which is for claims", null);
        }
        return new Asked(part, lane.send(ADD, part.keys, part.args));
    }

    private static List<Long> counts(List<Asked> asked, int size) {
        var counts = new ArrayList<>(Collections.nCopies(size, 0L));
        for (var one : asked) {
            var answers = RedisSession.await(one.answer);
            for (int i = 0; i < answers.size(); i++) {
                counts.set(one.part.places.get(i), (Long) answers.get(i));
            }
        }
        return counts;
    }
}
