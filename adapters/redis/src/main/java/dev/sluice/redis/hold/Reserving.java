package dev.sluice.redis.hold;

import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimText;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.claim.Places;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.RedisSession;
import dev.sluice.redis.link.Script;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Reservation.Unanswered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Decides one batch of claims: one script call per shard that has some, all at once. Claims that
/// meet a shard with too few units, while there may be others elsewhere, are decided afterwards,
/// with the units of the other shards.
///
/// Used by one thread and for one batch.
final class Reserving {

    private static final Script<String> RESERVE = Script.text("buyers", "kept", "reserve");
    private static final Script<String> PUT_BACK =
            Script.text("put_back", "buyers", "kept", "reserve");
    private static final Script<Long> TOUCH = Script.number("touch");

    static final int CALL_MAX = 1_000;
    private static final int ROUNDS_BEYOND = 16;

    /// How many calls may be under way in each lane.
    static final int IN_FLIGHT_MAX = 2;

    /// Claims of one shard, by their places in the batch.
    private record Part(int shard, List<Integer> places, List<ShardUnits.Move> landings) {}

    /// A call that was sent.
    private record Call(Part part, CompletableFuture<String> answer) {}

    /// A claim for which its shard has too few units.
    ///
    /// @param over the buyer would be over the limit: sold out is said only if nothing is left
    private record Dry(int place, boolean over) {}

    private final RedisLink link;
    private final UnitMoves moves;
    private final List<Semaphore> turns;
    private final List<Claim> claims;
    private final boolean back;
    private final Reservation[] answers;
    private final List<Dry> dry = new ArrayList<>();
    private Unavailable fault;

    /// @param turns one per lane, shared by all batches
    /// @param back whether the claims were acknowledged before and are put back
    Reserving(
            RedisLink link,
            UnitMoves moves,
            List<Semaphore> turns,
            List<Claim> claims,
            boolean back) {
        this.link = link;
        this.moves = moves;
        this.turns = turns;
        this.claims = claims;
        this.back = back;
        answers = new Reservation[claims.size()];
    }

    /// The answers in the order of the claims; [Unavailable] when there is none at all.
    List<Reservation> decide() {
        var calls = new ArrayList<Call>();
        for (var part : parts()) calls.add(send(part));
        for (var call : calls) receive(call);
        if (!dry.isEmpty()) decideDry();
        if (fault != null && Arrays.stream(answers).allMatch(Unanswered.class::isInstance)) {
            throw fault;
        }
        return Arrays.asList(answers);
    }

    private List<Part> parts() {
        var open = new Part[link.shards()];
        var parts = new ArrayList<Part>();
        for (int i = 0; i < claims.size(); i++) {
            int shard = link.shardOf(claims.get(i).buyer().value());
            if (open[shard] == null || open[shard].places().size() == CALL_MAX) {
                open[shard] = new Part(shard, new ArrayList<>(), List.of());
                parts.add(open[shard]);
            }
            open[shard].places().add(i);
        }
        return parts;
    }

    /// The answer is null when the call was not sent.
    private Call send(Part part) {
        var turn = turns.get(part.shard());
        try {
            var session = link.lane(part.shard()).session();
            long patience = link.config().timeout().toMillis();
            if (!turn.tryAcquire(patience, TimeUnit.MILLISECONDS)) return new Call(part, null);
            return new Call(part, send(part, session, turn));
        } catch (Unavailable e) {
            return new Call(part, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Call(part, null);
        }
    }

    /// Whatever happens, the turn ends with the call.
    private CompletableFuture<String> send(Part part, RedisSession session, Semaphore turn) {
        CompletableFuture<String> answer;
        try {
            answer = send(part, session);
        } catch (RuntimeException e) {
            turn.release();
            throw e;
        }
        answer.whenComplete((text, failed) -> turn.release());
        return answer;
    }

    private CompletableFuture<String> send(Part part, RedisSession session) {
        var lane = link.lane(part.shard());
        var config = link.config();
        var batch = new BatchArgs(3);
        for (int place : part.places()) {
            var claim = claims.get(place);
            var id = Long.toString(claim.id().value());
            var buyer = Long.toString(claim.buyer().value());
            batch.add(claim.offer(), claim.quantity(), id, buyer, ClaimText.line(claim));
        }
        var args = new ArrayList<String>(part.places().size() * 3 + 16);
        args.add(session.runId());
        args.add(Integer.toString(backlogMax(config)));
        args.add(Integer.toString(HoldStore.ENDED_MAX));
        args.add(back ? "back" : "new");
        args.add(Integer.toString(batch.offers().size()));
        for (var offer : batch.offers()) args.add(Long.toString(offer.value()));
        args.add(Integer.toString(part.landings().size()));
        for (var move : part.landings()) {
            // Landings come with the claims for one offer.
            args.add("1");
            args.add(Long.toString(move.generation()));
            args.add(Integer.toString(move.from()));
            args.add(Long.toString(move.number()));
            args.add(Integer.toString(move.units()));
        }
        batch.addRunsTo(args);
        var keys = batch.keys(lane, "seq", "queue", "queued", "beats", "offers", "quiet");
        var answer = session.send(back ? PUT_BACK : RESERVE, keys, args);
        return config.waitReplicas() == 0 ? answer : replicated(lane, session, answer);
    }

    /// Each shard has its part of the backlog.
    private static int backlogMax(RedisConfig config) {
        return Math.ceilDiv(config.backlogMax(), config.shards());
    }

    /// A server waits for what this connection has written, and newer ones for nothing else. A
    /// claim that is known already may have been written by another node just now, so something is
    /// written in any case.
    private CompletableFuture<String> replicated(
            RedisLane lane, RedisSession session, CompletableFuture<String> answer) {
        int wanted = link.config().waitReplicas();
        long patience = link.config().timeout().toMillis() * 3 / 4;
        return answer.thenCompose(text -> {
            var touched = session.sendText(TOUCH, List.of(lane.key("touched")), List.of());
            CompletableFuture<Long> has =
                    session.send(redis -> redis.waitForReplication(wanted, patience));
            return touched.thenCombine(
                    has,
                    (_, replicas) -> {
                        if (replicas >= wanted) return text;
                        throw new Unavailable(
                                "only " + replicas + " of " + wanted + " replicas have it", null);
                    });
        });
    }

    private void receive(Call call) {
        if (call.answer() == null) {
            for (int place : call.part().places()) answers[place] = Refused.UNAVAILABLE;
            return;
        }
        try {
            receive(call.part(), RedisSession.await(call.answer()));
        } catch (Unavailable e) {
            fault = e;
            for (int place : call.part().places()) {
                answers[place] = new Unanswered(claims.get(place).id());
            }
        }
    }

    /// The text is the first n that was given away, and a word per claim.
    private void receive(Part part, String text) {
        var places = new Places(part.shard(), link.shards());
        int end = text.indexOf(' ');
        long n = Long.parseLong(text, 0, end, 10);
        for (int place : part.places()) {
            int from = end + 1;
            end = text.indexOf(' ', from);
            if (end < 0) end = text.length();
            switch (text.charAt(from)) {
                case 'h' -> answers[place] = held(place, places.sequence(n++), false);
                case 'a' -> {
                    long before = Long.parseLong(text, from + 1, end, 10);
                    answers[place] = held(place, places.sequence(before), true);
                }
                default -> receive(place, text.substring(from, end));
            }
        }
    }

    private void receive(int place, String word) {
        switch (word.charAt(0)) {
            case 's' -> answers[place] = Refused.SOLD_OUT;
            case 'o' -> answers[place] = Refused.OVER_LIMIT;
            case 'f' -> answers[place] = Refused.OVERLOADED;
            case 'u' -> answers[place] = Refused.UNAVAILABLE;
            case 'd' -> dry(place, false);
            case 'z' -> dry(place, true);
            default -> throw new IllegalStateException("reserve.lua said " + word);
        }
    }

    private Held held(int place, long sequence, boolean again) {
        return new Held(claims.get(place).id(), sequence, again);
    }

    private void dry(int place, boolean over) {
        answers[place] = Refused.SOLD_OUT;
        if (link.shards() > 1) dry.add(new Dry(place, over));
    }

    private void decideDry() {
        Map<OfferId, List<Dry>> byOffer = new LinkedHashMap<>();
        for (var one : dry) {
            var offer = claims.get(one.place()).offer();
            byOffer.computeIfAbsent(offer, id -> new ArrayList<>()).add(one);
        }
        byOffer.forEach(this::decideDry);
    }

    /// In rounds: what cannot be served by all units together is refused, and the others are tried
    /// once more, a shard's claims at a time, with what the other shards send. Somebody else may be
    /// quicker; each round of all nodes together serves somebody.
    private void decideDry(OfferId offer, List<Dry> all) {
        var open = all;
        int roundsMax = ROUNDS_BEYOND + 2 * link.shards();
        try {
            for (int round = 0; !open.isEmpty() && round < roundsMax; round++) {
                var look = moves.look(offer);
                if (look.isEmpty()) {
                    refuse(open, Refused.UNAVAILABLE);
                    return;
                }
                int free = look.get().free();
                var served = served(open, free);
                open = served.isEmpty() ? served : claimWithMoves(offer, look.get(), served);
            }
        } catch (Unavailable e) {
            refuse(open, Refused.UNAVAILABLE);
            return;
        }
        refuse(open, Refused.OVERLOADED);
    }

    /// Those that so many units are enough for; the others are refused.
    private List<Dry> served(List<Dry> open, int free) {
        var served = new ArrayList<Dry>();
        for (var one : open) {
            if (one.over()) {
                answers[one.place()] = free > 0 ? Refused.OVER_LIMIT : Refused.SOLD_OUT;
            } else if (claims.get(one.place()).quantity() > free) {
                answers[one.place()] = Refused.SOLD_OUT;
            } else {
                served.add(one);
            }
        }
        return served;
    }

    /// Tries the first claim's shard once more; answers those that are still to be decided.
    private List<Dry> claimWithMoves(OfferId offer, OfferLook look, List<Dry> open) {
        int shard = shardOf(open.getFirst());
        var places = new ArrayList<Integer>();
        var others = new ArrayList<Dry>();
        int wanted = 0;
        for (var one : open) {
            if (shardOf(one) != shard || places.size() == CALL_MAX) {
                others.add(one);
                continue;
            }
            places.add(one.place());
            wanted += claims.get(one.place()).quantity();
        }
        int missing = Math.min(wanted, look.free()) - look.free(shard);
        var landings = moves.gather(offer, look, shard, missing);
        dry.clear();
        receive(send(new Part(shard, places, landings)));
        if (isDecided(places.getFirst())) for (var move : landings) moves.clear(offer, move);
        others.addAll(0, dry);
        return others;
    }

    /// Whether the offer was open when the call came, so that what was sent along has landed.
    private boolean isDecided(int place) {
        return switch (answers[place]) {
            case Held _ -> true;
            case Unanswered _ -> false;
            case Refused refused -> refused != Refused.UNAVAILABLE;
        };
    }

    private int shardOf(Dry one) {
        return link.shardOf(claims.get(one.place()).buyer().value());
    }

    private void refuse(List<Dry> open, Refused why) {
        for (var one : open) answers[one.place()] = why;
    }
}
