package dev.sluice.news;

import dev.sluice.port.EnvelopeText;
import dev.sluice.port.Transport.Envelope;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/// Where the texts that a transport brings become envelopes: each is read once and told to all who
/// subscribed. What is not understood is left out.
public final class Inbox {

    private static final System.Logger LOG = System.getLogger(Inbox.class.getName());

    private final Subscribers<Envelope> subscribers = new Subscribers<>();

    public void subscribe(Consumer<Envelope> subscriber) {
        subscribers.add(subscriber);
    }

    public void hear(String text) {
        Envelope envelope;
        try {
            envelope = EnvelopeText.parse(text);
        } catch (IllegalArgumentException e) {
            LOG.log(
                    Level.WARNING,
                    "not understood, perhaps from a newer node: {0}",
                    e.getMessage());
            return;
        }
        subscribers.tell(envelope);
    }
}
