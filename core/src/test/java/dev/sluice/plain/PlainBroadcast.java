package dev.sluice.plain;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Broadcast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Tells subscribers at once, on the sender's thread, and remembers what was said.
public final class PlainBroadcast implements Broadcast {

    private volatile Subscribers<Signal> subscribers = new Subscribers<>();
    private final List<Signal> sent = new ArrayList<>();
    private final AtomicInteger broken = new AtomicInteger();

    /// The next so many calls meet a bug.
    public void breakNext(int calls) {
        broken.set(calls);
    }

    @Override
    public void send(Signal signal) {
        if (broken.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("a planted bug");
        }
        synchronized (sent) {
            sent.add(signal);
        }
        subscribers.tell(signal);
    }

    @Override
    public void subscribe(Consumer<Signal> subscriber) {
        subscribers.add(subscriber);
    }

    public List<Signal> sent() {
        synchronized (sent) {
            return List.copyOf(sent);
        }
    }

    public void crash() {
        subscribers = new Subscribers<>();
    }
}
