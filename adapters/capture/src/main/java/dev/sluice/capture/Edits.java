package dev.sluice.capture;

import dev.sluice.port.Changes.Change;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A bounded set of changes in the order in which they came. When it would hold too many it says
/// that anything may have changed instead. Not for more than one thread.
final class Edits {

    private static final int EDITS_MAX = 1_000;

    private final Set<Change> changes = new LinkedHashSet<>();

    void add(Change change) {
        if (changes.size() == EDITS_MAX && !changes.contains(change)) {
            changes.clear();
            changes.add(new Change.Any());
        }
        changes.add(change);
    }

    void addAll(Collection<Change> more) {
        more.forEach(this::add);
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    void clear() {
        changes.clear();
    }

    /// All of them, and forgets them.
    List<Change> take() {
        var taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }
}
