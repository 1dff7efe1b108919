package dev.sluice.tidy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Rooms of a module that use each other in a circle. A room that stands in no circle found so far
/// is told of in the shortest that it is part of: when that is cut, the next one shows itself.
final class Cycles {
    private final Map<String, Map<String, Use>> uses = new TreeMap<>();

    private Cycles(Rooms rooms, Collection<Room> module) {
        for (var room : module) {
            var neighbours = new TreeMap<String, Use>();
            for (var use : rooms.uses(room)) {
                if (use.module().equals(room.module())) neighbours.putIfAbsent(use.room(), use);
            }
            uses.put(room.name(), neighbours);
        }
    }

    static List<Finding> in(Rooms rooms) {
        return rooms.byModule().stream()
                .flatMap(module -> new Cycles(rooms, module).findings().stream())
                .toList();
    }

    private List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        var told = new HashSet<String>();
        for (var room : uses.keySet()) {
            if (told.contains(room)) continue;
            var circle = circle(room);
            if (circle.isEmpty()) continue;
            circle.forEach(use -> told.add(use.room()));
            findings.add(circle.getFirst().finding(told(room, circle)));
        }
        return findings;
    }

    private static String told(String room, List<Use> circle) {
        var way = circle.stream().map(Use::room).collect(Collectors.joining(" > "));
        var pairs = circle.stream().map(Use::toString).collect(Collectors.joining(", "));
        return "rooms in a circle: " + room + " > " + way + ": " + pairs;
    }

    /// The shortest way from a room back to itself; empty when there is none.
    private List<Use> circle(String start) {
        var cameFrom = new HashMap<String, String>();
        var next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty() && !cameFrom.containsKey(start)) {
            var room = next.remove();
            for (var neighbour : uses.get(room).keySet()) {
                if (cameFrom.putIfAbsent(neighbour, room) == null) next.add(neighbour);
            }
        }
        var circle = new LinkedList<Use>();
        if (!cameFrom.containsKey(start)) return circle;
        var to = start;
        do {
            var from = cameFrom.get(to);
            circle.addFirst(uses.get(from).get(to));
            to = from;
        } while (!to.equals(start));
        return circle;
    }
}
