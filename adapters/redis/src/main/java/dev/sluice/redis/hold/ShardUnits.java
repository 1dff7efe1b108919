package dev.sluice.redis.hold;

import java.util.List;
import java.util.Map;

/// The units of an offer in one shard, as they were read in one step.
///
/// @param fields the hash; empty when the offer is not there
/// @param run which run of the server was asked
record ShardUnits(int shard, Map<String, String> fields, String run) {

    /// Units on their way from this shard to another.
    record Move(long generation, int from, int to, long number, int units) {}

    boolean isThere() {
        return !fields.isEmpty();
    }

    boolean isOpen() {
        return "open".equals(fields.get("state")) && run.equals(fields.get("run"));
    }

    long generation() {
        return number("gen");
    }

    int stock() {
        return (int) number("stock");
    }

    int free() {
        return (int) number("free");
    }

    int held() {
        return (int) number("held");
    }

    int sold() {
        return (int) number("sold");
    }

    /// What this shard has sent to another one and not yet cleared; number 0 for nothing.
    Move moveTo(ShardUnits other) {
        boolean standing = fields.containsKey("way" + other.shard);
        return new Move(
                generation(),
                shard,
                other.shard,
                standing ? number("out" + other.shard) : 0,
                (int) number("way" + other.shard));
    }

    /// Whether the move has arrived here.
    boolean has(Move move) {
        return number("in" + move.from()) >= move.number();
    }

    /// Whether all that were read belong together: nothing was sent, landed and cleared between
    /// reading one shard and another.
    static boolean isOneMoment(List<ShardUnits> all) {
        for (var from : all) {
            if (from.generation() != all.getFirst().generation()) return false;
            for (var to : all) {
                long sent = from.number("out" + to.shard);
                long landed = to.number("in" + from.shard);
                boolean onTheWay = sent == landed + 1 && from.moveTo(to).number() == sent;
                if (sent != landed && !onTheWay) return false;
            }
        }
        return true;
    }

    private long number(String field) {
        var text = fields.get(field);
        return text == null ? 0 : Long.parseLong(text);
    }
}
