package dev.sluice.server.engine;

import dev.sluice.port.Changes;
import dev.sluice.port.Deadlines;
import dev.sluice.port.RateCounters;
import dev.sluice.port.Results;
import dev.sluice.port.SharedCache;
import java.util.Optional;

/// What several nodes have in common beyond stores, queue and broadcast.
///
/// @param shared whether other nodes may hold and settle claims of the same offers
public record ClusterPorts(
        boolean shared,
        Deadlines deadlines,
        Results results,
        Optional<SharedCache> cache,
        Optional<RateCounters> counters,
        Optional<Changes> changes) {

    /// One node, which does everything by itself.
    public static final ClusterPorts NOTHING =
            new ClusterPorts(
                    false,
                    Deadlines.NONE,
                    Results.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
}
