package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The line of a `package-info.java` that says which rooms the room uses: `Uses: a, b.`, or
/// `Uses: nothing.` It may go on in the lines that follow, until the full stop.
///
/// @param line where it begins
/// @param names in the order they stand in; none when it uses nothing
/// @param isEnded whether there is a full stop
record UsesLine(int line, List<String> names, boolean isEnded) {
    private static final String MARK = "Uses:";
    private static final String NOTHING = "nothing";

    /// All such lines, of which there should be one.
    static List<UsesLine> in(Source info) {
        var said = said(info);
        var found = new ArrayList<UsesLine>();
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i).startsWith(MARK)) found.add(read(said, i));
        }
        return found;
    }

    /// Whether the introduction begins with something else than the line.
    static boolean isIntroduced(Source info) {
        return said(info).stream()
                .filter(words -> !words.isEmpty())
                .findFirst()
                .filter(words -> !words.startsWith(MARK))
                .isPresent();
    }

    /// What each line of the documentation says; empty where there is none.
    private static List<String> said(Source info) {
        return Arrays.stream(info.comments().split("\n", -1))
                .map(String::strip)
                .map(line -> line.startsWith("///") ? line.substring(3).strip() : "")
                .toList();
    }

    private static UsesLine read(List<String> said, int first) {
        var words = new StringBuilder();
        for (int i = first; i < said.size() && !said.get(i).isEmpty(); i++) {
            words.append(' ').append(said.get(i));
            if (said.get(i).endsWith(".")) break;
        }
        var list = words.substring(1 + MARK.length()).strip();
        boolean isEnded = list.endsWith(".");
        if (isEnded) list = list.substring(0, list.length() - 1);
        return new UsesLine(first + 1, names(list), isEnded);
    }

    private static List<String> names(String list) {
        if (list.equals(NOTHING)) return List.of();
        return Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }
}
