package dev.sluice.settlement;

import dev.sluice.port.Deadlines;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Hands reminders to the broker behind settlement, which must not wait for a broker that is away.
/// Here asking never blocks and never fails, and the broker has it a little later. What is too much
/// to wait is let go of: the order book's index of deadlines is looked at in any case.
///
/// Any thread may ask; one thread runs it.
public final class Reminders implements Deadlines, Runnable {

    private static final int WAITING_MAX = 10_000;

    private final Deadlines deadlines;
    // Guarded by itself.
    private final Set<Instant> waiting = new LinkedHashSet<>();

    public Reminders(Deadlines deadlines) {
        this.deadlines = deadlines;
    }

    @Override
    public void remind(Instant due) {
        synchronized (waiting) {
            if (waiting.size() < WAITING_MAX) waiting.add(due);
        }
    }

    @Override
    public void subscribe(Consumer<Instant> subscriber) {
        deadlines.subscribe(subscriber);
    }

    /// Hands over all that wait, oldest first. A duty calls this several times a second.
    @Override
    public void run() {
        for (var due = first(); due.isPresent(); due = first()) {
            deadlines.remind(due.get());
            synchronized (waiting) {
                waiting.remove(due.get());
            }
        }
    }

    private Optional<Instant> first() {
        synchronized (waiting) {
            return waiting.stream().findFirst();
        }
    }
}
