package dev.sluice.redis;

import dev.sluice.port.Supply;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.OfferId;
import io.lettuce.core.SetArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Builds the units of an offer from the order book and from the queue.
///
/// **How it works.** One node at a time does it; others wait and take what it has built. The offer
/// is closed in every shard under a new generation; then the queue is read, then the book is asked,
/// then all of it is written, and at last the offer is opened in every shard.
///
/// **Why it is safe.** Once an offer is closed no claim for it is held, and nothing is confirmed or
/// released. A claim leaves the queue only when it is in the book. So a claim that is missing in
/// the queue is in the book, which is asked later: none is missed. Every write names the generation
/// and the run of the server: a node that was overtaken, or that talks to a server which has
/// forgotten something, changes nothing and begins anew. A node that dies leaves the offer closed.
final class Rebuild {

    private static final Script<String> CLOSE = Script.text("close");
    private static final Script<Long> FILL = Script.number("fill");
    private static final Script<Long> OPEN = Script.number("open");
    private static final Script<Long> LOCK = Script.number("lock");
    private static final Script<List<Object>> PAGE = Script.list("entries", "page");

    private static final int CALL_MAX = 1_000;
    private static final int PAGE_MAX = 50;
    private static final int ATTEMPTS_MAX = 5;
    private static final long LOCK_MILLIS = 5_000;
    private static final long RENEW_MILLIS = 1_000;
    private static final long LOOK_MILLIS = 20;
    private static final int LOOKS_MAX = 1_500;

    /// Somebody else has begun anew, or the server is another one.
    private static final class Overtaken extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final RedisLink link;
    private final UnitMoves moves;
    private final String node;
    private final AtomicLong tokens = new AtomicLong();

    Rebuild(RedisLink link, UnitMoves moves, String node) {
        this.link = link;
        this.moves = moves;
        this.node = node;
    }

    void prepare(OfferId offer, Supplier<Supply> book) {
        var lane = link.lane(0);
        var lock = lane.key("lock:" + offer.value());
        var token = node + " " + tokens.incrementAndGet();
        long before = generationOf(offer);
        for (int look = 0; look < LOOKS_MAX; look++) {
            var free = SetArgs.Builder.nx().px(LOCK_MILLIS);
            if (lane.call(redis -> redis.set(lock, token, free)) != null) {
                build(offer, book, new Lock(lane, lock, token));
                return;
            }
            Answers.pause(LOOK_MILLIS);
            var seen = moves.look(offer);
            if (seen.isPresent() && seen.get().generation() > before) return;
        }
        throw new Unavailable("another node takes very long to take up offer " + offer, null);
    }

    /// The offers that some node has taken up and none has forgotten.
    List<OfferId> offers() {
        var lane = link.lane(0);
        return lane.call(redis -> redis.smembers(lane.key("offers"))).stream()
                .map(text -> new OfferId(Long.parseLong(text)))
                .toList();
    }

    void forget(OfferId offer) {
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (var lane : link.lanes()) {
            var keys = OfferKeys.of(lane, offer).all().toArray(String[]::new);
            sent.add(lane.send(redis -> redis.unlink(keys)));
        }
        Answers.all(sent);
        var first = link.lane(0);
        first.call(redis -> redis.srem(first.key("offers"), Long.toString(offer.value())));
    }

    private record Lock(RedisLane lane, String key, String token) {

        CompletableFuture<Long> keep(long millis) {
            return lane.send(LOCK, List.of(key), List.of(token, Long.toString(millis)));
        }
    }

    private void build(OfferId offer, Supplier<Supply> book, Lock lock) {
        var renewal = link.every(RENEW_MILLIS, () -> lock.keep(LOCK_MILLIS));
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                if (isBuilt(offer, book)) return;
            }
            throw new Unavailable("offer " + offer + " was taken from under our hands", null);
        } finally {
            renewal.cancel(false);
            lock.keep(0);
        }
    }

    private boolean isBuilt(OfferId offer, Supplier<Supply> book) {
        try {
            var build = close(offer);
            var plan = new RebuildPlan(link);
            for (var lane : link.lanes()) readQueue(lane, offer, plan);
            plan.add(book.get());
            fill(build, plan);
            open(build, plan);
            return true;
        } catch (Overtaken e) {
            return false;
        }
    }

    /// @param sessions the connections by which the offer was closed, one per shard. A new one
    ///     might lead to a server that has forgotten that
    private record Build(OfferId offer, String generation, List<RedisSession> sessions) {}

    private Build close(OfferId offer) {
        var sessions = new ArrayList<RedisSession>();
        for (var lane : link.lanes()) sessions.add(lane.session());
        var first = link.lane(0);
        var id = Long.toString(offer.value());
        sessions.getFirst().call(redis -> redis.sadd(first.key("offers"), id));
        var generation = "";
        for (var lane : link.lanes()) {
            var session = sessions.get(lane.shard());
            var keys = new ArrayList<>(OfferKeys.of(lane, offer).all());
            keys.addAll(List.of(lane.key("seq"), lane.key("queue"), lane.key("run")));
            generation = session.run(CLOSE, keys, List.of(session.runId(), generation));
        }
        return new Build(offer, generation, sessions);
    }

    private static void readQueue(RedisLane lane, OfferId offer, RebuildPlan plan) {
        var keys = List.of(lane.key("queue"), lane.key("marks"));
        var from = "-";
        while (true) {
            var page = lane.run(PAGE, keys, List.of(from, Integer.toString(PAGE_MAX)));
            if (page.isEmpty()) return;
            for (int i = 0; i < page.size(); i += 3) {
                var id = (String) page.get(i);
                var marks = (String) page.get(i + 1);
                var entry = QueueEntry.of(id, marks, (String) page.get(i + 2));
                for (var one : entry.unsettled()) {
                    if (one.claim().offer().equals(offer)) plan.addQueued(one);
                }
                from = "(" + id;
            }
        }
    }

    private void fill(Build build, RebuildPlan plan) throws Overtaken {
        for (var lane : link.lanes()) {
            var session = build.sessions().get(lane.shard());
            var keys = OfferKeys.of(lane, build.offer()).all();
            var entries = plan.entries(lane.shard());
            for (int i = 0; i < entries.size(); i += CALL_MAX) {
                var args = new ArrayList<String>();
                args.add(session.runId());
                args.add(build.generation());
                for (var e : entries.subList(i, Math.min(entries.size(), i + CALL_MAX))) {
                    args.addAll(List.of(e.claim(), e.known(), e.buyer(), e.units()));
                }
                check(session.run(FILL, keys, args));
            }
        }
    }

    private void open(Build build, RebuildPlan plan) throws Overtaken {
        for (var lane : link.lanes()) {
            var session = build.sessions().get(lane.shard());
            var args = new ArrayList<String>();
            args.add(session.runId());
            args.add(build.generation());
            args.addAll(plan.counts(lane.shard()));
            check(session.run(OPEN, List.of(OfferKeys.of(lane, build.offer()).units()), args));
        }
    }

    private static void check(long done) throws Overtaken {
        if (done == 0) throw new Overtaken();
    }

    /// The generation that the offer has now, open or not; 0 when it is not there.
    private long generationOf(OfferId offer) {
        return moves.read(offer).stream().mapToLong(ShardUnits::generation).max().orElse(0);
    }
}
