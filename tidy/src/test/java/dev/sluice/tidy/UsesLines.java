package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The line in which each room says what it uses, held to what its main sources name. A type that
/// is used without being named, by `var` or in a chain of calls, is not seen.
final class UsesLines {
    private UsesLines() {}

    /// Where a module has several rooms, each says once what it uses, after what lives there.
    static List<Finding> missing(Rooms rooms) {
        return rooms.withNeighbours().stream().flatMap(room -> missing(room).stream()).toList();
    }

    /// What a source uses and the line does not name, once for each source and type.
    static List<Finding> unnamed(Rooms rooms) {
        var findings = new ArrayList<Finding>();
        for (var room : rooms.all()) {
            var line = line(room);
            if (line.isEmpty()) continue;
            var seen = new HashSet<String>();
            for (var use : rooms.uses(room)) {
                if (line.get().names().contains(use.room())) continue;
                if (!seen.add(use.name().source().path() + " " + use.name())) continue;
                var what = use + ", which room " + room.name() + " does not name in its line";
                findings.add(use.finding(what));
            }
        }
        return findings;
    }

    /// What a line names although nobody uses it or there is no such room, and what it names twice.
    static List<Finding> idle(Rooms rooms) {
        return rooms.all().stream()
                .flatMap(room -> line(room).stream().flatMap(line -> idle(rooms, room, line)))
                .toList();
    }

    private static Stream<Finding> idle(Rooms rooms, Room room, UsesLine line) {
        var used = rooms.uses(room).stream().map(Use::room).collect(Collectors.toSet());
        var findings = Stream.<Finding>builder();
        var seen = new HashSet<String>();
        for (var name : line.names()) {
            boolean isUsed = used.contains(name);
            if (seen.add(name) && isUsed) continue;
            var why = isUsed ? "it stands there twice" : "nobody uses it";
            if (!rooms.canName(room, name)) why = "there is no such room";
            findings.add(at(room, line, "the line names " + name + ", but " + why));
        }
        return findings.build();
    }

    private static List<Finding> missing(Room room) {
        if (room.info().isEmpty()) {
            return List.of(room.finding("no package-info.java introduces this room"));
        }
        var findings = new ArrayList<Finding>();
        var lines = UsesLine.in(room.info().get());
        if (!UsesLine.isIntroduced(room.info().get())) {
            findings.add(room.finding("nothing says what lives in this room"));
        }
        if (lines.isEmpty()) {
            findings.add(room.finding("no line says what this room uses, as in: Uses: a, b."));
        }
        for (var line : lines) {
            if (line != lines.getFirst()) findings.add(at(room, line, "another line of uses"));
            if (!line.isEnded()) findings.add(at(room, line, "the line ends without full stop"));
        }
        return findings;
    }

    private static Optional<UsesLine> line(Room room) {
        return room.info().flatMap(info -> UsesLine.in(info).stream().findFirst());
    }

    private static Finding at(Room room, UsesLine line, String what) {
        return new Finding(room.info().orElseThrow().path(), line.line(), what);
    }
}
