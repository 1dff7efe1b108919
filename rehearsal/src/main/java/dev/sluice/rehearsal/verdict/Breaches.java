package dev.sluice.rehearsal.verdict;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Gathers what breaks one promise: all of it is counted, the first dozen is kept.
final class Breaches {

    private static final int SHOWN_MAX = 12;

    private final List<String> shown = new ArrayList<>();
    private long count;

    void add(String what, Object... arguments) {
        count++;
        if (shown.size() < SHOWN_MAX) shown.add(text(what, arguments));
    }

    void addAll(Run run, Oddity.Kind kind) {
        for (var oddity : run.oddities()) {
            if (oddity.kind() == kind) add(oddity);
        }
    }

    void add(Oddity oddity) {
        add("second %.1f: %s", oddity.atSecond(), oddity.what());
    }

    long count() {
        return count;
    }

    Finding finding(String promise, String evidence) {
        var more = count > shown.size() ? text(" %,d breaches in all.", count) : "";
        return new Finding(promise, count == 0, evidence + more, List.copyOf(shown));
    }

    /// A text with numbers in it, the same on every machine.
    static String text(String what, Object... arguments) {
        return String.format(Locale.ROOT, what, arguments);
    }
}
