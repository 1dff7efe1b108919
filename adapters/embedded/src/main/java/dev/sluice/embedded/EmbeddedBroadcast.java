package dev.sluice.embedded;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Broadcast;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Broadcast where there is one node: subscribers are called on the sender's thread, one signal
/// after the other. A signal that a subscriber sends while it is called goes out after the present
/// one, so that all subscribers see the same order.
public final class EmbeddedBroadcast implements Broadcast {

    private final Subscribers<Signal> subscribers = new Subscribers<>();
    private final ReentrantLock sending = new ReentrantLock();
    // Guarded by `sending`.
    private final ArrayDeque<Signal> signals = new ArrayDeque<>();

    @Override
    public void send(Signal signal) {
        sending.lock();
        try {
            signals.add(signal);
            if (sending.getHoldCount() > 1) return;
            for (var next = signals.poll(); next != null; next = signals.poll()) {
                subscribers.tell(next);
            }
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void subscribe(Consumer<Signal> subscriber) {
        subscribers.add(subscriber);
    }
}
