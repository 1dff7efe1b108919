package dev.sluice.server.engine;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Nodes;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// What an operator has switched off by hand, on every node and across restarts. Reading is one
/// volatile read.
public final class Switches {

    public enum Switch {
        READ_ONLY("readOnly"),
        NO_NEW_PASSES("noNewPasses"),
        NO_REGISTRATION("noRegistration"),
        POLLING_ONLY("pollingOnly"),
        HOLD_SETTLEMENT("holdSettlement");

        private final String field;

        Switch(String field) {
            this.field = field;
        }

        /// Its name in JSON.
        public String field() {
            return field;
        }
    }

    private static final String NAME = "switches";

    private final Nodes nodes;
    private final Broadcast broadcast;
    private final Executor aside;

    /// Held from asking for the switches until they are known here, so that what was read first is
    /// not known last.
    private final Object changing = new Object();

    /// Whether a change may have been made that is not known here yet.
    private final AtomicBoolean behind = new AtomicBoolean();

    private final Subscribers<Set<Switch>> listeners = new Subscribers<>();
    private volatile Set<Switch> on;

    /// @param aside where the switches are read again, since whoever hears must not block
    Switches(Nodes nodes, Broadcast broadcast, Executor aside) {
        this.nodes = nodes;
        this.aside = aside;
        this.broadcast = broadcast;
        this.on = read();
    }

    public boolean isOn(Switch which) {
        return on.contains(which);
    }

    public Set<Switch> on() {
        return on;
    }

    /// Hears which switches are on, once they are known here after somebody may have turned some.
    /// Must not block.
    public void listen(Consumer<Set<Switch>> listener) {
        listeners.add(listener);
    }

    /// Sets all switches, here and everywhere.
    public void set(Set<Switch> on) {
        synchronized (changing) {
            nodes.putValue(NAME, String.join(",", on.stream().map(Switch::name).toList()));
            this.on = copy(on);
            listeners.tell(this.on);
        }
        broadcast.send(new Signal.SwitchesChanged());
    }

    void hear(Signal signal) {
        if (signal instanceof Signal.SwitchesChanged || signal instanceof Signal.Missed) {
            behind.set(true);
            aside.execute(this::catchUp);
        }
    }

    /// Reads the switches again if somebody may have turned some. What a fault has left undone is
    /// done by the next call: a duty loop calls this once a second.
    void catchUp() {
        if (!behind.getAndSet(false)) return;
        boolean done = false;
        try {
            synchronized (changing) {
                on = read();
                listeners.tell(on);
            }
            done = true;
        } finally {
            if (!done) behind.set(true);
        }
    }

    private Set<Switch> read() {
        var names = nodes.findValue(NAME).orElse("");
        var read = EnumSet.noneOf(Switch.class);
        for (var name : names.split(",")) if (!name.isEmpty()) read.add(Switch.valueOf(name));
        return read;
    }

    private static Set<Switch> copy(Set<Switch> on) {
        var copy = EnumSet.noneOf(Switch.class);
        copy.addAll(on);
        return copy;
    }
}
