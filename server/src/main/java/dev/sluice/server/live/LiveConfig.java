package dev.sluice.server.live;

import dev.sluice.server.access.Rate;

/// How many may wait for news at a time. Settings live under `sluice.live`.
///
/// @param socketsMax open sockets; one more is refused as OVERLOADED
/// @param socketsPerBuyerMax sockets of one buyer; one more closes the oldest
/// @param waitsMax requests that wait for the end of a claim; one more is answered at once
public record LiveConfig(int socketsMax, int socketsPerBuyerMax, int waitsMax) {

    static final LiveConfig DEFAULTS = new LiveConfig(50_000, 8, 5_000);

    /// Offers that one socket may watch.
    static final int WATCHES_MAX = 100;

    /// How fast a client may send messages: all its watches at once, and then slowly.
    static final Rate MESSAGES = new Rate(10, 2 * WATCHES_MAX);

    public LiveConfig {
        require(socketsMax >= 1, "sockets-max must be at least 1, was " + socketsMax);
        require(socketsPerBuyerMax >= 1, "sockets-per-buyer-max must be at least 1");
        require(waitsMax >= 0, "waits-max must be at least 0, was " + waitsMax);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.live: " + otherwise);
    }
}
