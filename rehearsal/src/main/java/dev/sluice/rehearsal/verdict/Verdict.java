package dev.sluice.rehearsal.verdict;

import java.util.List;

/// What the checks found. It holds when each of them does.
public record Verdict(List<Finding> findings) {

    /// @param promise what was checked, as a short sentence: "Nothing was oversold"
    /// @param evidence what it was judged by, with numbers
    /// @param counterexamples ids and facts that show the breach, at most a dozen; empty when it
    ///     holds
    public record Finding(
            String promise, boolean holds, String evidence, List<String> counterexamples) {}

    public boolean holds() {
        return findings.stream().allMatch(Finding::holds);
    }
}
