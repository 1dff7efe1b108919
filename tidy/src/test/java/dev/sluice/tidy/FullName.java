package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The name of a type of ours that stands in full in an import or in the middle of the code. The
/// parts in lower case are its package and the next part is the type, so that a nested type or a
/// static member counts as the outermost type it stands in.
///
/// @param type `*` when all types of the package are imported
record FullName(Source source, int position, String packageName, String type) {
    static final String ALL = "*";

    private static final Pattern NAME =
            Pattern.compile("(?<![\\w.$])dev\\s*+\\.\\s*+sluice(\\s*+\\.\\s*+(\\w++|\\*))++");

    /// All of them in order, the same name as often as it stands there.
    static List<FullName> in(Source source) {
        var names = new ArrayList<FullName>();
        var found = NAME.matcher(source.code());
        while (found.find()) {
            var parts = List.of(found.group().replaceAll("\\s", "").split("\\."));
            int type = 0;
            while (type < parts.size() && !isType(parts.get(type))) type++;
            if (type == parts.size()) continue;
            var packageName = String.join(".", parts.subList(0, type));
            names.add(new FullName(source, found.start(), packageName, parts.get(type)));
        }
        return names;
    }

    private static boolean isType(String part) {
        return part.equals(ALL) || Character.isUpperCase(part.charAt(0));
    }

    @Override
    public String toString() {
        return packageName + "." + type;
    }
}
