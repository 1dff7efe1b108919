package dev.sluice.embedded;

import dev.sluice.port.Broadcast;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Broadcast where there is one node: subscribers are called on the sender's thread, one signal
/// after the other. A signal that a subscriber sends while it is called goes out after the present
/// one, so that all subscribers see the same order.
public final class EmbeddedBroadcast implements Broadcast {

    private static final System.Logger LOG = System.getLogger(EmbeddedBroadcast.class.getName());

    private final List<Consumer<Signal>> subscribers = new CopyOnWriteArrayList<>();
    private final ReentrantLock sending = new ReentrantLock();
    // Guarded by `sending`.
    private final ArrayDeque<Signal> signals = new ArrayDeque<>();

    @Override
    public void send(Signal signal) {
        sending.lock();
        try {
            signals.add(signal);
            if (sending.getHoldCount() > 1) return;
            for (var next = signals.poll(); next != null; next = signals.poll()) deliver(next);
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void subscribe(Consumer<Signal> subscriber) {
        subscribers.add(subscriber);
    }

    /// One subscriber's mistake is not the others' loss.
    private void deliver(Signal signal) {
        for (var subscriber : subscribers) {
            try {
                subscriber.accept(signal);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a subscriber failed on " + signal, e);
            }
        }
    }
}
