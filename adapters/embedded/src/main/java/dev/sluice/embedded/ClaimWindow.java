package dev.sluice.embedded;

import dev.sluice.port.ClaimQueue.Delivery;
import java.util.Arrays;
import java.util.function.Consumer;

/// The claims behind the cursor, by sequence. A claim leaves when it is acknowledged or set aside;
/// the cursor stands before the oldest that has not left. [Backlog] brings the lock.
final class ClaimWindow {

    private Delivery[] ring = new Delivery[1_024];
    // Sequences: the oldest in the window, and one past the newest.
    private long first;
    private long end;

    ClaimWindow(long cursor) {
        first = cursor + 1;
        end = first;
    }

    /// All claims up to this sequence have left.
    long cursor() {
        return first - 1;
    }

    /// From the oldest that has not left to the newest, those that have left in between included.
    long span() {
        return end - first;
    }

    /// Claims come in the order of their sequences; those that are left out have left already.
    void add(Delivery delivery) {
        skipTo(delivery.sequence());
        if (span() == ring.length) grow();
        ring[slot(end++)] = delivery;
    }

    /// Whatever comes next has at least this sequence.
    void skipTo(long sequence) {
        if (sequence < end) throw new IllegalStateException(sequence + " comes after " + end);
        while (end < sequence) {
            if (span() == ring.length) grow();
            end++;
        }
        advance();
    }

    /// The claim leaves; null when it is not here.
    Delivery remove(long sequence) {
        if (!has(sequence)) return null;
        var delivery = ring[slot(sequence)];
        ring[slot(sequence)] = null;
        advance();
        return delivery;
    }

    boolean has(long sequence) {
        return sequence >= first && sequence < end && ring[slot(sequence)] != null;
    }

    void forEach(Consumer<Delivery> each) {
        for (long sequence = first; sequence < end; sequence++) {
            var delivery = ring[slot(sequence)];
            if (delivery != null) each.accept(delivery);
        }
    }

    private void advance() {
        while (first < end && ring[slot(first)] == null) first++;
    }

    private void grow() {
        var old = ring;
        ring = Arrays.copyOf(old, Math.multiplyExact(old.length, 2));
        Arrays.fill(ring, null);
        for (long sequence = first; sequence < end; sequence++) {
            ring[slot(sequence)] = old[(int) (sequence & (old.length - 1))];
        }
    }

    private int slot(long sequence) {
        return (int) (sequence & (ring.length - 1));
    }
}
