package dev.sluice.redis.hold;

import dev.sluice.sale.Balances;
import java.util.ArrayList;
import java.util.List;

/// The units of an offer in all its shards, open and at one moment.
record OfferLook(List<ShardUnits> shards) {

    long generation() {
        return shards.getFirst().generation();
    }

    int free(int shard) {
        return shards.get(shard).free();
    }

    /// Units that are free, and those that are on their way from one shard to another.
    int free() {
        int free = 0;
        for (var shard : shards) free += shard.free();
        for (var move : moves()) free += isLanded(move) ? 0 : move.units();
        return free;
    }

    Balances.Store balance() {
        int stock = 0;
        int held = 0;
        int sold = 0;
        for (var shard : shards) {
            stock += shard.stock();
            held += shard.held();
            sold += shard.sold();
        }
        return new Balances.Store(stock, free(), held, sold);
    }

    /// All moves that were not cleared.
    List<ShardUnits.Move> moves() {
        var moves = new ArrayList<ShardUnits.Move>();
        for (var from : shards) {
            for (var to : shards) {
                var move = from.moveTo(to);
                if (move.number() > 0) moves.add(move);
            }
        }
        return moves;
    }

    boolean isLanded(ShardUnits.Move move) {
        return shards.get(move.to()).has(move);
    }
}
