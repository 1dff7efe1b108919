package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Offer;
import dev.sluice.rehearsal.TinyShop.Order;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How the units of a [TinySluice] moved, as its ledger shows it. Its hashes are all zeros.
final class TinyLedger {

    private final Map<Offer, List<JsonObject>> movements = new HashMap<>();
    private final InstantSource clock;
    private long sequence;

    TinyLedger(InstantSource clock) {
        this.clock = clock;
    }

    void stocked(Offer offer, long units) {
        write(offer, new JsonObject().put("why", "STOCKED").put("from", "OUTSIDE"))
                .put("to", "FREE")
                .put("units", units)
                .put("orders", new JsonArray());
    }

    void moved(Order order, String why, String from, String to) {
        int units = order.claim.quantity;
        var one = new JsonObject().put("orderId", order.id).put("units", units);
        write(order.claim.offer, new JsonObject().put("why", why).put("from", from))
                .put("to", to)
                .put("units", units)
                .put("orders", new JsonArray().add(one));
    }

    private JsonObject write(Offer offer, JsonObject movement) {
        movement.put("sequence", ++sequence)
                .put("at", clock.instant().toString())
                .put("hash", "0".repeat(64));
        movements.computeIfAbsent(offer, _ -> new ArrayList<>()).add(movement);
        return movement;
    }

    /// Oldest first, those after the given one.
    JsonObject page(Offer offer, long after, int limit) {
        var later =
                movements.getOrDefault(offer, List.of()).stream()
                        .filter(movement -> movement.getLong("sequence") > after)
                        .limit(limit + 1L)
                        .toList();
        var page = new JsonArray();
        later.stream().limit(limit).forEach(page::add);
        var json = new JsonObject().put("movements", page);
        if (later.size() > limit) {
            json.put("next", "" + later.get(limit - 1).getLong("sequence"));
        }
        return json;
    }
}
