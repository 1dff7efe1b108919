package dev.sluice.bench;

import java.util.List;
import java.util.OptionalDouble;

/// What came out for one line of the table.
///
/// @param perSecond requests answered, or orders settled, per second
/// @param latency absent where there is no request to wait for
/// @param cpuMicros what the server's process used per request, in user and kernel mode together
/// @param faults why the figure cannot be trusted; empty when it can
/// @param notes what a reader should know besides
record Figure(
        double perSecond,
        Latency latency,
        OptionalDouble cpuMicros,
        List<String> faults,
        List<String> notes) {

    /// In milliseconds.
    record Latency(OptionalDouble p50, OptionalDouble p99) {
        static final Latency NONE = new Latency(OptionalDouble.empty(), OptionalDouble.empty());

        static Latency ofMillis(double p50, double p99) {
            return new Latency(OptionalDouble.of(p50), OptionalDouble.of(p99));
        }
    }

    boolean isValid() {
        return faults.isEmpty();
    }
}
