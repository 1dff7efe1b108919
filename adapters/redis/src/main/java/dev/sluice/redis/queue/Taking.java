package dev.sluice.redis.queue;

import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.claim.Places;
import dev.sluice.redis.claim.QueueEntry;
import dev.sluice.redis.link.Answers;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.Script;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Takes deliveries out of all shards for one node.
///
/// A node is a consumer of the stream's group, under a name that no other process has, and says
/// every second that it lives. A script takes per shard what there is; when there is nothing, a
/// [Bell] is waited for. About once a second the script also looks for what dead consumers have
/// left, and for what was taken a long time ago.
///
/// **Leftovers.** Entries are taken as a whole. What a caller did not ask for stays in this node's
/// memory for the next one. To Redis it is taken like the rest, so when the node dies others get
/// it; and when nobody here takes it before it would be delivered again, it is left to that.
///
/// **What is given back** belongs to a consumer that never says that it lives, so the next sweep of
/// any node finds it; the leftovers go with it. A shard that is not there gets its part before it
/// is asked for anything again, and keeps no other from giving and taking.
///
/// **When an answer is lost**, claims may have been delivered to this consumer that nobody here
/// knows of. The next call in that shard asks for them: for all it was given since then.
///
/// Safe for many threads, which take in turn.
final class Taking {

    private static final Script<List<Object>> TAKE = Script.list("entries", "take");
    private static final Script<Long> BACK = Script.number("entries", "back");
    private static final Script<Long> BEAT = Script.number("beat");

    /// Who has what was given back.
    private static final String NOBODY = "nobody";

    private static final Duration BEAT_PERIOD = Duration.ofMillis(900);
    private static final Duration SWEEP_PERIOD = Duration.ofSeconds(1);

    /// So long it may take from reading the clock until the script is run.
    private static final Duration MARGIN = Duration.ofSeconds(15);

    private static final int CALL_MAX = 1_000;
    private static final List<String> KEYS =
            List.of("queue", "marks", "later", "tries", "again", "beats", "quiet");
    private static final String BEGINNING = "0-0";

    /// What is known of one shard. Guarded by the lock.
    private static final class Shard {
        final RedisLane lane;
        final Leftovers left;
        final Set<Long> owed = new LinkedHashSet<>();
        CompletableFuture<?> sweptLately = CompletableFuture.completedFuture(null);
        String cursor = BEGINNING;
        Instant inVainSince;
        String last = BEGINNING;
        Instant due;

        Shard(RedisLane lane, Duration redeliverAfter) {
            this.lane = lane;
            left = new Leftovers(redeliverAfter);
        }
    }

    private final RedisLink link;
    private final String consumer;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final List<Shard> shards = new ArrayList<>();
    private final List<Bell> bells = new ArrayList<>();
    private final ScheduledFuture<?> beating;
    // Held while it is said that the consumer lives, or does no more.
    private final ReentrantLock saying = new ReentrantLock();
    // Guarded by `saying`.
    private boolean closed;
    private int turn;

    Taking(RedisLink link, String consumer, InstantSource clock) {
        this.link = link;
        this.consumer = consumer;
        this.clock = clock;
        for (var lane : link.lanes()) {
            shards.add(new Shard(lane, link.config().redeliverAfter()));
        }
        // In a cluster one call cannot name streams of several shards.
        int bellCount = link.isOneServer() ? 1 : link.shards();
        for (int i = 0; i < bellCount; i++) bells.add(new Bell(link.lane(i)));
        beat();
        beating = link.every(BEAT_PERIOD.toMillis(), this::beat);
    }

    List<Delivery> take(int max, Duration wait) throws InterruptedException {
        var timeUp =
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, wait.toNanos(), TimeUnit.NANOSECONDS);
        if (!lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) return List.of();
        try {
            while (true) {
                // Asked before looking: a last look comes after the time is up.
                boolean last = timeUp.isDone();
                var taken = takeNow(max);
                if (!taken.isEmpty() || last) return taken;
                waitForNews(timeUp);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Others get these and the leftovers as soon as they sweep, and so does this node when it
    /// takes again.
    void giveBack(List<Delivery> deliveries) {
        lock.lock();
        try {
            for (var one : deliveries) {
                shards.get(Places.shard(one.sequence(), shards.size())).owed.add(one.sequence());
            }
            int away = 0;
            Unavailable fault = null;
            for (var shard : shards) {
                for (var one : shard.left.all()) shard.owed.add(one.sequence());
                try {
                    giveBack(shard);
                } catch (Unavailable e) {
                    away++;
                    fault = e;
                }
            }
            if (away == shards.size()) throw fault;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Shard shard) {
        if (shard.owed.isEmpty()) return;
        var lane = shard.lane;
        var places = shard.owed.stream().mapToLong(s -> Places.n(s, shards.size())).toArray();
        var args = new ArrayList<>(List.of(RedisClaimQueue.GROUP, consumer, NOBODY));
        Places.addRanges(places, args);
        lane.run(BACK, List.of(lane.key("queue"), lane.key("marks"), lane.key("again")), args);
        shard.owed.clear();
        shard.left.drop();
        shard.sweptLately = CompletableFuture.completedFuture(null);
    }

    /// The consumer is dead from now on, and what it has is delivered to others.
    void close() {
        beating.cancel(false);
        try {
            Answers.all(sayThatItIsDead());
        } catch (Unavailable e) {
            // The beat ends by itself soon.
        }
        lock.lock();
        try {
            for (var bell : bells) bell.close();
        } finally {
            lock.unlock();
        }
    }

    /// A beat that is under way comes before this, and none after it.
    private List<CompletableFuture<Long>> sayThatItIsDead() {
        saying.lock();
        try {
            closed = true;
            var sent = new ArrayList<CompletableFuture<Long>>();
            for (var lane : link.lanes()) {
                sent.add(lane.send(redis -> redis.zrem(lane.key("beats"), consumer)));
            }
            return sent;
        } finally {
            saying.unlock();
        }
    }

    /// One look into each shard, in turn. A shard that is not there is passed over, unless nothing
    /// was found in the others.
    private List<Delivery> takeNow(int max) throws InterruptedException {
        var taken = new ArrayList<Delivery>();
        Unavailable fault = null;
        for (int i = 0; i < shards.size() && taken.size() < max; i++) {
            var shard = shards.get((turn + i) % shards.size());
            try {
                taken.addAll(take(shard, Math.min(CALL_MAX, max - taken.size())));
            } catch (Unavailable e) {
                if (Thread.interrupted()) throw new InterruptedException();
                fault = e;
            }
        }
        turn = (turn + 1) % shards.size();
        if (taken.isEmpty() && fault != null) throw fault;
        return taken;
    }

    private List<Delivery> take(Shard shard, int max) {
        giveBack(shard);
        var left = shard.left;
        if (left.isOld()) left.drop();
        if (left.size() >= max) return left.poll(max);
        var fresh = ask(shard, max - left.size());
        var taken = left.poll(max);
        if (!taken.isEmpty()) {
            // What was taken in vain may have come once more.
            var known = new HashSet<Long>();
            for (var one : taken) known.add(one.sequence());
            fresh.removeIf(one -> known.contains(one.sequence()));
        }
        int more = Math.min(max - taken.size(), fresh.size());
        taken.addAll(fresh.subList(0, more));
        left.keep(fresh.subList(more, fresh.size()));
        return taken;
    }

    private List<Delivery> ask(Shard shard, int max) {
        var before = shard.inVainSince;
        var now = clock.instant();
        boolean sweep = shard.sweptLately.isDone();
        long inVain = before == null ? -1 : inVain(before, now).plus(MARGIN).toMillis();
        var args =
                List.of(
                        RedisClaimQueue.GROUP,
                        consumer,
                        Integer.toString(max),
                        Long.toString(now.toEpochMilli()),
                        Long.toString(link.config().silenceMax().toMillis()),
                        sweep ? "1" : "0",
                        Long.toString(link.config().redeliverAfter().toMillis()),
                        shard.cursor,
                        Long.toString(inVain));
        var lane = shard.lane;
        var keys = new ArrayList<String>();
        for (var name : KEYS) keys.add(lane.key(name));
        if (before == null) shard.inVainSince = now;
        List<Object> answer;
        try {
            answer = lane.run(TAKE, keys, args);
        } catch (Unavailable e) {
            shard.sweptLately = CompletableFuture.completedFuture(null);
            // The group is gone with everything else; a sweep makes it.
            if (sweep || !e.getMessage().contains("NOGROUP")) throw e;
            shard.left.drop();
            return ask(shard, max);
        }
        shard.inVainSince = null;
        return read(shard, answer, sweep);
    }

    /// How long ago that was. When the clock was put back meanwhile nobody knows, and it is better
    /// to ask for too much.
    private Duration inVain(Instant before, Instant now) {
        return now.isBefore(before)
                ? link.config().redeliverAfter()
                : Duration.between(before, now);
    }

    private List<Delivery> read(Shard shard, List<Object> answer, boolean swept) {
        shard.cursor = (String) answer.get(0);
        boolean more = (Long) answer.get(1) == 1;
        if (swept && !more) {
            shard.sweptLately =
                    new CompletableFuture<Void>()
                            .completeOnTimeout(
                                    null, SWEEP_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        }
        var due = (String) answer.get(2);
        shard.due = due.isEmpty() ? null : Instant.ofEpochMilli((long) Double.parseDouble(due));
        var last = (String) answer.get(3);
        if (!last.isEmpty()) shard.last = last;
        var places = new Places(shard.lane.shard(), link.shards());
        var taken = new ArrayList<Delivery>();
        for (int i = 4; i < answer.size(); i += 4) {
            long first = Long.parseLong((String) answer.get(i));
            int attempt = Integer.parseInt((String) answer.get(i + 1));
            var marks = (String) answer.get(i + 2);
            for (var one : new QueueEntry(first, marks, (String) answer.get(i + 3)).open()) {
                taken.add(new Delivery(one.claim(), places.sequence(one.n()), attempt));
            }
        }
        return taken;
    }

    /// Until something may have arrived or may be due, or the time is up.
    private void waitForNews(CompletableFuture<Void> timeUp) throws InterruptedException {
        var news = new ArrayList<CompletableFuture<?>>();
        news.add(timeUp);
        for (int i = 0; i < bells.size(); i++) news.add(bells.get(i).next(streams(i)));
        for (var shard : shards) {
            if (shard.due == null) continue;
            long millis = Duration.between(clock.instant(), shard.due).toMillis();
            news.add(
                    new CompletableFuture<Void>()
                            .completeOnTimeout(null, Math.max(1, millis), TimeUnit.MILLISECONDS));
        }
        try {
            CompletableFuture.anyOf(news.toArray(CompletableFuture[]::new)).get();
        } catch (ExecutionException e) {
            // A bell that is broken has rung, and is made anew the next time.
            Answers.pause(1);
        }
    }

    private Map<String, String> streams(int bell) {
        var streams = new HashMap<String, String>();
        for (int i = 0; i < shards.size(); i++) {
            var shard = shards.get(i);
            if (bells.size() == 1 || i == bell) streams.put(shard.lane.key("queue"), shard.last);
        }
        return streams;
    }

    private void beat() {
        var args = List.of(consumer, Long.toString(link.config().silenceMax().toMillis()));
        saying.lock();
        try {
            if (closed) return;
            for (var lane : link.lanes()) lane.send(BEAT, List.of(lane.key("beats")), args);
        } finally {
            saying.unlock();
        }
    }
}
