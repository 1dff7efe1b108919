package dev.sluice.server;

import dev.sluice.port.Changes;
import dev.sluice.port.Deadlines;
import dev.sluice.port.RateCounters;
import dev.sluice.port.Results;
import dev.sluice.port.SharedCache;
import java.util.Optional;

/// What several nodes have in common beyond stores, queue and broadcast.
///
/// @param shared whether other nodes may hold and settle claims of the same offers
record Common(
        boolean shared,
        Deadlines deadlines,
        Results results,
        Optional<SharedCache> cache,
        Optional<RateCounters> counters,
        Optional<Changes> changes) {

    /// One node, which does everything by itself.
    static final Common NOTHING =
            new Common(
                    false,
                    Deadlines.NONE,
                    Results.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
}
