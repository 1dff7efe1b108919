package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The packages of the modules, each with what its main sources name of the others.
///
/// A room is called by its package from the root of its module on: `http` in `server` is the
/// package `dev.sluice.server.http`. The root is the longest beginning that all packages of the
/// module share, and the room of that very package is called `root`. A room of another module is
/// called by the part after `dev.sluice`, however deep it lies: `redis`, `sql`. The packages of
/// `core` are everybody's and have no name elsewhere.
final class Rooms {
    static final String ROOT = "root";
    static final String CORE = "core";

    private static final String CORE_ROOT = "dev.sluice";

    private final List<Source> java;
    private final List<Source> texts;
    private final Map<String, List<FullName>> namesByPath = new HashMap<>();
    private final Map<String, SortedMap<String, Room>> modules = new TreeMap<>();
    private final Map<String, String> moduleByPackage = new HashMap<>();

    /// @param texts files of any language
    Rooms(List<Source> java, List<Source> texts) {
        this.java = java;
        this.texts = texts;
        var sources = new TreeMap<String, SortedMap<String, List<Source>>>();
        for (var source : java) {
            namesByPath.put(source.path(), FullName.in(source));
            if (!source.isOfMain()) continue;
            sources.computeIfAbsent(source.module(), _ -> new TreeMap<>())
                    .computeIfAbsent(source.packageName(), _ -> new ArrayList<>())
                    .add(source);
            moduleByPackage.putIfAbsent(source.packageName(), source.module());
        }
        sources.forEach((module, packages) -> modules.put(module, rooms(module, packages)));
    }

    List<Source> java() {
        return java;
    }

    List<Source> texts() {
        return texts;
    }

    List<Room> all() {
        return modules.values().stream().flatMap(rooms -> rooms.values().stream()).toList();
    }

    /// The rooms of each module by itself.
    List<Collection<Room>> byModule() {
        return modules.values().stream().map(Map::values).toList();
    }

    /// The rooms of modules that have several.
    List<Room> withNeighbours() {
        return byModule().stream()
                .filter(rooms -> rooms.size() > 1)
                .flatMap(Collection::stream)
                .toList();
    }

    List<FullName> names(Source source) {
        return namesByPath.get(source.path());
    }

    /// What the sources of the room name of other rooms, in order.
    List<Use> uses(Room room) {
        return room.sources().stream()
                .flatMap(source -> names(source).stream())
                .flatMap(name -> use(room, name).stream())
                .toList();
    }

    /// Whether the line of this room could name that: another room, or another module.
    boolean canName(Room room, String name) {
        return all().stream()
                .filter(other -> other != room)
                .anyMatch(other -> nameIn(room, other).equals(Optional.of(name)));
    }

    private Optional<Use> use(Room room, FullName name) {
        var packageName = name.packageName();
        if (packageName.equals(room.packageName())) return Optional.empty();
        var neighbour = modules.get(room.module()).get(packageName);
        if (neighbour != null) return Optional.of(new Use(name, room.module(), neighbour.name()));
        var module = moduleByPackage.getOrDefault(packageName, "");
        if (module.equals(CORE)) return Optional.empty();
        return Optional.of(new Use(name, module, afterSluice(packageName)));
    }

    /// What a line of the one room calls the other; empty when it has no name there.
    private static Optional<String> nameIn(Room room, Room other) {
        if (other.module().equals(room.module())) return Optional.of(other.name());
        if (other.module().equals(CORE)) return Optional.empty();
        return Optional.of(afterSluice(other.packageName()));
    }

    private static SortedMap<String, Room> rooms(
            String module, SortedMap<String, List<Source>> packages) {
        var root = module.equals(CORE) ? CORE_ROOT : sharedBeginning(packages);
        var rooms = new TreeMap<String, Room>();
        packages.forEach((packageName, sources) -> {
            var room = new Room(module, packageName, below(root, packageName), sources);
            rooms.put(packageName, room);
        });
        return rooms;
    }

    /// The first and the last in order share no more than all do.
    private static String sharedBeginning(SortedMap<String, ?> packages) {
        var first = parts(packages.firstKey());
        var last = parts(packages.lastKey());
        int shared = 0;
        while (shared < Math.min(first.size(), last.size())
                && first.get(shared).equals(last.get(shared))) {
            shared++;
        }
        return String.join(".", first.subList(0, shared));
    }

    private static String below(String root, String packageName) {
        if (packageName.equals(root)) return ROOT;
        return packageName.startsWith(root + ".")
                ? packageName.substring(root.length() + 1)
                : packageName;
    }

    private static String afterSluice(String packageName) {
        var parts = parts(packageName);
        return parts.size() > 2 ? parts.get(2) : packageName;
    }

    private static List<String> parts(String packageName) {
        return List.of(packageName.split("\\."));
    }
}
