package dev.sluice.redis.hold;

import dev.sluice.id.OfferId;
import dev.sluice.redis.link.RedisLane;
import java.util.List;

/// The keys of an offer in one shard.
///
/// @param units a hash: state (closed, open), run (of the server that built it), gen, stock (in
///     shard 0), limit, free, held, sold, back (until when it takes only claims that are put back),
///     and the moves: out, way, in with the other shard's number
/// @param claims what is known of each claim; see [HoldText]
/// @param buyers how many units each buyer has, and how many claims of the buyer have ended; see
///     `buyers.lua`
public record OfferKeys(String units, String claims, String buyers) {

    public static OfferKeys of(RedisLane lane, OfferId offer) {
        return new OfferKeys(
                lane.key("units:" + offer.value()),
                lane.key("claims:" + offer.value()),
                lane.key("buyers:" + offer.value()));
    }

    List<String> all() {
        return List.of(units, claims, buyers);
    }
}
