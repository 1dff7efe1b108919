package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The page of features: a row for each, with the tests or the command that show it. A row that is
/// missing, stands there twice or shows nothing is found, and so is a test that does not exist.
final class Features {
    static final String PATH = "docs/features.md";
    static final int ROWS = 65;

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| (.+?) \\|(.*)\\|$");
    private static final Pattern NAMED =
            Pattern.compile("`([A-Z]\\w*(?:Test|Contract))(?:\\.(\\w+))?`");
    private static final Pattern SHOWN = Pattern.compile("`[^`]+`|\\bnot yet\\b");

    private Features() {}

    /// Each number from 1 on stands in one row, and each row says what shows it.
    static List<Finding> rows(Source page) {
        var findings = new ArrayList<Finding>();
        var seen = new TreeSet<Integer>();
        var row = ROW.matcher(page.text());
        while (row.find()) {
            int number = Integer.parseInt(row.group(1));
            if (number < 1 || number > ROWS) {
                findings.add(page.finding(row.start(), "there is no feature " + number));
            } else if (!seen.add(number)) {
                findings.add(page.finding(row.start(), "feature " + number + " again"));
            }
            if (!SHOWN.matcher(row.group(3)).find()) {
                findings.add(page.finding(row.start(), "nothing shows feature " + number));
            }
        }
        for (int number = 1; number <= ROWS; number++) {
            if (!seen.contains(number)) {
                findings.add(page.finding(0, "feature " + number + " is missing"));
            }
        }
        return findings;
    }

    /// Classes and methods that the page names and that no source has.
    static List<Finding> unknownTests(Source page, List<Source> java) {
        var findings = new ArrayList<Finding>();
        var named = NAMED.matcher(page.text());
        while (named.find()) {
            if (!exists(named.group(1), named.group(2), java)) {
                findings.add(page.finding(named.start(), "no such test: " + named.group()));
            }
        }
        return findings;
    }

    /// @param method null when the class alone is named
    private static boolean exists(String type, String method, List<Source> java) {
        return java.stream()
                .filter(source -> source.isTest() && source.name().equals(type + ".java"))
                .anyMatch(source -> method == null || has(source, method));
    }

    private static boolean has(Source source, String method) {
        return Method.in(source).stream().anyMatch(m -> m.name().equals(method));
    }
}
