package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The page of the architecture: a row for each room with the rooms it uses, and a row for each
/// word with where it lives. A row that says something else than the code is found, and so is a
/// room without a row and a row without a room.
final class MapPage {
    static final String PATH = "docs/architecture.md";
    static final int WORDS_MIN = 25;

    private static final String WORDS = "## Words";
    private static final Set<String> MODULES = Set.of("core", "adapters", "server", "rehearsal");

    /// What the table calls the room of a module that has no other.
    private static final String ONLY = "one room";

    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern PLACE = Pattern.compile("`([A-Z]\\w*)(?:\\.(\\w+))?`");

    /// A list of rooms of `core`.
    private static final Pattern STRANGERS =
            Pattern.compile(
                    "`\\w+`(?:(?:,|\\s+and)\\s+`\\w+`)+\\s+do\\s+not\\s+use\\s+each\\s+other\\.");

    /// Capitals alone are a constant.
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");

    /// Where a word is no type, it lives in a part of the page.
    private static final Pattern PART = Pattern.compile("\\[[^\\]]+\\]\\(#[^)]+\\)");

    private final Source page;
    private final Rooms rooms;

    MapPage(Source page, Rooms rooms) {
        this.page = page;
        this.rooms = rooms;
    }

    /// Whether each room has a row, and each row a room of which it says what is so.
    List<Finding> map() {
        var findings = new ArrayList<Finding>();
        var rows = rows();
        for (var row : rows) findings.addAll(check(row));
        for (var room : rooms.withNeighbours()) {
            if (RoomLimits.isShelf(room.module())) continue;
            if (rows.stream().anyMatch(row -> row.isOf(room))) continue;
            findings.add(page.finding(0, "no row for " + room.module() + " " + room.name()));
        }
        return findings;
    }

    private List<Row> rows() {
        var rows = new ArrayList<Row>();
        var lines = page.lines();
        var module = "";
        var adapter = "";
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (line.startsWith("#")) module = line.substring(line.lastIndexOf('#') + 1).strip();
            var cells = cells(line);
            if (!MODULES.contains(module) || cells.size() < 3) continue;
            if (module.equals("adapters")) {
                if (!cells.getFirst().isEmpty()) adapter = cells.getFirst().replace("`", "");
                cells = cells.subList(1, cells.size());
            }
            if (cells.getFirst().equals("room")) continue;
            var of = module.equals("adapters") ? adapter : module;
            var name = cells.getFirst().replace("`", "");
            rows.add(new Row(of, name, cells.get(1), cells.getLast(), i + 1));
        }
        return rows;
    }

    private List<Finding> check(Row row) {
        var room = rooms.all().stream().filter(row::isOf).findFirst();
        if (room.isEmpty()) return List.of(row.finding("is of no room"));
        var findings = new ArrayList<Finding>();
        var type = TYPE.matcher(row.what());
        while (type.find()) {
            if (isDeclared(room.get().sources(), type.group(1), type.group(2))) continue;
            findings.add(row.finding("names " + type.group() + ", which does not live there"));
        }
        var used = new TreeSet<String>();
        room.get().info().stream()
                .flatMap(info -> UsesLine.in(info).stream())
                .forEach(line -> used.addAll(line.names()));
        var named = new TreeSet<String>();
        QUOTED.matcher(row.uses()).results().forEach(quoted -> named.add(quoted.group(1)));
        if (!named.equals(used)) {
            findings.add(row.finding("says " + named + ", its room " + used));
        }
        return findings;
    }

    /// Whether the rooms of which the page says so do not use each other.
    List<Finding> strangers() {
        var sentence = STRANGERS.matcher(page.text());
        if (!sentence.find()) return List.of(page.finding(0, "no rooms are said to be strangers"));
        var names = QUOTED.matcher(sentence.group()).results().map(name -> name.group(1)).toList();
        var findings = new ArrayList<Finding>();
        for (var name : names) {
            var room = rooms.all().stream().filter(one -> isOfCore(one, name)).findFirst();
            if (room.isEmpty()) {
                findings.add(page.finding(sentence.start(), "core has no room " + name));
                continue;
            }
            rooms.uses(room.get()).stream()
                    .filter(use -> use.module().equals(Rooms.CORE) && names.contains(use.room()))
                    .map(use -> use.finding(use + ", a stranger to " + name))
                    .forEach(findings::add);
        }
        return findings;
    }

    private static boolean isOfCore(Room room, String name) {
        return room.module().equals(Rooms.CORE) && room.name().equals(name);
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
                if (isDeclared(rooms.java(), place.group(1), place.group(2))) continue;
                findings.add(page.finding(position, "there is no " + place.group()));
            }
        }
        if (words < WORDS_MIN) {
            findings.add(page.finding(at, words + " words, at least " + WORDS_MIN));
        }
        return findings;
    }

    /// @param member null when the type is all that is named
    private static boolean isDeclared(List<Source> sources, String type, String member) {
        var declared =
                Pattern.compile("\\b(?:class|interface|record|enum) " + type + "\\b").asPredicate();
        var named = Pattern.compile("\\b" + member + "\\b").asPredicate();
        return sources.stream()
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

    /// @param what lives there
    private record Row(String module, String name, String what, String uses, int line) {

        boolean isOf(Room room) {
            var called = name.equals(ONLY) ? Rooms.ROOT : name;
            return room.module().equals(module) && room.name().equals(called);
        }

        Finding finding(String what) {
            return new Finding(PATH, line, "the row of " + module + " " + name + " " + what);
        }
    }
}
