package dev.sluice.redis.hold;

import dev.sluice.id.OfferId;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.Answers;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.Script;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Reads the units of an offer over all shards, and moves free ones to a shard that has too few.
///
/// **How a move works.** The giving shard takes the units out and writes the move down under a
/// number, the receiving one adds them and remembers the number, and then the giving one forgets
/// the move. Each step is atomic in its shard and does nothing the second time. Between two shards
/// there is one move at a time.
///
/// **Why no unit is lost or doubled.** A node may die between any two steps. The move then stands
/// in the giving shard, its units count as free, and whoever looks for units next lands and clears
/// it. Moves know the offer's generation: when the offer is prepared anew, old ones mean nothing.
final class UnitMoves {

    private static final Script<List<Object>> GIVE = Script.list("give");
    private static final Script<Long> LAND = Script.number("land");
    private static final Script<Long> CLEAR = Script.number("clear");

    private static final int LOOKS_MAX = 100;

    private final RedisLink link;

    UnitMoves(RedisLink link) {
        this.link = link;
    }

    /// The offer's units, or nothing when it is not open in all shards.
    Optional<OfferLook> look(OfferId offer) {
        for (int i = 0; i < LOOKS_MAX; i++) {
            var shards = read(offer);
            for (var shard : shards) if (!shard.isOpen()) return Optional.empty();
            if (ShardUnits.isOneMoment(shards)) return Optional.of(new OfferLook(shards));
        }
        throw new Unavailable("the units of " + offer + " do not stand still", null);
    }

    /// The offer's units as each shard has them.
    List<ShardUnits> read(OfferId offer) {
        var sent = new ArrayList<CompletableFuture<ShardUnits>>();
        for (var lane : link.lanes()) {
            var session = lane.session();
            var key = OfferKeys.of(lane, offer).units();
            CompletableFuture<Map<String, String>> fields =
                    session.send(redis -> redis.hgetall(key));
            sent.add(fields.thenApply(f -> new ShardUnits(lane.shard(), f, session.runId())));
        }
        return Answers.all(sent);
    }

    /// Sends free units of other shards towards this one, as many as are wanted if there are so
    /// many. What it answers is to be landed there, and then to be cleared.
    List<ShardUnits.Move> gather(OfferId offer, OfferLook look, int to, int wanted) {
        var coming = new ArrayList<ShardUnits.Move>();
        int missing = wanted;
        for (var move : look.moves()) {
            if (look.isLanded(move)) {
                clear(offer, move);
            } else if (move.to() == to) {
                coming.add(move);
                missing -= move.units();
            } else {
                land(offer, move);
            }
        }
        var richest =
                look.shards().stream()
                        .filter(shard -> shard.shard() != to && shard.free() > 0)
                        .sorted(Comparator.comparing(ShardUnits::free).reversed())
                        .toList();
        for (var from : richest) {
            if (missing <= 0) break;
            if (coming.stream().anyMatch(move -> move.from() == from.shard())) continue;
            var move = give(offer, look.generation(), new Wish(from.shard(), to, missing));
            if (move.isEmpty()) continue;
            coming.add(move.get());
            missing -= move.get().units();
        }
        return coming;
    }

    /// Lands a move where it leads to and clears it.
    void land(OfferId offer, ShardUnits.Move move) {
        var lane = link.lane(move.to());
        var session = lane.session();
        long landed =
                session.run(
                        LAND,
                        List.of(OfferKeys.of(lane, offer).units()),
                        List.of(
                                session.runId(),
                                Long.toString(move.generation()),
                                Integer.toString(move.from()),
                                Long.toString(move.number()),
                                Integer.toString(move.units())));
        if (landed == 1) clear(offer, move);
    }

    /// The move has landed. When this is lost, somebody else will do it.
    void clear(OfferId offer, ShardUnits.Move move) {
        var lane = link.lane(move.from());
        lane.send(
                CLEAR,
                List.of(OfferKeys.of(lane, offer).units()),
                List.of(
                        Long.toString(move.generation()),
                        Integer.toString(move.to()),
                        Long.toString(move.number())));
    }

    private record Wish(int from, int to, int units) {}

    private Optional<ShardUnits.Move> give(OfferId offer, long generation, Wish wish) {
        var lane = link.lane(wish.from());
        var session = lane.session();
        var given =
                session.run(
                        GIVE,
                        List.of(OfferKeys.of(lane, offer).units()),
                        List.of(
                                session.runId(),
                                Long.toString(generation),
                                Integer.toString(wish.to()),
                                Integer.toString(wish.units())));
        long number = (Long) given.get(0);
        if (number == 0) return Optional.empty();
        int units = ((Long) given.get(1)).intValue();
        return Optional.of(new ShardUnits.Move(generation, wish.from(), wish.to(), number, units));
    }
}
