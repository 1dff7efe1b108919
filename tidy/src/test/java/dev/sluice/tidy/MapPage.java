package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The page of the architecture: a row for each room with the rooms it uses, and a row for each
/// word with where it lives. A row that says something else than the code is found, and so is a
/// room without a row.
final class MapPage {
    static final String PATH = "docs/architecture.md";
    static final int WORDS_MIN = 25;

    private static final String WORDS = "## Words";
    private static final Set<String> MODULES = Set.of("core", "adapters", "server", "rehearsal");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern PLACE = Pattern.compile("`([A-Z]\\w*)(?:\\.(\\w+))?`");

    /// Where a word is no type, it lives in a part of the page.
    private static final Pattern PART = Pattern.compile("\\[[^\\]]+\\]\\(#[^)]+\\)");

    private final Source page;
    private final Rooms rooms;

    MapPage(Source page, Rooms rooms) {
        this.page = page;
        this.rooms = rooms;
    }

    /// Whether the rows of rooms say what the lines of the rooms say.
    List<Finding> map() {
        var said = new HashMap<String, String>();
        var module = "";
        var adapter = "";
        for (var line : page.lines()) {
            if (line.startsWith("#")) module = line.substring(line.lastIndexOf('#') + 1).strip();
            var cells = cells(line);
            if (!MODULES.contains(module) || cells.size() < 3) continue;
            if (module.equals("adapters")) {
                if (!cells.getFirst().isEmpty()) adapter = cells.getFirst().replace("`", "");
                cells = cells.subList(1, cells.size());
            }
            var of = module.equals("adapters") ? adapter : module;
            said.put(of + " " + cells.getFirst().replace("`", ""), cells.getLast());
        }
        return rooms.withNeighbours().stream()
                .filter(room -> !RoomLimits.isShelf(room.module()))
                .flatMap(room -> difference(room, said).stream())
                .toList();
    }

    private List<Finding> difference(Room room, Map<String, String> said) {
        var row = said.get(room.module() + " " + room.name());
        if (row == null) {
            return List.of(page.finding(0, "no row for " + room.module() + " " + room.name()));
        }
        var used = new TreeSet<String>();
        for (var line : room.info().map(UsesLine::in).orElse(List.of())) used.addAll(line.names());
        var named = new TreeSet<String>();
        var quoted = QUOTED.matcher(row);
        while (quoted.find()) named.add(quoted.group(1));
        if (named.equals(used)) return List.of();
        var where = "the row of " + room.module() + " " + room.name();
        return List.of(page.finding(0, where + " says " + named + ", its room " + used));
    }

    /// Whether there are as many words as a glossary has, and each lives where its row says.
    List<Finding> words() {
        var findings = new ArrayList<Finding>();
        int at = page.text().indexOf(WORDS);
        if (at < 0) return List.of(page.finding(0, "there is no part " + WORDS));
        int words = 0;
        int end = page.text().indexOf("\n## ", at + 1);
        var part = page.text().substring(at, end < 0 ? page.text().length() : end);
        for (var line : part.lines().toList()) {
            var cells = cells(line);
            if (cells.isEmpty() || cells.getFirst().equals("word")) continue;
            words++;
            int position = page.text().indexOf(line, at);
            var where = cells.getLast();
            if (!PLACE.matcher(where).find() && !PART.matcher(where).matches()) {
                findings.add(page.finding(position, cells.getFirst() + " lives nowhere"));
            }
            var place = PLACE.matcher(where);
            while (place.find()) {
                if (lives(place.group(1), place.group(2))) continue;
                findings.add(page.finding(position, "there is no " + place.group()));
            }
        }
        if (words < WORDS_MIN) {
            findings.add(page.finding(at, words + " words, at least " + WORDS_MIN));
        }
        return findings;
    }

    /// @param member null when the type is all that is named
    private boolean lives(String type, String member) {
        var declared =
                Pattern.compile("\\b(?:class|interface|record|enum) " + type + "\\b").asPredicate();
        var named = Pattern.compile("\\b" + member + "\\b").asPredicate();
        return rooms.java().stream()
                .filter(Source::isOfMain)
                .filter(source -> declared.test(source.code()))
                .anyMatch(source -> member == null || named.test(source.code()));
    }

    /// What stands between the bars of a table's row; nothing for other lines and for the ruler.
    private static List<String> cells(String line) {
        if (!line.startsWith("| ") || line.startsWith("| ---")) return List.of();
        var inside = line.substring(1, line.lastIndexOf('|'));
        return Arrays.stream(inside.split(" \\|", -1)).map(String::strip).toList();
    }
}
