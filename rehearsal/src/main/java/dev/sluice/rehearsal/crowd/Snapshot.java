package dev.sluice.rehearsal.crowd;

import java.util.Map;

/// How a rehearsal stands at a moment, for whoever watches it.
///
/// @param phase what is going on, in a few words: "making buyers", "the sale is open", "settling"
/// @param done the part that is done, from 0 to 1
/// @param second since the first buyer was due; negative before
/// @param buyers how many there are in all
/// @param arrived how many have been due so far
/// @param requestsPerSecond sent in the last whole second
/// @param refusals by code, so far
/// @param claims acknowledged so far
/// @param won claims whose buyers were told of an order
/// @param p50Millis of the calls that were answered in the last whole second; the same for p99
/// @param stockLeft free units of all offers, -1 when not known
public record Snapshot(
        String phase,
        double done,
        double second,
        long buyers,
        long arrived,
        long requestsPerSecond,
        Map<String, Long> refusals,
        long claims,
        long won,
        long paid,
        double p50Millis,
        double p99Millis,
        long stockLeft) {}
