package dev.sluice.rehearsal.backstage;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/// What the ledger of an offer says of units that came to it and went back on sale. One thread
/// reads it.
public final class Ledger {
    private final Instant lateSince;
    private final Set<String> returnedLate = new HashSet<>();
    private final TreeMap<Instant, Long> restocks = new TreeMap<>();
    private long stocked;

    /// @param lateSince from when on what goes back on sale is late, by the servers' clock
    Ledger(Instant lateSince) {
        this.lateSince = lateSince;
    }

    void add(JsonObject movement) {
        var at = Instant.parse(movement.getString("at"));
        boolean isFreed = movement.getString("to").equals("FREE");
        if (isFreed && !at.isBefore(lateSince)) addOrders(movement);
        if (!movement.getString("from").equals("OUTSIDE")) return;
        long units = movement.getLong("units");
        stocked += units;
        if (movement.getString("why").equals("RESTOCKED")) restocks.merge(at, units, Long::sum);
    }

    private void addOrders(JsonObject movement) {
        for (var each : movement.getJsonArray("orders")) {
            returnedLate.add(((JsonObject) each).getString("orderId"));
        }
    }

    /// Units that came into the offer from outside, restocks included.
    public long stocked() {
        return stocked;
    }

    /// The orders whose units went back on sale late.
    public Set<String> returnedLate() {
        return returnedLate;
    }

    /// Units of restocks from this moment on.
    public long addedSince(Instant since) {
        return restocks.tailMap(since).values().stream().mapToLong(Long::longValue).sum();
    }
}
