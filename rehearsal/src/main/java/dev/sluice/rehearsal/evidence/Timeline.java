package dev.sluice.rehearsal.evidence;

import java.util.List;
import java.util.Map;

/// A rehearsal second by second, for the plots, and its totals.
///
/// @param seconds in order, without gaps; the first begins when the first buyer was due
/// @param latencies by the name of the call: `challenge`, `pass`, `claim`, `outcome`, `order`,
///     `payment`, and `all`
/// @param funnel how many buyers came how far, in the order of the way: `buyers`, `challenges`,
///     `passes`, `claims`, `won`, `paid`
public record Timeline(
        List<Second> seconds, Map<String, Percentiles> latencies, Map<String, Long> funnel) {

    /// @param arrivals buyers who were due
    /// @param sent requests
    /// @param answers answers of 2xx and 3xx
    /// @param refusals by code, such as `SOLD_OUT`; `NO_ANSWER` for none
    /// @param latency of all calls that were due in this second
    /// @param stock of all offers together, as the operator saw it; null when it was not seen
    /// @param queueDepth claims that waited to be settled; -1 when it was not seen
    public record Second(
            int number,
            long arrivals,
            long sent,
            long answers,
            Map<String, Long> refusals,
            Percentiles latency,
            Run.Units stock,
            long queueDepth) {}

    /// In milliseconds, each from the moment when its call was due.
    public record Percentiles(
            long count, double p50, double p90, double p99, double p999, double longest) {}
}
