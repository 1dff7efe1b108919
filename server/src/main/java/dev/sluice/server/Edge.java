package dev.sluice.server;

import java.util.List;

/// What every event loop of the front shares: the routes, and what requests are checked with.
record Edge(
        ServerConfig config,
        List<HotRoute> hotRoutes,
        Routes routes,
        Limits limits,
        Sessions sessions,
        Operators operators,
        Proxies proxies,
        Workers workers,
        Metrics metrics,
        Faults faults) {}
