package dev.sluice.redis.hold;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Supply;
import dev.sluice.redis.claim.HoldText;
import dev.sluice.redis.claim.QueueEntry.Queued;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.sale.Hold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What an offer's units will be, worked out in memory: what the book has sold is sold, what it has
/// ended has ended, other queued claims are held, the rest is free and split over the shards.
final class RebuildPlan {

    /// One claim as `fill.lua` takes it.
    record Entry(String claim, String known, String buyer, String units) {}

    /// What an ended claim adds to its buyer's number; see `buyers.lua`.
    private static final String ENDED = "10000000000";

    private final RedisLink link;
    private final List<List<Entry>> entries = new ArrayList<>();
    private final List<Queued> queued = new ArrayList<>();
    private final int[] held;
    private final int[] sold;
    private Supply supply;
    private int free;

    RebuildPlan(RedisLink link) {
        this.link = link;
        for (int i = 0; i < link.shards(); i++) entries.add(new ArrayList<>());
        held = new int[link.shards()];
        sold = new int[link.shards()];
    }

    void addQueued(Queued one) {
        queued.add(one);
    }

    /// What the book says, after all queued claims were added.
    void add(Supply supply) {
        this.supply = supply;
        free = supply.stock();
        Map<ClaimId, Queued> open = new HashMap<>();
        for (var one : queued) open.put(one.claim().id(), one);
        for (var hold : supply.sold()) {
            var still = open.remove(hold.claim());
            sell(hold, still == null ? 0 : still.n());
        }
        supply.ended()
                .forEach((claim, buyer) -> {
                    open.remove(claim);
                    end(claim, buyer);
                });
        open.values().stream()
                .sorted(Comparator.comparing(Queued::n).thenComparing(q -> q.claim().id()))
                .forEach(this::hold);
    }

    List<Entry> entries(int shard) {
        return entries.get(shard);
    }

    /// Stock, limit, free, held and sold of a shard. The whole stock stands in the first one.
    List<String> counts(int shard) {
        int share = Math.floorDiv(free, link.shards());
        if (shard < Math.floorMod(free, link.shards())) share++;
        return List.of(
                Integer.toString(shard == 0 ? supply.stock() : 0),
                Integer.toString(supply.perBuyer()),
                Integer.toString(share),
                Integer.toString(held[shard]),
                Integer.toString(sold[shard]));
    }

    private void sell(Hold hold, long n) {
        int shard = link.shardOf(hold.buyer().value());
        sold[shard] += hold.units();
        free -= hold.units();
        add(shard, hold, HoldText.sold(hold, n));
    }

    /// A queued claim beyond the stock is not held, which no store that keeps its promises queues:
    /// settlement will hear the book's word on it.
    private void hold(Queued one) {
        var hold = one.claim().hold();
        if (hold.units() > free) return;
        int shard = link.shardOf(hold.buyer().value());
        held[shard] += hold.units();
        free -= hold.units();
        add(shard, hold, HoldText.held(one.claim(), one.n()));
    }

    private void end(ClaimId claim, BuyerId buyer) {
        var who = Long.toString(buyer.value());
        entries.get(link.shardOf(buyer.value()))
                .add(new Entry(Long.toString(claim.value()), HoldText.ENDED, who, ENDED));
    }

    private void add(int shard, Hold hold, String known) {
        entries.get(shard)
                .add(
                        new Entry(
                                Long.toString(hold.claim().value()),
                                known,
                                Long.toString(hold.buyer().value()),
                                Integer.toString(hold.units())));
    }
}
