package dev.sluice.redis.hold;

import dev.sluice.id.OfferId;
import dev.sluice.port.Supply;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.claim.QueuePages;
import dev.sluice.redis.link.Answers;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.RedisSession;
import dev.sluice.redis.link.Script;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
///
/// **Those who had units come first.** The server may have lost claims that nodes acknowledged, and
/// that only their memory has. So an offer that was lost takes no new claims until every node that
/// says that it lives has put back its own and said so; for some seconds at least, so that nodes
/// are heard of, and half a minute at most, by the server's own clock. When it is built once more
/// before that is over, all of this begins anew.
final class Rebuild {

    private static final Script<String> CLOSE = Script.text("close");
    private static final Script<Long> FILL = Script.number("fill");
    private static final Script<Long> OPEN = Script.number("open");
    private static final Script<Long> ALL_BACK = Script.number("all_back");
    private static final Script<Long> TAKE_LOCK = Script.number("lock_take");
    private static final Script<Long> LOCK = Script.number("lock");

    private static final int CALL_MAX = 1_000;
    private static final int ATTEMPTS_MAX = 5;
    private static final long LOCK_MILLIS = 5_000;

    /// How long an offer that was lost takes only what nodes put back, at least: until then nodes
    /// are connected again and have said that they live.
    private static final long BACK_MILLIS = 3_000;

    /// The same at most, when a node lives and does not say that it has put back all it had.
    private static final long BACK_MAX_MILLIS = 30_000;

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

    /// @param carried whether this node had the offer open before
    void prepare(OfferId offer, Supplier<Supply> book, boolean carried) {
        var lane = link.lane(0);
        var lock = lane.key("lock:" + offer.value());
        var token = node + " " + tokens.incrementAndGet();
        var lasting = List.of(token, Long.toString(LOCK_MILLIS));
        long before = generationOf(offer);
        var build = new Task(offer, book, carried, new Lock(lane, lock, token));
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (lane.run(TAKE_LOCK, List.of(lock), lasting) == 1 && isBuilt(build)) return;
            Answers.pause(LOOK_MILLIS);
            var seen = moves.look(offer);
            if (seen.isPresent() && seen.get().generation() > before) return;
        }
        throw new Unavailable("another node takes very long to prepare offer " + offer, null);
    }

    /// The offers that some node has prepared and none has forgotten.
    List<OfferId> offers() {
        var lane = link.lane(0);
        return lane.call(redis -> redis.smembers(lane.key("offers"))).stream()
                .map(text -> new OfferId(Long.parseLong(text)))
                .toList();
    }

    /// This node has put back what it had of this generation.
    void allBack(OfferId offer, long generation) {
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (var lane : link.lanes()) {
            var session = lane.session();
            var key = OfferKeys.of(lane, offer).units();
            var args = List.of(session.runId(), Long.toString(generation), node);
            sent.add(session.send(ALL_BACK, List.of(key), args));
        }
        Answers.all(sent);
    }

    void forget(OfferId offer) {
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (var lane : link.lanes()) {
            var keys = OfferKeys.of(lane, offer).all().toArray(String[]::new);
            sent.add(lane.send(redis -> redis.unlink(keys)));
        }
        Answers.all(sent);
        var id = Long.toString(offer.value());
        for (var lane : link.lanes()) lane.call(redis -> redis.srem(lane.key("offers"), id));
    }

    private record Task(OfferId offer, Supplier<Supply> book, boolean carried, Lock lock) {}

    private record Lock(RedisLane lane, String key, String token) {

        CompletableFuture<Long> keep(long millis) {
            return lane.send(LOCK, List.of(key), List.of(token, Long.toString(millis)));
        }

        boolean isOurs() {
            return RedisSession.await(keep(LOCK_MILLIS)) == 1;
        }
    }

    /// False when the lock was lost: another node has prepared the offer meanwhile, or is about to,
    /// and what it has built is not to be closed again.
    private boolean isBuilt(Task task) {
        var renewal = link.every(RENEW_MILLIS, () -> task.lock().keep(LOCK_MILLIS));
        try {
            boolean lost = false;
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                var build = close(task.offer(), task.carried());
                lost |= build.lost();
                if (isBuilt(build, task.book(), lost)) return true;
                if (!task.lock().isOurs()) return false;
            }
            throw new Unavailable("offer " + task.offer() + " was taken from our hands", null);
        } finally {
            renewal.cancel(false);
            task.lock().keep(0);
        }
    }

    private boolean isBuilt(Build build, Supplier<Supply> book, boolean lost) {
        try {
            var plan = new RebuildPlan(link);
            for (var lane : link.lanes()) {
                QueuePages.forEach(lane, build.offer(), plan::addQueued);
            }
            plan.add(book.get());
            fill(build, plan);
            open(build, plan, lost ? BACK_MILLIS : 0);
            return true;
        } catch (Overtaken e) {
            return false;
        }
    }

    /// @param lost whether nodes may have acknowledged claims that the servers have lost, or are
    ///     still putting such claims back
    /// @param sessions the connections by which the offer was closed, one per shard. A new one
    ///     might lead to a server that has forgotten that
    private record Build(
            OfferId offer, String generation, boolean lost, List<RedisSession> sessions) {}

    /// Whether something was lost is found out in the step that closes: before, the server may be
    /// another one.
    private Build close(OfferId offer, boolean carried) {
        var sessions = new ArrayList<RedisSession>();
        for (var lane : link.lanes()) sessions.add(lane.session());
        var id = Long.toString(offer.value());
        var generation = "";
        var was = new HashSet<String>();
        for (var lane : link.lanes()) {
            var session = sessions.get(lane.shard());
            var keys = new ArrayList<>(OfferKeys.of(lane, offer).all());
            for (var name : List.of("seq", "queue", "run", "offers")) keys.add(lane.key(name));
            var answer = session.run(CLOSE, keys, List.of(session.runId(), generation, id));
            int space = answer.indexOf(' ');
            generation = answer.substring(0, space);
            was.add(answer.substring(space + 1));
        }
        // Where no shard has it, it is new, or everything was lost.
        boolean isNew = was.equals(Set.of("gone")) && !carried;
        boolean lost = !isNew && !was.equals(Set.of("whole"));
        return new Build(offer, generation, lost, sessions);
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

    private void open(Build build, RebuildPlan plan, long backMillis) throws Overtaken {
        for (var lane : link.lanes()) {
            var session = build.sessions().get(lane.shard());
            var args = new ArrayList<String>();
            args.add(session.runId());
            args.add(build.generation());
            args.addAll(plan.counts(lane.shard()));
            args.add(Long.toString(backMillis));
            args.add(Long.toString(BACK_MAX_MILLIS));
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
