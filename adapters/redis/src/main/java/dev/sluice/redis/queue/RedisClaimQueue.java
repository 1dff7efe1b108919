package dev.sluice.redis.queue;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimText;
import dev.sluice.redis.claim.HoldText;
import dev.sluice.redis.claim.Places;
import dev.sluice.redis.claim.QueuePages;
import dev.sluice.redis.link.Answers;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.RedisSession;
import dev.sluice.redis.link.Script;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The claim queue that many nodes share: a Redis stream per shard, filled by [RedisHoldStore] in
/// the step that holds the units. All claims that one call has held are one entry, which stays in
/// the stream until all of them are acknowledged; what has become of each is marked beside it, and
/// retries and parked claims are lists of places. The layout stands in `entries.lua`.
///
/// An entry is taken by one node, and each claim is delivered once. What a node has taken and not
/// acknowledged is delivered to another when the node dies, which is known by its missing
/// heartbeat, or after a long time; see [Taking]. Any node may acknowledge, retry or park what
/// another has taken.
///
/// Safe for many threads and many nodes.
public final class RedisClaimQueue implements ClaimQueue {

    static final String GROUP = "sluice";

    private static final Script<Long> ACKNOWLEDGE = Script.number("entries", "acknowledge");
    private static final Script<Long> RETRY = Script.number("entries", "retry");
    private static final Script<Long> PARK = Script.number("entries", "park");
    private static final Script<List<Object>> PARKED = Script.list("entries", "parked");
    private static final Script<Long> UNPARK = Script.number("entries", "unpark");

    // Enough that no entry is settled in parts only because the calls are small.
    private static final int CALL_MAX = 2_000;
    private static final int CAUSE_MAX = 1_000;

    private final RedisLink link;
    private final InstantSource clock;
    private final Taking taking;
    private final Progress progress;

    public RedisClaimQueue(RedisLink link, String consumer, InstantSource clock) {
        this.link = link;
        this.clock = clock;
        taking = new Taking(link, consumer, clock);
        progress = new Progress(link);
    }

    @Override
    public List<Delivery> take(int max, Duration wait) throws InterruptedException {
        return taking.take(max, wait);
    }

    @Override
    public void acknowledge(List<Delivery> deliveries) {
        var parts = new ArrayList<List<List<Delivery>>>();
        for (int i = 0; i < link.shards(); i++) parts.add(new ArrayList<>());
        for (var delivery : deliveries) {
            var part = parts.get(Places.shard(delivery.sequence(), link.shards()));
            if (part.isEmpty() || part.getLast().size() == CALL_MAX) part.add(new ArrayList<>());
            part.getLast().add(delivery);
        }
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (int shard = 0; shard < parts.size(); shard++) {
            var lane = link.lane(shard);
            for (var part : parts.get(shard)) sent.add(acknowledge(lane, part));
            sent.add(progress.tryLook(lane));
        }
        Answers.all(sent);
    }

    @Override
    public void giveBack(List<Delivery> deliveries) {
        taking.giveBack(deliveries);
    }

    @Override
    public void retry(Delivery delivery, Instant due, String cause) {
        var lane = laneOf(delivery);
        long millis = millisFrom(due);
        lane.run(
                RETRY,
                keys(lane, "queue", "marks", "tries", "later", "again"),
                List.of(
                        GROUP,
                        n(delivery),
                        Integer.toString(delivery.attempt()),
                        Long.toString(millis),
                        shortened(cause),
                        Long.toString(Math.max(0, millis - clock.millis()))));
        RedisSession.await(progress.tryLook(lane));
    }

    @Override
    public void park(Delivery delivery, String cause) {
        var lane = laneOf(delivery);
        lane.run(
                PARK,
                keys(lane, "queue", "marks", "tries", "later", "again", "why", "parked"),
                List.of(
                        GROUP,
                        n(delivery),
                        id(delivery.claim().id()),
                        Integer.toString(delivery.attempt()),
                        HoldText.time(clock.instant()),
                        shortened(cause)));
        RedisSession.await(progress.tryLook(lane));
    }

    @Override
    public List<Parked> parked(int max) {
        var all = findParked(Integer.toString(max), "");
        all.sort(Comparator.comparingLong(Parked::sequence));
        return List.copyOf(all.subList(0, Math.min(max, all.size())));
    }

    @Override
    public Optional<Parked> findParked(ClaimId claim) {
        return findParked("", id(claim)).stream().findFirst();
    }

    @Override
    public boolean unpark(ClaimId claim) {
        return unpark(claim, Long.toString(clock.instant().toEpochMilli()));
    }

    @Override
    public boolean removeParked(ClaimId claim) {
        return unpark(claim, "");
    }

    @Override
    public long depth() {
        return progress.depth();
    }

    @Override
    public void check() {
        progress.check();
    }

    @Override
    public int queuedUnits(OfferId offer) {
        var sent = new ArrayList<CompletableFuture<String>>();
        var field = Long.toString(offer.value());
        for (var lane : link.lanes()) {
            sent.add(lane.send(redis -> redis.hget(lane.key("queued"), field)));
        }
        int units = 0;
        for (var text : values(sent)) units += text.map(Integer::parseInt).orElse(0);
        return units;
    }

    @Override
    public List<Claim> findQueued(OfferId offer) {
        var found = new ArrayList<Claim>();
        for (var lane : link.lanes()) {
            QueuePages.forEach(lane, offer, one -> found.add(one.claim()));
        }
        return found;
    }

    /// Asks nobody: this is what was seen when this node last settled something or, when others
    /// did, some hundred milliseconds ago.
    @Override
    public long settledUpTo() {
        return progress.settledUpTo();
    }

    /// What this node has taken is delivered to others at once.
    public void close() {
        progress.close();
        taking.close();
    }

    private static CompletableFuture<Long> acknowledge(RedisLane lane, List<Delivery> deliveries) {
        var places = new long[deliveries.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = Places.n(deliveries.get(i).sequence(), lane.shards());
        }
        var args = new ArrayList<String>();
        args.add(GROUP);
        Places.addRanges(places, args);
        var keys = keys(lane, "queue", "marks", "queued", "tries", "later", "again");
        return lane.send(ACKNOWLEDGE, keys, args);
    }

    private ArrayList<Parked> findParked(String max, String claim) {
        var sent = new ArrayList<CompletableFuture<List<Object>>>();
        for (var lane : link.lanes()) {
            sent.add(lane.send(PARKED, keys(lane, "queue", "why", "parked"), List.of(max, claim)));
        }
        var found = new ArrayList<Parked>();
        var answers = Answers.all(sent);
        for (int shard = 0; shard < answers.size(); shard++) {
            var answer = answers.get(shard);
            for (int i = 0; i < answer.size(); i += 2) {
                var known = ((String) answer.get(i)).split(" ", 4);
                found.add(
                        new Parked(
                                claim((String) answer.get(i + 1)),
                                new Places(shard, link.shards()).sequence(Long.parseLong(known[0])),
                                Integer.parseInt(known[1]),
                                HoldText.unwire(known[3]),
                                HoldText.instant(known[2])));
            }
        }
        return found;
    }

    /// Which shard has the claim is not known here, so all are asked.
    private boolean unpark(ClaimId claim, String due) {
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (var lane : link.lanes()) {
            sent.add(
                    lane.send(
                            UNPARK,
                            keys(lane, "queue", "marks", "why", "parked", "later", "queued"),
                            List.of(GROUP, id(claim), due)));
        }
        return Answers.all(sent).contains(1L);
    }

    private RedisLane laneOf(Delivery delivery) {
        return link.lane(Places.shard(delivery.sequence(), link.shards()));
    }

    private String n(Delivery delivery) {
        return Long.toString(Places.n(delivery.sequence(), link.shards()));
    }

    private static <T> List<Optional<T>> values(List<CompletableFuture<T>> sent) {
        var mapped = new ArrayList<CompletableFuture<Optional<T>>>();
        for (var one : sent) mapped.add(one.thenApply(Optional::ofNullable));
        return Answers.all(mapped);
    }

    private static List<String> keys(RedisLane lane, String... names) {
        var keys = new ArrayList<String>(names.length);
        for (var name : names) keys.add(lane.key(name));
        return keys;
    }

    private static Claim claim(String line) {
        return ClaimText.claim(line, 0, line.length());
    }

    private static String id(ClaimId claim) {
        return Long.toString(claim.value());
    }

    /// Never earlier than the time itself.
    static long millisFrom(Instant due) {
        long millis = due.toEpochMilli();
        return Instant.ofEpochMilli(millis).isBefore(due) ? millis + 1 : millis;
    }

    private static String shortened(String cause) {
        var text = cause.length() <= CAUSE_MAX ? cause : cause.substring(0, CAUSE_MAX);
        return HoldText.wire(text);
    }
}
