package dev.sluice.plain;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Transport;
import java.util.function.Consumer;

/// Carries every envelope at once, on the sender's thread.
public final class PlainTransport implements Transport {

    private final Subscribers<Envelope> ends = new Subscribers<>();

    @Override
    public void send(Envelope envelope) {
        ends.tell(envelope);
    }

    @Override
    public void subscribe(Consumer<Envelope> subscriber) {
        ends.add(subscriber);
    }
}
