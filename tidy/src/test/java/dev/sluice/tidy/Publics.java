package dev.sluice.tidy;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Types that are public although nobody outside of their room uses them.
///
/// A type is used when a source of another package names it, a test of any module among them; when
/// it is started by its `main`, or named by a file that is neither Java nor a page; and when a type
/// of the same room that is used shows it, since it can then be used without being named.
///
/// What this does not see, in favour of the type: whether what shows it is ever called; whether an
/// import is needed; that a word in a header is a thing of the same name and not the type; and that
/// a type which is imported from its own package is wanted in a body alone. And against the type:
/// that it is looked up by a name in a Java literal, or inherited from a private nested type.
final class Publics {
    private static final Pattern MAIN = Pattern.compile("\\bpublic\\s+static\\s+void\\s+main\\(");

    private final Rooms rooms;
    private final Set<String> named = new HashSet<>();

    private Publics(Rooms rooms) {
        this.rooms = rooms;
        for (var source : rooms.java()) {
            for (var name : rooms.names(source)) {
                if (!name.packageName().equals(source.packageName())) named.add(name.toString());
            }
        }
        for (var text : rooms.texts()) {
            if (text.path().endsWith(".java") || text.path().endsWith(".md")) continue;
            for (var name : FullName.in(text)) named.add(name.toString());
        }
    }

    static List<Finding> needless(Rooms rooms) {
        var publics = new Publics(rooms);
        return rooms.withNeighbours().stream()
                .flatMap(room -> publics.needless(room).stream())
                .toList();
    }

    private List<Finding> needless(Room room) {
        var types = new TreeMap<String, Surface>();
        for (var source : room.files()) {
            for (var type : Surface.of(source)) types.put(type.name(), type);
        }
        var used = used(types);
        return types.values().stream()
                .filter(type -> type.isPublic() && !used.contains(type.name()))
                .map(type -> type.finding(type.name() + " is public, but no other room uses it"))
                .toList();
    }

    /// Types that are used from outside, the types that these show, and so on. Those that are not
    /// public take part, since a public type can inherit from them.
    private Set<String> used(Map<String, Surface> types) {
        var used = new HashSet<String>();
        var next = new ArrayDeque<String>();
        types.forEach((name, type) -> {
            if (isUsedOutside(type.source(), name)) next.add(name);
        });
        while (!next.isEmpty()) {
            var name = next.remove();
            if (types.containsKey(name) && used.add(name)) next.addAll(shownBy(types.get(name)));
        }
        return used;
    }

    private boolean isUsedOutside(Source source, String name) {
        return named.contains(source.packageName() + "." + name)
                || named.contains(source.packageName() + "." + FullName.ALL)
                || MAIN.matcher(source.code()).find();
    }

    /// Words of its headers. A nested type of the same room can stand there under its own name; the
    /// type that it is nested in is then imported.
    private Set<String> shownBy(Surface type) {
        var shown = new HashSet<>(type.words());
        for (var name : rooms.names(type.source())) {
            if (name.packageName().equals(type.source().packageName())) shown.add(name.type());
        }
        return shown;
    }
}
