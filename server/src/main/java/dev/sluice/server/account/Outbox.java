package dev.sluice.server.account;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The demo's messages, which nobody gets on a phone but everybody can read. The latest are kept.
public final class Outbox implements Messages {

    private static final int KEPT_MAX = 1_000;

    // Guarded by this object's monitor.
    private final Deque<Message> kept = new ArrayDeque<>();

    @Override
    public synchronized void send(Message message) {
        if (kept.size() == KEPT_MAX) kept.removeFirst();
        kept.addLast(message);
    }

    /// Newest last.
    synchronized List<Message> messages() {
        return List.copyOf(kept);
    }
}
