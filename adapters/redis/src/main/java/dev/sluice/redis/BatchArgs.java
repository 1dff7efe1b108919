package dev.sluice.redis;

import dev.sluice.sale.OfferId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The offers that a script call speaks of: each is named once and then by its number.
final class BatchArgs {

    private final Map<OfferId, Integer> numbers = new LinkedHashMap<>();

    /// The offer's number in this call, from 1 on.
    String number(OfferId offer) {
        int next = numbers.size() + 1;
        var known = numbers.putIfAbsent(offer, next);
        return Integer.toString(known == null ? next : known);
    }

    List<OfferId> offers() {
        return List.copyOf(numbers.keySet());
    }

    /// The keys of all offers, after these ones.
    List<String> keys(RedisLane lane, String... before) {
        var keys = new ArrayList<String>();
        for (var name : before) keys.add(lane.key(name));
        for (var offer : numbers.keySet()) keys.addAll(OfferKeys.of(lane, offer).all());
        return keys;
    }
}
