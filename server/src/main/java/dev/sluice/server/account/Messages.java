package dev.sluice.server.account;

import dev.sluice.server.json.Code;
import dev.sluice.server.json.Problem;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// Brings messages to people's phones.
public interface Messages {

    /// @param code the one-time code that stands in the text
    record Message(String to, String code, String text, Instant at) {}

    /// Sends the message, or hands it to somebody who will. Blocks; fails with `Unavailable`, or
    /// with a [Problem] when nothing is there to send with.
    void send(Message message) throws InterruptedException;

    /// The way of this Sluice: a webhook if one is configured, else the demo's outbox, else none.
    static Messages of(Optional<URI> webhook, Optional<Outbox> outbox) {
        if (webhook.isPresent()) return new MessageWebhook(webhook.get());
        return outbox.isPresent() ? outbox.get() : Messages::refuse;
    }

    private static void refuse(Message message) {
        throw Problem.explained(
                Code.UNAVAILABLE,
                "No message sender is configured. The operator has to set"
                        + " sluice.messages.webhook-url.",
                "未配置短信发送方式，运营人员需要设置 sluice.messages.webhook-url。");
    }
}
