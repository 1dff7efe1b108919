package dev.sluice.server.http;

import java.time.Duration;

/// How the HTTP server behaves. Settings live under `sluice.server`.
///
/// @param port 0 for any free one
/// @param eventLoops threads that read requests; 0 for one per core
/// @param connectionsMax open connections; one more is told so and closed
/// @param connectionsPerAddressMax open connections of one address, or of the first 64 bits of an
///     IPv6 address; trusted proxies may have more
/// @param inFlightMax requests on virtual threads; one more is refused as OVERLOADED
/// @param idleTimeout a connection on which nothing happens for that long is closed
/// @param bodyTimeout longest time for a request to arrive, from its first byte to its last
/// @param trustedProxies whose `X-Forwarded-For` is believed: addresses and networks with commas
public record ServerConfig(
        String host,
        int port,
        int eventLoops,
        int connectionsMax,
        int connectionsPerAddressMax,
        int inFlightMax,
        Duration idleTimeout,
        Duration bodyTimeout,
        String trustedProxies) {

    /// Most bytes of a body; one more is INVALID.
    public static final int BODY_MAX = 64 * 1024;

    /// Of a body that is too large so much is read and thrown away, so that the client gets to see
    /// its answer; after it the connection is closed.
    static final int BODY_DRAIN_MAX = 1024 * 1024;

    /// Most bytes on the wire of one request, whatever they are and whether anybody wants them.
    static final int REQUEST_MAX = 2 * BODY_DRAIN_MAX;

    static final int REQUEST_LINE_MAX = 4 * 1024;
    static final int HEADERS_MAX = 16 * 1024;

    public ServerConfig {
        require(port >= 0 && port <= 65_535, "port must be from 0 to 65535, was " + port);
        require(eventLoops >= 0 && eventLoops <= 1_024, "event-loops must be from 0 to 1024");
        require(connectionsMax >= 1, "connections-max must be at least 1");
        require(connectionsPerAddressMax >= 1, "connections-per-address-max must be at least 1");
        require(inFlightMax >= 1, "in-flight-max must be at least 1");
        require(idleTimeout.isPositive(), "idle-timeout must be positive");
        require(bodyTimeout.isPositive(), "body-timeout must be positive");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.server: " + otherwise);
    }
}
