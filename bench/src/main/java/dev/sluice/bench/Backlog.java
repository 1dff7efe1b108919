package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;

/// How many claims waited to be settled, over the time of a run. One thread adds, and another reads
/// after it has ended.
final class Backlog {

    /// @param seconds since the first sample
    record Sample(double seconds, long depth) {}

    private final List<Sample> samples = new ArrayList<>();

    void add(double seconds, long depth) {
        samples.add(new Sample(seconds, depth));
    }

    int size() {
        return samples.size();
    }

    long depthMax() {
        return samples.stream().mapToLong(Sample::depth).max().orElse(0);
    }

    /// Claims per second by which the backlog grew: the slope of the line through all samples that
    /// leaves the smallest squares. A backlog that goes up and down has a slope about zero.
    double growthPerSecond() {
        double seconds = samples.stream().mapToDouble(Sample::seconds).average().orElse(0);
        double depth = samples.stream().mapToLong(Sample::depth).average().orElse(0);
        double over = 0;
        double under = 0;
        for (var sample : samples) {
            over += (sample.seconds() - seconds) * (sample.depth() - depth);
            under += (sample.seconds() - seconds) * (sample.seconds() - seconds);
        }
        return under == 0 ? 0 : over / under;
    }
}
