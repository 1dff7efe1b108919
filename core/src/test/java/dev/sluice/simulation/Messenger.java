package dev.sluice.simulation;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Unavailable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// A broadcast that is late and loses signals. What it delivers it delivers in order. It loses no
/// outcome of a claim: the node that settles hears itself.
final class Messenger implements Broadcast {

    private static final double LOST = 0.1;
    private static final double LATE = 0.2;

    private final Faults faults;
    private final Bug bug;
    private final Deque<Signal> late = new ArrayDeque<>();
    private Subscribers<Signal> subscribers = new Subscribers<>();

    Messenger(Faults faults, Bug bug) {
        this.faults = faults;
        this.bug = bug;
    }

    @Override
    public void send(Signal signal) {
        if (bug == Bug.MARK_NEVER_LIFTS && signal instanceof Signal.Freed) return;
        if (!(signal instanceof Signal.ClaimsEnded) && faults.happens(LOST)) return;
        late.add(signal);
        if (!faults.happens(LATE)) deliver();
    }

    void deliver() {
        while (!late.isEmpty()) subscribers.tell(late.poll());
    }

    @Override
    public void subscribe(Consumer<Signal> subscriber) {
        subscribers.add(signal -> hear(subscriber, signal));
    }

    /// As in a node, one subscriber's fault is not the others' loss; but a bug ends the run.
    private static void hear(Consumer<Signal> subscriber, Signal signal) {
        try {
            subscriber.accept(signal);
        } catch (Unavailable fault) {
            throw fault;
        } catch (RuntimeException bug) {
            throw new AssertionError("a subscriber failed on " + signal, bug);
        }
    }

    void crash() {
        late.clear();
        subscribers = new Subscribers<>();
    }
}
