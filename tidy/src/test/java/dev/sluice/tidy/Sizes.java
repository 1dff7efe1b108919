package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;

/// How much a reader is asked to take in at once.
final class Sizes {
    static final int FILE_LINES_MAX = 400;
    static final int METHOD_LINES_MAX = 50;
    static final int COLUMNS_MAX = 100;
    static final int PARAMETERS_MAX = 4;

    private Sizes() {}

    static List<Finding> fileLength(Source source) {
        int lines = source.lines().size();
        if (lines <= FILE_LINES_MAX) return List.of();
        return List.of(
                new Finding(
                        source.path(),
                        lines,
                        "file of " + lines + " lines, at most " + FILE_LINES_MAX));
    }

    static List<Finding> methodLength(Source source) {
        var findings = new ArrayList<Finding>();
        for (var method : Method.in(source)) {
            int lines = source.lineOf(method.end()) - source.lineOf(method.position()) + 1;
            if (lines > METHOD_LINES_MAX) {
                var what = method.name() + " has " + lines + " lines, at most " + METHOD_LINES_MAX;
                findings.add(source.finding(method.position(), what));
            }
        }
        return findings;
    }

    /// Imports are exempt, since they cannot be broken.
    static List<Finding> lineLength(Source source) {
        var findings = new ArrayList<Finding>();
        var lines = source.lines();
        for (int i = 0; i < lines.size(); i++) {
            int columns = lines.get(i).codePointCount(0, lines.get(i).length());
            if (columns > COLUMNS_MAX && !lines.get(i).startsWith("import ")) {
                var what = "line of " + columns + " columns, at most " + COLUMNS_MAX;
                findings.add(new Finding(source.path(), i + 1, what));
            }
        }
        return findings;
    }

    static List<Finding> parameters(Source source) {
        var findings = new ArrayList<Finding>();
        for (var method : Method.in(source)) {
            if (method.parameters() > PARAMETERS_MAX && !method.isConstructor()) {
                var count = method.parameters() + " parameters, at most " + PARAMETERS_MAX;
                findings.add(source.finding(method.position(), method.name() + " has " + count));
            }
        }
        return findings;
    }
}
