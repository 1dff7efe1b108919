package dev.sluice.rehearsal.terminal;

import dev.sluice.rehearsal.verdict.Verdict;
import dev.sluice.rehearsal.verdict.Verdict.Finding;

/// A verdict for people at a terminal: each promise with a mark, its evidence, and what breaks it.
public final class VerdictText {
    private VerdictText() {}

    public static String of(Verdict verdict) {
        var text = new StringBuilder();
        for (var finding : verdict.findings()) write(text, finding);
        long broken = verdict.findings().stream().filter(finding -> !finding.holds()).count();
        text.append('\n');
        if (verdict.holds()) text.append("Every promise was kept.\n");
        else text.append(broken).append(broken == 1 ? " promise was" : " promises were");
        if (!verdict.holds()) text.append(" broken.\n");
        return text.toString();
    }

    private static void write(StringBuilder text, Finding finding) {
        text.append(finding.holds() ? "  ✓ " : "  ✗ ").append(finding.promise()).append('\n');
        text.append("      ").append(finding.evidence()).append('\n');
        for (var example : finding.counterexamples()) {
            text.append("      · ").append(example).append('\n');
        }
    }
}
