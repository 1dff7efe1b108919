package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A text file, taken apart once: `code` is the text with comments and literals blanked, `comments`
/// is the text with everything else blanked. All three have the same length and the same lines, so
/// a position in one is a position in the others.
record Source(String path, String text, String code, String comments) {

    static Source java(String path, String text) {
        var parts = new Splitter(text);
        parts.split();
        return new Source(path, text, parts.code(), parts.comments());
    }

    /// A file that is not Java: nothing is blanked.
    static Source plain(String path, String text) {
        return new Source(path, text, text, "");
    }

    List<String> lines() {
        return text.lines().toList();
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Tests, and the contracts and fakes that only tests use.
    boolean isTest() {
        return path.contains("src/test/") || path.startsWith("contracts/");
    }

    /// What the module is built from, as opposed to its tests.
    boolean isOfMain() {
        return path.contains("/src/main/java/");
    }

    /// The folder of the module that this is a source of.
    String module() {
        return path.substring(0, path.indexOf("/src/"));
    }

    /// The package by the folder that the source stands in.
    String packageName() {
        int start = path.indexOf("/java/") + "/java/".length();
        return path.substring(start, path.lastIndexOf('/')).replace('/', '.');
    }

    /// The type that a Java source is named after.
    String typeName() {
        return name().substring(0, name().length() - ".java".length());
    }

    int lineOf(int position) {
        return 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
    }

    Finding finding(int position, String what) {
        return new Finding(path, lineOf(position), what);
    }

    /// Each match of the pattern in the code.
    List<Finding> matches(Pattern pattern, String what) {
        var findings = new ArrayList<Finding>();
        var matcher = pattern.matcher(code);
        while (matcher.find()) {
            findings.add(finding(matcher.start(), what + ": " + matcher.group().strip()));
        }
        return findings;
    }
}
