package dev.sluice.redis.hold;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Supply;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.claim.HoldText;
import dev.sluice.redis.claim.Places;
import dev.sluice.redis.link.Answers;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.Script;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Reservation;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The hold store that many nodes share, on Redis. Every decision is a script that the server does
/// in one step; nothing is decided from what a node remembers.
///
/// **Shards.** A buyer's claims are in the buyer's shard, and each shard has a part of the offer's
/// free units; see [UnitMoves] for how they get to where they are wanted. A batch is decided in
/// order shard by shard.
///
/// **Trust.** A Redis that was restarted, flushed or replaced by a replica may have forgotten
/// something. So the units of an offer say which run of the server has built them, every script is
/// told which run the connection leads to, and with any other one the offer counts as not prepared
/// until [#prepare] has rebuilt it from the order book; see [Rebuild].
///
/// An offer that is not there at all is passed over by [#confirm], [#release] and [#restock]: the
/// order book knows already what they say, and is asked when the offer is prepared. Nor could a
/// forgotten offer be told from a lost one. The first two pass over one that another run has built
/// as well: it may be long before somebody prepares it, or nobody may, and settlement and expiry
/// of all other offers would wait for that.
///
/// Safe for many threads and many nodes.
public final class RedisHoldStore implements HoldStore {

    private static final Script<Long> SETTLE = Script.number("buyers", "settle");
    private static final Script<String> REVIVE = Script.text("buyers", "revive");
    private static final Script<Long> RESTOCK = Script.number("restock");
    private static final Script<List<Object>> FIND = Script.list("kept", "find");

    private static final int CALL_MAX = 1_000;
    private static final int REVIVALS_MAX = 32;
    private static final int SCAN_COUNT = 1_000;

    private final RedisLink link;
    private final UnitMoves moves;
    private final Rebuild rebuild;
    private final List<Semaphore> turns;
    // Offers that were open here once and were not forgotten by this node since. Whoever adds one
    // because it was seen in Redis, or forgets one, has the lock from the look to the end.
    private final Set<OfferId> carried = ConcurrentHashMap.newKeySet();
    private final ReentrantLock looking = new ReentrantLock();

    public RedisHoldStore(RedisLink link, String consumer) {
        this.link = link;
        moves = new UnitMoves(link);
        rebuild = new Rebuild(link, moves, consumer);
        turns =
                Stream.generate(() -> new Semaphore(Reserving.IN_FLIGHT_MAX, true))
                        .limit(link.shards())
                        .toList();
    }

    @Override
    public void prepare(OfferId offer, Supplier<Supply> book) {
        rebuild.prepare(offer, book, carried.contains(offer));
        carried.add(offer);
    }

    @Override
    public OptionalLong generation(OfferId offer) {
        looking.lock();
        try {
            var look = moves.look(offer);
            if (look.isEmpty()) return OptionalLong.empty();
            carried.add(offer);
            return OptionalLong.of(look.get().generation());
        } finally {
            looking.unlock();
        }
    }

    @Override
    public List<OfferId> offers() {
        return rebuild.offers();
    }

    @Override
    public void forget(OfferId offer) {
        looking.lock();
        try {
            carried.remove(offer);
            rebuild.forget(offer);
        } finally {
            looking.unlock();
        }
    }

    @Override
    public List<Reservation> reserve(List<Claim> claims) {
        if (claims.isEmpty()) return List.of();
        return new Reserving(link, moves, turns, claims, false).decide();
    }

    @Override
    public List<Reservation> putBack(List<Claim> claims) {
        if (claims.isEmpty()) return List.of();
        return new Reserving(link, moves, turns, claims, true).decide();
    }

    @Override
    public void allBack(OfferId offer, long generation) {
        rebuild.allBack(offer, generation);
    }

    @Override
    public int reservesAtOnce() {
        return Reserving.IN_FLIGHT_MAX;
    }

    @Override
    public void confirm(List<Hold> holds) {
        settle("confirm", holds);
    }

    @Override
    public void release(List<Hold> holds) {
        settle("release", holds);
    }

    @Override
    public boolean revive(Hold hold) {
        for (int i = 0; i < REVIVALS_MAX; i++) {
            var answer = reviveInShard(hold);
            switch (answer) {
                case "t" -> {
                    return true;
                }
                case "o" -> {
                    return false;
                }
                case "m" -> {
                    if (carried.contains(hold.offer())) throw closed(hold.offer());
                    return false;
                }
                case "u" -> throw closed(hold.offer());
                case "d" -> {
                    if (!bringUnits(hold)) return false;
                }
                default -> throw new IllegalStateException("revive.lua said " + answer);
            }
        }
        throw new Unavailable("others were quicker than claim " + hold.claim(), null);
    }

    @Override
    public void restock(OfferId offer, int stock) {
        var lane = link.lane(0);
        var session = lane.session();
        var key = OfferKeys.of(lane, offer).units();
        var args = List.of(session.runId(), Integer.toString(stock));
        if (session.run(RESTOCK, List.of(key), args) == 0) throw closed(offer);
    }

    @Override
    public Optional<Balances.Store> balance(OfferId offer) {
        return moves.look(offer).map(OfferLook::balance);
    }

    /// A sold claim is found without its outcome: which order it became, only the book knows.
    /// [Unavailable] as long as an offer that might have the claim is not there, or has not got
    /// back all that it had.
    @Override
    public Optional<ClaimState> find(ClaimId claim) {
        var offers = rebuild.offers();
        for (var offer : carried) if (!offers.contains(offer)) throw closed(offer);
        if (offers.isEmpty()) return Optional.empty();
        var sent = new ArrayList<CompletableFuture<List<Object>>>();
        for (var lane : link.lanes()) {
            var session = lane.session();
            var keys = new ArrayList<>(List.of(lane.key("beats")));
            for (var offer : offers) {
                var all = OfferKeys.of(lane, offer);
                keys.add(all.units());
                keys.add(all.claims());
            }
            var args = List.of(session.runId(), Long.toString(claim.value()));
            sent.add(session.send(FIND, keys, args));
        }
        var answers = Answers.all(sent);
        OfferId unsure = null;
        for (int shard = 0; shard < answers.size(); shard++) {
            if (answers.get(shard).isEmpty()) continue;
            int number = ((Long) answers.get(shard).get(0)).intValue();
            var known = (String) answers.get(shard).get(1);
            var offer = offers.get(number - 1);
            if (known.equals("u")) {
                unsure = offer;
                continue;
            }
            // The end of a claim may stand in a shard where it never was.
            var state = HoldText.state(offer, claim, known, places(shard));
            if (state.isPresent()) return state;
        }
        if (unsure != null) throw closed(unsure);
        return Optional.empty();
    }

    @Override
    public List<ClaimState> findHeld(OfferId offer) {
        return find(offer, HoldText::isHeld);
    }

    @Override
    public List<Hold> findSold(OfferId offer) {
        return find(offer, known -> !HoldText.isHeld(known)).stream()
                .map(ClaimState::hold)
                .toList();
    }

    /// The claims of which such a thing is known, but for those that have ended.
    private List<ClaimState> find(OfferId offer, Predicate<String> wanted) {
        if (moves.look(offer).isEmpty()) return List.of();
        var found = new ArrayList<ClaimState>();
        for (var lane : link.lanes()) {
            scan(lane, OfferKeys.of(lane, offer).claims())
                    .forEach((claim, known) -> {
                        if (!wanted.test(known)) return;
                        var id = new ClaimId(Long.parseLong(claim));
                        HoldText.state(offer, id, known, places(lane.shard()))
                                .ifPresent(found::add);
                    });
        }
        return found;
    }

    private static Map<String, String> scan(RedisLane lane, String key) {
        var all = new LinkedHashMap<String, String>();
        var cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var from = cursor;
            var page =
                    lane.call(redis -> redis.hscan(key, from, ScanArgs.Builder.limit(SCAN_COUNT)));
            all.putAll(page.getMap());
            cursor = page;
        }
        return all;
    }

    /// One script call per shard and a thousand holds; those of several shards at once.
    private void settle(String verb, List<Hold> holds) {
        var parts = new ArrayList<List<List<Hold>>>();
        for (int i = 0; i < link.shards(); i++) parts.add(new ArrayList<>());
        for (var hold : holds) {
            var part = parts.get(link.shardOf(hold.buyer().value()));
            if (part.isEmpty() || part.getLast().size() == CALL_MAX) part.add(new ArrayList<>());
            part.getLast().add(hold);
        }
        var sent = new ArrayList<CompletableFuture<Long>>();
        for (int shard = 0; shard < parts.size(); shard++) {
            for (var part : parts.get(shard)) sent.add(send(verb, link.lane(shard), part));
        }
        for (long done : Answers.all(sent)) {
            if (done == 0) throw new Unavailable("an offer is being prepared anew", null);
        }
    }

    private static CompletableFuture<Long> send(String verb, RedisLane lane, List<Hold> holds) {
        var session = lane.session();
        var batch = new BatchArgs(2);
        for (var hold : holds) {
            var claim = Long.toString(hold.claim().value());
            batch.add(hold.offer(), hold.units(), claim, Long.toString(hold.buyer().value()));
        }
        var args = new ArrayList<String>(holds.size() * 2 + 8);
        args.add(session.runId());
        args.add(verb);
        args.add(Integer.toString(batch.offers().size()));
        batch.addRunsTo(args);
        return session.send(SETTLE, batch.keys(lane), args);
    }

    private String reviveInShard(Hold hold) {
        var lane = link.lane(link.shardOf(hold.buyer().value()));
        var session = lane.session();
        return session.run(
                REVIVE,
                OfferKeys.of(lane, hold.offer()).all(),
                List.of(
                        session.runId(),
                        Long.toString(hold.claim().value()),
                        Long.toString(hold.buyer().value()),
                        Integer.toString(hold.units())));
    }

    /// Moves units to the buyer's shard; false when all shards together have too few.
    private boolean bringUnits(Hold hold) {
        if (link.shards() == 1) return false;
        var look = moves.look(hold.offer()).orElseThrow(() -> closed(hold.offer()));
        if (look.free() < hold.units()) return false;
        int shard = link.shardOf(hold.buyer().value());
        int missing = hold.units() - look.free(shard);
        for (var move : moves.gather(hold.offer(), look, shard, missing)) {
            moves.land(hold.offer(), move);
        }
        return true;
    }

    private Places places(int shard) {
        return new Places(shard, link.shards());
    }

    private static Unavailable closed(OfferId offer) {
        return new Unavailable("offer " + offer + " is being prepared anew", null);
    }
}
