package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The page of walks: tables that name the classes that a request passes, each with its room and,
/// at the first visit, with its number. A class that does not live in its room is found, and so is
/// a number that does not follow the one before, and a total that the tables do not have.
final class Walks {
    static final String PATH = "docs/walks.md";

    private static final Pattern ROW =
            Pattern.compile("\\| (\\d+ )?\\| `(\\w+)` \\| (`?[\\w/]+`?(?: `\\w+`)?) \\| .+ \\|");
    private static final Pattern TOTAL =
            Pattern.compile("\\*\\*(\\d+) classes in (\\d+) rooms\\.\\*\\*.*");
    private static final String HEAD = "| # | class | room | what it does there |";
    private static final String RULER = "| --- |";
    private static final String WALK = "## ";

    private final Source page;
    private final Rooms rooms;
    private final List<Finding> findings = new ArrayList<>();
    private final TreeSet<String> classesSeen = new TreeSet<>();
    private final TreeSet<String> roomsSeen = new TreeSet<>();
    private int walks;
    private int line;

    /// Whether the walk that is being read has still to say how many classes it has.
    private boolean isOpen;

    private Walks(Source page, Rooms rooms) {
        this.page = page;
        this.rooms = rooms;
    }

    static List<Finding> check(Source page, Rooms rooms) {
        var walks = new Walks(page, rooms);
        walks.read();
        return walks.findings;
    }

    private void read() {
        for (var text : page.lines()) {
            line++;
            if (text.startsWith(WALK)) begin();
            else if (text.startsWith("|")) row(text);
            else if (text.startsWith("**")) total(text);
        }
        end();
        if (walks == 0) find("there is no walk");
    }

    private void begin() {
        end();
        walks++;
        isOpen = true;
        classesSeen.clear();
        roomsSeen.clear();
    }

    private void end() {
        if (isOpen) find("the walk ends without a total");
    }

    private void row(String text) {
        if (text.equals(HEAD) || text.startsWith(RULER)) return;
        var row = ROW.matcher(text);
        if (!row.matches() || !isOpen) {
            find("this is no row of a walk");
            return;
        }
        var type = row.group(2);
        var place = row.group(3);
        if (!lives(type, place)) find("there is no " + type + " in " + place);
        roomsSeen.add(place);
        boolean isFirst = classesSeen.add(place + " " + type);
        var number = row.group(1) == null ? "none" : row.group(1).strip();
        var expected = isFirst ? Integer.toString(classesSeen.size()) : "none";
        if (!number.equals(expected)) {
            find("the number of " + type + " is " + number + ", not " + expected);
        }
    }

    /// Other lines in bold say where the steps of a table run.
    private void total(String text) {
        var total = TOTAL.matcher(text);
        if (!total.matches()) return;
        isOpen = false;
        var said = total.group(1) + " classes in " + total.group(2) + " rooms";
        var counted = classesSeen.size() + " classes in " + roomsSeen.size() + " rooms";
        if (!said.equals(counted)) find("the walk has " + counted + ", not " + said);
    }

    /// @param place the module, and the room if the module has several
    private boolean lives(String type, String place) {
        var parts = place.replace("`", "").split(" ");
        var name = parts.length == 1 ? Rooms.ROOT : parts[1];
        var declared =
                Pattern.compile("\\b(?:class|interface|record|enum) " + type + "\\b").asPredicate();
        return rooms.all().stream()
                .filter(room -> room.module().equals(parts[0]) && room.name().equals(name))
                .flatMap(room -> room.sources().stream())
                .anyMatch(source -> declared.test(source.code()));
    }

    private void find(String what) {
        findings.add(new Finding(PATH, line, what));
    }
}
