package dev.sluice.embedded;

import dev.sluice.id.OfferId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/// How many more claims a bounded queue takes, offer by offer. Half of the queue is for whoever
/// comes. The other half belongs to the offers in equal parts, and nobody gets what is left of
/// another's part; so however hot an offer is, the others are let in. An offer that is alone has
/// all of it.
///
/// One batch is decided with one of these, by one thread.
final class Room {

    private final int share;
    private final Map<OfferId, Integer> used = new HashMap<>();
    private long left;
    // Of the offers' own parts what they do not use yet.
    private long reserved;

    /// @param left so many claims more have room, whosever they are
    /// @param max so many would have room if there were none
    Room(long left, int max, Collection<OfferId> offers, ToIntFunction<OfferId> queued) {
        this.left = left;
        share = offers.size() < 2 ? 0 : max / 2 / offers.size();
        if (share == 0) return;
        for (var offer : offers) {
            used.put(offer, queued.applyAsInt(offer));
            reserved += unused(offer);
        }
    }

    boolean isFor(OfferId offer) {
        return left > reserved - unused(offer);
    }

    void use(OfferId offer) {
        left--;
        if (share == 0) return;
        reserved -= unused(offer);
        used.merge(offer, 1, Integer::sum);
        reserved += unused(offer);
    }

    private int unused(OfferId offer) {
        return share == 0 ? 0 : Math.max(0, share - used.getOrDefault(offer, 0));
    }
}
