package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// How large a room may be, and which rooms may know an adapter or the engine.
final class RoomLimits {
    static final int FILES_MAX = 25;

    private static final String SERVER = "server";
    private static final String ENGINE = "Engine";
    private static final String ADAPTERS = "adapters/";
    private static final Set<String> WIRING = Set.of("profile", "audit");

    /// Suites and benchmarks stand side by side, each named after what it shows.
    private static final Set<String> SHELVES = Set.of("contracts", "bench");

    private RoomLimits() {}

    static List<Finding> size(Rooms rooms) {
        var findings = new ArrayList<Finding>();
        for (var room : rooms.all()) {
            int files = room.files().size();
            if (files <= FILES_MAX || isShelf(room.module())) continue;
            var count = files + " files, at most " + FILES_MAX;
            findings.add(room.finding("room " + room.name() + " has " + count));
        }
        return findings;
    }

    static boolean isShelf(String module) {
        return SHELVES.contains(module);
    }

    /// Everybody else knows the ports alone.
    static List<Finding> adapters(Rooms rooms) {
        var findings = new ArrayList<Finding>();
        for (var room : rooms.all()) {
            for (var use : rooms.uses(room)) {
                if (!use.module().startsWith(ADAPTERS) || mayUse(room, use)) continue;
                findings.add(use.finding(use + ", an adapter that this room may not know"));
            }
        }
        return findings;
    }

    /// Whoever is given all that is behind the routes does not say what it needs.
    static List<Finding> engine(Rooms rooms) {
        var findings = new ArrayList<Finding>();
        for (var room : rooms.all()) {
            if (!room.module().equals(SERVER) || room.name().equals(Rooms.ROOT)) continue;
            for (var use : rooms.uses(room)) {
                if (!use.module().equals(SERVER) || !use.name().type().equals(ENGINE)) continue;
                findings.add(use.finding(use + ", which only the root may know"));
            }
        }
        return findings;
    }

    private static boolean mayUse(Room room, Use use) {
        return switch (room.module()) {
            case SERVER -> WIRING.contains(room.name());
            case "bench" -> true;
            default -> use.module().equals(room.module());
        };
    }
}
