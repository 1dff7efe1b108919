package dev.sluice.server.http;

import dev.sluice.server.access.Limits;
import dev.sluice.server.access.Operators;
import dev.sluice.server.access.Proxies;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.metrics.Metrics;

/// What every event loop of the front shares: the routes, and what requests are checked with.
public record HttpContext(
        ServerConfig config,
        Routes routes,
        Limits limits,
        Sessions sessions,
        Operators operators,
        Proxies proxies,
        Workers workers,
        Metrics metrics,
        Faults faults) {}
