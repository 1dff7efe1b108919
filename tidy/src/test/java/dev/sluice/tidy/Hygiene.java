package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What is asked of the tree as a whole and of files in any language.
final class Hygiene {
    private static final Pattern REGISTRY =
            Pattern.compile(
                    "\\b(repo1?\\.maven\\.|registry\\.(npmjs|yarnpkg)\\.|oss\\.sonatype\\."
                            + "|plugins\\.gradle\\.|files\\.pythonhosted\\.|static\\.crates\\.)"
                            + "|\"resolved\":\\s*\"https?:|\\bregistry\\s*=\\s*\"?https?:"
                            + "|\\bdistributionUrl\\s*=");
    private static final Pattern HOME =
            Pattern.compile(
                    "(?<![\\w.~*-])(/(home|Users)/\\w[\\w.-]*/|/roo[t]/)|[A-Z]:\\\\Users\\\\");

    private Hygiene() {}

    static List<Finding> registries(Source source) {
        return source.matches(REGISTRY, "the address of a package registry");
    }

    static List<Finding> homes(Source source) {
        return source.matches(HOME, "a path of one machine");
    }

    /// Each package of a module is introduced once, in its main sources when it has any.
    static List<Finding> packagesWithoutInfo(List<Source> sources) {
        var introduced = new HashSet<String>();
        var firstOf = new TreeMap<String, String>();
        for (var source : sources) {
            var home = source.path().replaceFirst("src/(main|test)/java/", "");
            var folder = home.substring(0, home.lastIndexOf('/') + 1);
            if (source.name().equals("package-info.java")) introduced.add(folder);
            firstOf.putIfAbsent(folder, source.path());
        }
        var findings = new ArrayList<Finding>();
        firstOf.forEach((folder, path) -> {
            if (!introduced.contains(folder)) {
                findings.add(new Finding(path, 1, "no package-info.java in its package"));
            }
        });
        return findings;
    }
}
