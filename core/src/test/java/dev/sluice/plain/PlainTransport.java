package dev.sluice.plain;

import dev.sluice.port.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Carries every envelope at once, on the sender's thread.
public final class PlainTransport implements Transport {

    private final List<Consumer<Envelope>> ends = new CopyOnWriteArrayList<>();

    @Override
    public void send(Envelope envelope) {
        for (var end : ends) end.accept(envelope);
    }

    @Override
    public void subscribe(Consumer<Envelope> subscriber) {
        ends.add(subscriber);
    }
}
