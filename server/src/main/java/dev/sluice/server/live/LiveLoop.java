package dev.sluice.server.live;

import dev.sluice.id.OfferId;
import dev.sluice.server.http.Loop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The buyers' sockets of one event loop, and which of them watch what. All of it belongs to the
/// loop's thread; others hand it steps with [#run].
///
/// Sockets are pinged in turns, a slot of them each second, so that a live one is never idle and a
/// dead one is found, without all of them being written to at once.
final class LiveLoop {

    private final Loop loop;
    private final List<Set<LiveSocket>> slots = new ArrayList<>();
    private final Map<OfferId, Set<LiveSocket>> watchers = new HashMap<>();
    private final Set<LiveSocket> queued = new HashSet<>();
    private int nextSlot;
    private int pingedSlot;

    /// @param pingSeconds how often each socket is pinged
    LiveLoop(Loop loop, int pingSeconds) {
        this.loop = loop;
        for (int i = 0; i < pingSeconds; i++) slots.add(new LinkedHashSet<>());
    }

    /// Hands the loop something to do. Steps run in the order in which they were handed over.
    void run(Runnable step) {
        loop.run(step);
    }

    /// Answers the slot, to be given back in [#remove].
    int add(LiveSocket socket) {
        nextSlot = (nextSlot + 1) % slots.size();
        slots.get(nextSlot).add(socket);
        return nextSlot;
    }

    void remove(LiveSocket socket, int slot) {
        slots.get(slot).remove(socket);
        queued.remove(socket);
    }

    void watch(OfferId offer, LiveSocket socket) {
        watchers.computeIfAbsent(offer, o -> new LinkedHashSet<>()).add(socket);
    }

    void unwatch(OfferId offer, LiveSocket socket) {
        var sockets = watchers.get(offer);
        if (sockets == null) return;
        sockets.remove(socket);
        if (sockets.isEmpty()) watchers.remove(offer);
    }

    /// Whether the socket wants to hear of the places of its claims.
    void queued(LiveSocket socket, boolean isQueued) {
        if (isQueued) queued.add(socket);
        else queued.remove(socket);
    }

    /// Says the same to everybody who watches the offer. Writing may close a socket, which takes it
    /// out of the set; hence the copy.
    void tell(OfferId offer, String text) {
        for (var socket : List.copyOf(watchers.getOrDefault(offer, Set.of()))) socket.send(text);
    }

    void everySecond() {
        pingedSlot = (pingedSlot + 1) % slots.size();
        for (var socket : List.copyOf(slots.get(pingedSlot))) socket.ping();
        for (var socket : List.copyOf(queued)) socket.tellPlaces();
    }

    void closeAll(short status, String reason) {
        for (var slot : slots) {
            for (var socket : List.copyOf(slot)) socket.close(status, reason);
        }
    }
}
