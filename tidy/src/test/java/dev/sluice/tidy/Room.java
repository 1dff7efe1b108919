package dev.sluice.tidy;

import java.util.List;
import java.util.Optional;

/// A package of a module, with its main sources.
///
/// @param module the folder that the module stands in
/// @param name the package from the root of the module on; the root itself is [Rooms#ROOT]
record Room(String module, String packageName, String name, List<Source> sources) {

    Optional<Source> info() {
        return sources.stream().filter(Room::isInfo).findFirst();
    }

    /// Everything but the introduction.
    List<Source> files() {
        return sources.stream().filter(source -> !isInfo(source)).toList();
    }

    /// Where something is said that concerns the room as a whole.
    Finding finding(String what) {
        return info().orElseGet(sources::getFirst).finding(0, what);
    }

    private static boolean isInfo(Source source) {
        return source.name().equals("package-info.java");
    }
}
