package dev.sluice.redis.share;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Gates;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.Script;
import io.lettuce.core.Range;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Gates in Redis: of each offer, the passes that are out, by buyer and by expiry. One script call
/// looks for the buyer's pass, counts and admits.
///
/// An offer's passes are in one shard, whichever buyers have them, and different offers in
/// different ones: the count has to be exact while the number that is allowed goes up and down, and
/// parts of a count that are kept apart cannot be.
///
/// Used passes are collected and taken out of the count by one thread of this class, many in one
/// call. While Redis is away they wait for it, up to a limit; one that found no room leaves the
/// count when it expires.
///
/// A Redis that was restarted without its data has forgotten which passes are out and admits as
/// many again, once. That gives passes to more buyers than meant, and units to no one more: the
/// hold store and the order book decide on those.
///
/// Safe for many threads.
public final class RedisGates implements Gates, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RedisGates.class.getName());

    private static final Script<String> ADMIT = Script.text("gate_admit");
    private static final Script<Long> USE = Script.number("gate_use");
    private static final int BATCH_MAX = 500;
    private static final int WAITING_MAX = 100_000;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    private record Used(OfferId offer, BuyerId buyer, ClaimId claim) {}

    private final RedisLink link;
    private final BlockingQueue<Used> used = new LinkedBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);

    public RedisGates(RedisLink link) {
        this.link = link;
        this.thread = Thread.ofPlatform().name("sluice-gates").daemon().start(this::takeOut);
    }

    @Override
    public Optional<Issued> admit(Ask ask, Instant now, Supplier<ClaimId> ids) {
        var lane = lane(ask.offer());
        var args =
                List.of(
                        Long.toString(ask.buyer().value()),
                        Long.toString(ids.get().value()),
                        Long.toString(now.toEpochMilli()),
                        Long.toString(ask.expiresAt().toEpochMilli()),
                        Integer.toString(ask.outMax()));
        var pass = lane.run(ADMIT, keys(lane, ask.offer()), args);
        return Optional.ofNullable(pass).map(RedisGates::issued);
    }

    @Override
    public void use(OfferId offer, BuyerId buyer, ClaimId claim) {
        if (used.offer(new Used(offer, buyer, claim))) return;
        LOG.log(Level.DEBUG, "claim {0} counts as a pass until it expires", claim.value());
    }

    @Override
    public int count(OfferId offer, Instant now) {
        var lane = lane(offer);
        var out = keys(lane, offer).getFirst();
        var later =
                Range.from(
                        Range.Boundary.excluding((double) now.toEpochMilli()),
                        Range.Boundary.<Double>unbounded());
        return Math.toIntExact(lane.call(redis -> redis.zcount(out, later)));
    }

    /// Tells Redis of what was used so far, if that is quick. The link stays open.
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(CLOSE_MAX);
            thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeOut() {
        var batch = new ArrayList<Used>(BATCH_MAX);
        try {
            while (closing.getCount() > 0 || !used.isEmpty()) {
                var first = used.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                if (first == null) continue;
                batch.add(first);
                used.drainTo(batch, BATCH_MAX - 1);
                takeOut(batch);
                batch.clear();
            }
        } catch (InterruptedException closing) {
            LOG.log(Level.DEBUG, "{0} used passes count until they expire", used.size());
        }
    }

    private void takeOut(List<Used> batch) throws InterruptedException {
        var offers = new LinkedHashMap<OfferId, List<String>>();
        for (var one : batch) {
            var args = offers.computeIfAbsent(one.offer, _ -> new ArrayList<>());
            args.add(Long.toString(one.buyer.value()));
            args.add(Long.toString(one.claim.value()));
        }
        while (!offers.isEmpty()) {
            offers.entrySet().removeIf(entry -> isTakenOut(entry.getKey(), entry.getValue()));
            if (!offers.isEmpty() && closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new InterruptedException("closed while Redis is away");
            }
        }
    }

    /// Whether Redis knows it now. To say it twice does nothing.
    private boolean isTakenOut(OfferId offer, List<String> args) {
        try {
            var lane = lane(offer);
            lane.run(USE, keys(lane, offer), args);
            return true;
        } catch (Unavailable fault) {
            LOG.log(Level.DEBUG, "used passes wait: {0}", fault.getMessage());
            return false;
        } catch (RuntimeException | Error bug) {
            // The thread must live; these count as out until they expire.
            LOG.log(Level.ERROR, "used passes are not taken out", bug);
            return true;
        }
    }

    private RedisLane lane(OfferId offer) {
        return link.lane(link.shardOf(offer.value()));
    }

    private static List<String> keys(RedisLane lane, OfferId offer) {
        return List.of(
                lane.key("gate:" + offer.value() + ":out"),
                lane.key("gate:" + offer.value() + ":passes"));
    }

    private static Issued issued(String pass) {
        int space = pass.indexOf(' ');
        var claim = new ClaimId(Long.parseLong(pass.substring(0, space)));
        return new Issued(claim, Instant.ofEpochMilli(Long.parseLong(pass.substring(space + 1))));
    }
}
