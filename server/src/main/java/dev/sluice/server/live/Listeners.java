package dev.sluice.server.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// The open sockets of each buyer, or of each session: an index by whatever the key is. Safe for
/// all threads; a look costs one step in a map.
final class Listeners<K> {

    private final ConcurrentHashMap<K, List<LiveSocket>> sockets = new ConcurrentHashMap<>();

    /// Adds a socket; answers all of this key, the oldest first.
    List<LiveSocket> add(K key, LiveSocket socket) {
        return sockets.compute(
                key,
                (k, known) -> {
                    if (known == null) return List.of(socket);
                    var more = new ArrayList<>(known);
                    more.add(socket);
                    return List.copyOf(more);
                });
    }

    void remove(K key, LiveSocket socket) {
        sockets.computeIfPresent(
                key,
                (k, known) -> {
                    var fewer = known.stream().filter(other -> other != socket).toList();
                    return fewer.isEmpty() ? null : fewer;
                });
    }

    List<LiveSocket> find(K key) {
        return sockets.getOrDefault(key, List.of());
    }

    boolean isEmpty() {
        return sockets.isEmpty();
    }
}
