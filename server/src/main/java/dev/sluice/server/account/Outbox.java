package dev.sluice.server.account;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.JsonOut;
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

    /// Only while the demo is on is there anything at this address.
    public void register(Routes routes) {
        routes.get("/api/v1/dev/outbox", RouteGroup.ACCOUNT, call -> show());
    }

    private Reply show() {
        return Reply.json(200, out -> out.list("messages", messages(), Outbox::write));
    }

    private static void write(JsonOut out, Message message) {
        out.text("to", message.to())
                .text("code", message.code())
                .text("text", message.text())
                .instant("at", message.at());
    }
}
