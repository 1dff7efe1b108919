package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What someone meant to come back to.
final class Leftovers {
    private static final Pattern MARK = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");
    private static final Pattern DOCUMENTATION = Pattern.compile("^(///|/\\*\\*)");
    private static final Pattern DECORATION = Pattern.compile("^(//|/\\*|\\*(?!/))+|\\*/$");
    private static final Pattern CODE =
            Pattern.compile(
                    "(.*[=(].*|\\w+(\\.\\w+)+|(return|break|continue|import|package|throw)\\b.*);"
                            + "|.*\\S \\{|[})]+;?|@[A-Z]\\w+(\\(.*\\))?");

    private Leftovers() {}

    static List<Finding> marks(Source source) {
        var findings = new ArrayList<Finding>();
        var matcher = MARK.matcher(source.comments());
        while (matcher.find()) {
            findings.add(source.finding(matcher.start(), "leftover: " + matcher.group()));
        }
        return findings;
    }

    /// Documentation may show code; every other comment is prose.
    static List<Finding> code(Source source) {
        var findings = new ArrayList<Finding>();
        boolean documents = false;
        var lines = source.comments().split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            var line = lines[i].strip();
            if (line.startsWith("/")) documents = DOCUMENTATION.matcher(line).find();
            var said = DECORATION.matcher(line).replaceAll("").strip();
            if (!documents && CODE.matcher(said).matches()) {
                findings.add(new Finding(source.path(), i + 1, "commented-out code: " + said));
            }
        }
        return findings;
    }
}
