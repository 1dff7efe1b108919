package dev.sluice.redis.claim;

import java.util.Arrays;
import java.util.List;

/// Places in the queue of one shard. Each shard counts by itself; a sequence is the place in the
/// shard times the number of shards, plus the shard, so that sequences of all shards are different,
/// grow, and tell their shard.
public record Places(int shard, int shards) {

    /// 0 stands for a place that is no longer known.
    public long sequence(long n) {
        return n == 0 ? 0 : n * shards + shard;
    }

    public static long n(long sequence, int shards) {
        return sequence / shards;
    }

    public static int shard(long sequence, int shards) {
        return (int) (sequence % shards);
    }

    /// The places as ranges without a gap, each by its first and its last place.
    public static void addRanges(long[] places, List<String> args) {
        Arrays.sort(places);
        int from = 0;
        for (int i = 1; i <= places.length; i++) {
            if (i < places.length && places[i] <= places[i - 1] + 1) continue;
            args.add(Long.toString(places[from]));
            args.add(Long.toString(places[i - 1]));
            from = i;
        }
    }
}
