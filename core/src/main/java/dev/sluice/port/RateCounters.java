package dev.sluice.port;

import java.time.Duration;
import java.util.List;

/// How often something was done on all nodes together within a window of time. Nodes limit by their
/// own counts at once and learn here, many keys at a time and behind the call, what the others have
/// let through. Kept by `RateCountersContract`.
public interface RateCounters {

    /// @param key what is limited
    /// @param window how long its counts last
    /// @param calls how many there were on this node since it last said so
    record Drawn(String key, Duration window, int calls) {}

    /// Adds what this node has let through; answers for each key how many calls there were on all
    /// nodes within its window, this node's included.
    List<Long> add(List<Drawn> drawn);
}
