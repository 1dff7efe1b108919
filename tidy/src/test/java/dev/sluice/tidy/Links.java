package dev.sluice.tidy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Links between pages of the tree.
final class Links {
    private static final Pattern LINK = Pattern.compile("]\\(<?([^)>\\s]+)>?[^)]*\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:.*|#.*|//.*");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");

    private Links() {}

    /// Relative links that lead nowhere. What stands in code is no link, and what another server
    /// has is not looked at.
    ///
    /// @param exists whether the tree has a file or folder, by its path from the root
    static List<Finding> broken(Source page, Predicate<String> exists) {
        if (!page.name().endsWith(".md")) return List.of();
        var findings = new ArrayList<Finding>();
        var text = CODE.matcher(page.text()).replaceAll(code -> blank(code.group()));
        var link = LINK.matcher(text);
        while (link.find()) {
            var target = link.group(1);
            if (!ELSEWHERE.matcher(target).matches() && !exists.test(resolved(page, target))) {
                findings.add(page.finding(link.start(1), "a link that leads nowhere: " + target));
            }
        }
        return findings;
    }

    private static String blank(String code) {
        return code.replaceAll("[^\n]", " ");
    }

    private static String resolved(Source page, String target) {
        var file = target.replaceFirst("#.*", "");
        if (file.startsWith("/")) return Path.of(file.substring(1)).normalize().toString();
        return Path.of(page.path()).resolveSibling(file).normalize().toString();
    }
}
